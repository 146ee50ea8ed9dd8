import { expect, test } from 'vitest';
import { nameOfEntry } from '#features/masters/declared/master.ts';
import { masters } from '#features/masters/declared/masters.ts';
import { textOfField } from './declared-field.ts';

test.each([
  ['₹0', masters.fee_schedule.fields, 'amount', 0],
  ['₹1,23,456', masters.fee_schedule.fields, 'amount', 123_456],
  ['', masters.fee_schedule.fields, 'amount', ''],
  ['01/06/2024', masters.offices.fields, 'heldFrom', '2024-06-01'],
  [
    'Kannada: ಕಲಾ ಪದವಿ | Hindi: कला स्नातक',
    masters.courses.fields,
    'degreeTitles',
    { kn: 'ಕಲಾ ಪದವಿ', hi: 'कला स्नातक' },
  ],
  [
    'Class or division | Guide name',
    masters.certificate_types.fields,
    'requires',
    ['class_or_division', 'guide'],
  ],
  ['8', {}, 'undeclared', 8],
])('a screen writes %s', (text, fields, name, value) => {
  expect(textOfField(fields, name, value)).toBe(text);
});

test('an entry is called by its key, days as screens write them', () => {
  const entry = { office: 'Registrar', heldFrom: '2024-06-01' };
  expect(nameOfEntry(masters.offices, entry)).toBe('Registrar, 01/06/2024');
});

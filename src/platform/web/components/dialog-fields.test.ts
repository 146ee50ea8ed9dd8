import { expect, test } from 'vitest';
import { type DialogFields, faultOf, initialValuesOf, valuesOf } from './dialog-fields.ts';

const fields = {
  reason: {
    kind: 'choice',
    label: 'Reason',
    options: [{ value: 'stopped', label: 'Payment stopped' }],
    initial: null,
    missing: 'Choose the reason.',
  },
  remark: { kind: 'paragraph', label: 'Remark', maxLength: 300 },
  paidTo: { kind: 'line', label: 'Paid to', maxLength: 120, atLeast: 2, missing: 'Enter who was paid.' },
  amount: { kind: 'rupees', label: 'Amount', initial: '', min: 1, max: 700, missing: 'Enter at most 700.' },
  paidOn: { kind: 'day', label: 'Paid on', initial: '2026-11-22' },
} as const satisfies DialogFields;

test('a text that nobody fills in is empty, and is sent so', () => {
  expect(initialValuesOf(fields)).toEqual({
    reason: null,
    remark: '',
    paidTo: '',
    amount: '',
    paidOn: '2026-11-22',
  });
  expect(valuesOf<typeof fields>({ ...initialValuesOf(fields), paidTo: ' The college ' })).toMatchObject({
    remark: '',
    paidTo: 'The college',
  });
});

test.each([
  [{}, 'Choose the reason.'],
  [{ reason: 'stopped' }, 'Enter who was paid.'],
  [{ reason: 'stopped', paidTo: ' x ' }, 'Enter who was paid.'],
  [{ reason: 'stopped', paidTo: 'xy' }, 'Enter at most 700.'],
  [{ reason: 'stopped', paidTo: 'xy', amount: 701 }, 'Enter at most 700.'],
  [{ reason: 'stopped', paidTo: 'xy', amount: 700, paidOn: '22' }, 'Enter the date as dd/mm/yyyy.'],
  [{ reason: 'stopped', paidTo: 'xy', amount: 700 }, null],
])('%j: the first field that lacks something says so', (typed, fault) => {
  expect(faultOf(fields, { ...initialValuesOf(fields), ...typed })).toBe(fault);
});

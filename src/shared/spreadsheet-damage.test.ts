import fc from 'fast-check';
import { expect, test } from 'vitest';
import { damages, doubtfulNames, soundCells } from '#dev/testing/damaged-cells.testing.ts';
import { findDamage, type TextKind } from './spreadsheet-damage.ts';

const damagedCells = Object.entries(damages).flatMap(([what, [kinds, cells]]) =>
  kinds.split(' ').map((kind) => ({ what, kind: kind as TextKind, cells })),
);

test.each(damagedCells)('$what is an error in a $kind', ({ kind, cells }) => {
  fc.assert(
    fc.property(cells, (cell) => findDamage(cell, kind)?.level === 'error'),
    {
      numRuns: process.env.LONG_FORMS ? 2_000 : 100,
    },
  );
});

test.each<[TextKind, string]>([
  ['number', '2.61E7'],
  ['number', 'Â 00123'],
  ['text', '#SPILL!'],
  ['text', '-1.#IND'],
  ['address', 'Temple RoadÂ Mysuru'],
  ['address', 'R&amp;D Colony'],
  ['address', 'Ren?e Road'],
  ['address', 'Ra√∫l Road'],
  ['name', "vk'kk jko"],
  ['name', 'gÁdÄ'],
])('in a %s, %s is an error', (kind, cell) => {
  expect(findDamage(cell, kind)?.level).toBe('error');
});

test.each<[TextKind, string]>([
  ['name', 'Ramesh undefined'],
  ['name', 'A.'],
  ['name', "'Meera Nair"],
  ['address', 'null, null'],
  ['address', 'Address not found'],
  ['number', 'N/A'],
  ['name', 'Christopher Null'],
])('in a %s, %s is a warning', (kind, cell) => {
  expect(findDamage(cell, kind)?.level).toBe('warning');
});

test.each<[TextKind, string]>([
  ['name', 'DeÁngelo O’Keefe'],
  ['name', 'JOSÉ ÁNGEL'],
  ['name', 'ಆಶಾ ರಾವ್'],
  ['name', 'आशा राव'],
  ['address', 'Flat #B?, 25°C Road'],
  ['address', 'Café “Menü”, №4 – 1ª Cross'],
  ['address', 'Road 5; Mysuru'],
  ['address', '21 Janpath'],
  ['address', '12 Market'],
  ['address', '-5/6 Main Road ;mysuru'],
  ['address', 'Plot Nº 12, Gate N° 5'],
  ['name', "sean o'keefe"],
  ['number', '12-A'],
  ['number', 'E12'],
  ['number', '12 MARKS'],
  ['text', 'Uptake of Cu²⁺ and Fe³⁺ with Tween® 80'],
  ['code', 'MAY-01'],
  ['text', 'B.Sc. (Hons.) 1:1'],
  ['day', '25/03/2002'],
])('in a %s, %s is what somebody typed', (kind, cell) => {
  expect(findDamage(cell, kind)).toBeNull();
});

test('what people type is no damage, and a doubtful name is a warning', () => {
  for (const [kind, cells] of Object.entries(soundCells))
    for (const cell of cells) expect(findDamage(cell, kind as TextKind), cell).toBeNull();
  for (const name of doubtfulNames) expect(findDamage(name, 'name')?.level, name).toBe('warning');
});

test('a long cell costs no more than its length', () => {
  const start = performance.now();
  for (const cell of ['? '.repeat(100_000), `a${'\u0301'.repeat(100_000)}`]) findDamage(`${cell}b`, 'name');
  expect(performance.now() - start).toBeLessThan(1_000);
});

test.each(['2.61E+07', '2,61E+07', '2.61e+7', '1.23456789012346E+15', '3E-05'])(
  '%s is an exponent',
  (text) => {
    expect(findDamage(text, 'number')?.wanted).toContain('exponent');
  },
);

test.each([
  '01/02/2026',
  '1-2-2026',
  '1.2.2026',
  '2026-02-01',
  '2026-02-01 00:00:00',
  '2026-02-01T00:00:00.000Z',
  '01-Feb-26',
  '1 February 2026',
  '1-Feb',
  'Feb-26',
  ' 31/12/1999 ',
])('%s is a date', (text) => {
  expect(findDamage(text, 'number')?.wanted).toContain('date');
  expect(findDamage(text, 'code')).toBeNull();
});

test.each([
  '',
  '24100363',
  '2E10',
  '1E05',
  'COL001231008',
  '24/10/12',
  '2024/123456',
  '1MS20CS001',
  'MAY001',
  '12-2026-001',
  '45/13/20266',
  '9999-99-99',
  'E+07',
])('%s is a number as colleges give it', (text) => {
  expect(findDamage(text, 'number')).toBeNull();
});

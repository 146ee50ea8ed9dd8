import fc from 'fast-check';
import { expect, test } from 'vitest';
import { containsAadhaar, maskAadhaar } from './aadhaar.ts';

/** UIDAI's own specimen, and another number with its check digit. */
const [specimen, other] = ['999941057058', '234123412346'] as const;

test.each([
  specimen,
  '9999 4105 7058',
  '9999-4105-7058',
  '9999–4105–7058',
  '99994105 7058',
  '9 9 9 9 4 1 0 5 7 0 5 8',
  `Aadhaar:${specimen}.`,
  `his number (${specimen}) and roll 24100310`,
  'roll 12 9999 4105 7058 seen',
  '9999 4105 7058 2024',
  '೯೯೯೯ ೪೧೦೫ ೭೦೫೮',
  '９９９９ ४१०५ 7058',
])('%s holds one', (text) => {
  expect(containsAadhaar(text)).toBe(true);
});

test.each([
  '',
  '999941057059',
  '9999 4105 705',
  `1${specimen}`,
  `${specimen}1`,
  `A${specimen}`,
  `${specimen}B`,
  '034123412341',
  '9999/4105/7058',
  'Ph. 0821 241 5600, 98450 12345',
  '01a20681-ce3b-70b5-a1eb-dd99ef184fb1',
  'a word of text',
])('%s holds none', (text) => {
  expect(containsAadhaar(text)).toBe(false);
});

test('the first eight digits of each are masked, and nothing else', () => {
  expect(maskAadhaar('9999 4105 7058')).toBe('XXXX XXXX 7058');
  expect(maskAadhaar(`scan-${specimen}.pdf of ${other}`)).toBe('scan-XXXXXXXX7058.pdf of XXXXXXXX2346');
  expect(maskAadhaar(`${specimen} ${other}`)).toBe('XXXXXXXX7058 XXXXXXXX2346');
  expect(maskAadhaar('೯೯೯೯ ೪೧೦೫ ೭೦೫೮')).toBe('XXXX XXXX ೭೦೫೮');
  expect(maskAadhaar('photo 24100310.jpg')).toBe('photo 24100310.jpg');
});

test('one of ten numbers has its check digit, whatever stands before it; a wrong digit or two exchanged ones show', () => {
  const eleven = fc
    .tuple(fc.integer({ min: 2, max: 9 }), fc.integer({ min: 0, max: 9_999_999_999 }))
    .map(([first, rest]) => `${first}${String(rest).padStart(10, '0')}`);
  const checked = (digits: string) =>
    Array.from({ length: 10 }, (_, check) => `${digits}${check}`).filter(containsAadhaar);
  fc.assert(
    fc.property(eleven, fc.integer({ min: 1, max: 10 }), (digits, place) => {
      const [number, ...more] = checked(digits);
      expect(more).toEqual([]);
      const other = String((Number(number![place]) + 1) % 10);
      expect(containsAadhaar(number!.slice(0, place) + other + number!.slice(place + 1))).toBe(false);
      const [left, right] = [number![place]!, number![place + 1]!];
      const exchanged = number!.slice(0, place) + right + left + number!.slice(place + 2);
      expect(containsAadhaar(exchanged)).toBe(left === right);
      expect(containsAadhaar(maskAadhaar(`no ${number} here`))).toBe(false);
    }),
  );
});

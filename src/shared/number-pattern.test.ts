import { describe, expect, test } from 'vitest';
import { pick, type Random, seeded } from '#dev/testing/random.ts';
import {
  collisionOf,
  exampleOf,
  faultOfPattern,
  formatNumber,
  mayContain,
  type NumberFacts,
  type NumberPattern,
  numberKey,
  parsePattern,
  readNumber,
} from './number-pattern.ts';

/** How many random patterns are tried. */
const depth = process.env.LONG_FORMS ? 400 : 25;
const seed = Number(process.env.NUMBER_SEED ?? Math.floor(Math.random() * 1e9));

function seededHere(): Random {
  console.log(`NUMBER_SEED=${seed}`);
  return seeded(seed);
}

test('numbers are written as the pattern says, also beyond its width', () => {
  const write = (pattern: string, facts: Partial<NumberFacts>) =>
    formatNumber(parsePattern(pattern), { year: 2025, letters: 'DEG', n: 1, ...facts });
  expect(write('{year}/{n:6}', {})).toBe('2025/000001');
  expect(write('SU/{yy1}-{yy2}/{n:4}', {})).toBe('SU/24-25/0001');
  expect(write('SU/{yy1}-{yy2}/{n:4}', { year: 2100, n: 12_345 })).toBe('SU/99-00/12345');
  expect(write('{type} {n}', { n: 10 })).toBe('DEG 10');
});

test.each([
  ['SU/{year}', ['year'], '{n:4}'],
  ['SU/{n:5}', ['year'], '{year}'],
  ['SU/{year}/{n:5}', ['year', 'type'], '{type}'],
  ['SU/{year}/{what}/{n:5}', ['year'], '{what}'],
  ['SU/{year}/{n:0}', ['year'], '{n:0}'],
  ['SU/{year:2}/{n}', ['year'], '{year:2}'],
  ['SU/{n}/{n:5}', [], 'once'],
  ['SU/{n', [], '{'],
  ['विवि/{n:5}', [], 'letters A to Z'],
  ['{yy1}{n:5}', ['year'], 'acknowledgement'],
  ['ACK{n:6}', [], 'acknowledgement'],
])('%s that counts by %j is refused, and says why', (pattern, scope, words) => {
  expect(faultOfPattern(pattern, scope)).toContain(words);
});

test.each([
  ['{year}/{n:6}', ['year']],
  ['{year}{n:6}', ['year']],
  ['SU/{yy1}-{yy2}/{n:4}', ['year']],
  ['{type}.{yy2}.{n}', ['year', 'type']],
  ['DU{n:7}', []],
])('%s that counts by %j is a pattern', (pattern, scope) => {
  expect(faultOfPattern(pattern, scope)).toBeNull();
});

test.each([
  ['2025-123', '2025/000123'],
  [' 2025 000123', '2025/000123'],
  ['2025000123', '2025/000123'],
  ['2025/1000123', '2025/1000123'],
  ['2025/0', null],
  ['1999/000123', null],
  ['2025/000123/X', null],
])('%j is read as %j', (written, number) => {
  const pattern = parsePattern('{year}/{n:6}');
  const facts = readNumber(pattern, written);
  expect(facts && formatNumber(pattern, facts)).toBe(number);
});

test.each([
  ['AB/{year}/{n:6}', 'AB{year}-{n:6}', true],
  ['AB/{yy1}-{yy2}/{n:4}', 'ab-{yy1}{yy2}/{n:4}', true],
  ['AB/{year}/{n:3}', 'AB/{year}/{n:4}', true],
  ['AB/{year}/{n:6}', 'AB/{yy1}{yy2}/{n:6}', true],
  ['AB{year}/{n:4}', 'AB{year}/1{n:3}', true],
  ['AB/{year}/{n:4}', 'AC/{year}/{n:4}', false],
  ['AB{n:4}', 'AB{n:4}X', false],
  ['{type}/{n:4}', 'DEG{n:4}', true],
  ['AB/{yy1}/{yy2}/{n:2}', 'AB/{yy2}/{yy1}/{n:2}', false],
])('%s and %s: a number of both is %s', (one, other, isThere) => {
  const [first, second] = [parsePattern(one), parsePattern(other)];
  expect(collisionOf(first, second) !== null).toBe(isThere);
  expect(collisionOf(second, first) !== null).toBe(isThere);
});

test('a text is part of a number, or cannot be', () => {
  const pattern = parsePattern('SU/{yy1}-{yy2}/{n:4}');
  for (const part of ['su/24', '5/00', 'U', '-25/12345', 'SU/24-25/0001'])
    expect(mayContain(pattern, part), part).toBe(true);
  for (const text of ['SU24', 'Asha', '12345678901', '0/1/2'])
    expect(mayContain(pattern, text), text).toBe(false);
});

const texts = ['A', 'B', 'AB', 'Z1', '1', '20', '25', '/', '-', ' ', '.'];
const places = ['{year}', '{yy1}', '{yy2}', '{type}', '{n}', '{n:2}', '{n:4}'];

/** A pattern in which nothing is wrong; short, so that many have numbers in common. */
function somePattern(random: Random): string {
  for (;;) {
    const pieces = Array.from({ length: 2 + random(4) }, () => pick(random, random(3) ? places : texts));
    if (faultOfPattern(pieces.join(''), []) === null) return pieces.join('');
  }
}

function someFacts(random: Random): NumberFacts {
  return {
    year: 2001 + random(100),
    letters: pick(random, ['A', 'B', 'AB', 'BA', 'DEG', 'DEGREE']),
    n: 1 + random(10 ** (1 + random(6))),
  };
}

describe('of random patterns', () => {
  test('what is written is read again, whatever separators and letters somebody types', () => {
    const random = seededHere();
    for (let turn = 0; turn < 12 * depth; turn += 1) {
      const written = somePattern(random);
      const pattern = parsePattern(written);
      const facts = someFacts(random);
      const number = formatNumber(pattern, facts);
      const typed = number.toLowerCase().replaceAll(/[/. -]/g, () => pick(random, ['', '-', ' ', '/']));
      for (const text of [number, typed]) {
        const read = readNumber(pattern, text);
        const what = `${written}: ${text}`;
        expect(read?.n, what).toBe(facts.n);
        expect(formatNumber(pattern, read!), what).toBe(number);
      }
      expect(mayContain(pattern, number.slice(random(number.length))), `${written}: ${number}`).toBe(true);
    }
  });

  test('two that are kept apart never give the same number, and those that are not have one in common', () => {
    const random = seededHere();
    const counts = { apart: 0, together: 0 };
    const keysOf = (pattern: NumberPattern, facts: readonly NumberFacts[]) =>
      new Set(facts.map((one) => numberKey(formatNumber(pattern, one))));
    for (let turn = 0; turn < depth; turn += 1) {
      const [one, other] = [somePattern(random), somePattern(random)];
      const [first, second] = [parsePattern(one), parsePattern(other)];
      const shared = collisionOf(first, second);
      const what = `${one} and ${other}: ${shared}`;
      counts[shared ? 'together' : 'apart'] += 1;
      if (shared) {
        for (const pattern of [first, second])
          expect(numberKey(formatNumber(pattern, readNumber(pattern, shared)!)), what).toBe(shared);
        continue;
      }
      const facts = Array.from({ length: 600 }, () => someFacts(random));
      const keys = keysOf(first, facts);
      for (const key of keysOf(second, facts)) {
        expect(keys.has(key), `${what} ${key}`).toBe(false);
        const read = readNumber(first, key);
        expect(read && numberKey(formatNumber(first, read)), what).not.toBe(key);
      }
    }
    expect(Math.min(counts.apart, counts.together)).toBeGreaterThan(depth / 40);
  });

  test('one series never gives a number twice', () => {
    const random = seededHere();
    for (let turn = 0; turn < depth / 2; turn += 1) {
      const written = somePattern(random);
      const pattern = parsePattern(written);
      const said = new Map<string, string>();
      for (let count = 0; count < 300; count += 1) {
        const facts = someFacts(random);
        const key = numberKey(formatNumber(pattern, facts));
        const { year, letters, n } = readNumber(pattern, key)!;
        const facet = JSON.stringify([
          /year|yy/.test(written) && year,
          written.includes('type') && letters,
          n,
        ]);
        expect(said.get(key) ?? facet, `${written}: ${key}`).toBe(facet);
        expect(n).toBe(facts.n);
        said.set(key, facet);
      }
    }
  });
});

test('an example is a number of its pattern', () => {
  expect(exampleOf(parsePattern('{year}/{n:6}'))).toBe('2025/000123');
  expect(exampleOf(parsePattern('SU/{yy1}-{yy2}/{n:4}'))).toBe('SU/24-25/0123');
});

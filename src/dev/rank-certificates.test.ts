import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { demoAward } from './seed/demo-awards.ts';

const packs = path.resolve(import.meta.dirname, '../../packs');
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);

type PackType = { name: string; title?: string; requires?: string[] };

test('a pack does not print a rank certificate without a rank', () => {
  const types = readdirSync(packs).flatMap((name) => {
    const pack = JSON.parse(readFileSync(path.join(packs, name, 'pack.json'), 'utf8'));
    return pack.certificateTypes as PackType[];
  });
  const ofRank = types.filter(({ name, title }) => /\brank\b/i.test(`${name} ${title}`));
  expect(ofRank.length).toBeGreaterThan(0);
  for (const { name, requires } of ofRank) expect(requires, name).toContain('rank');
});

test(`nobody of the demo has a rank or medal with less than a first class (seed ${seed})`, () => {
  let ranked = 0;
  fc.assert(
    fc.property(fc.nat(2_000), fc.integer({ min: 2020, max: 2030 }), (index, year) => {
      const award = demoAward('Fatima Desai', { index, year, address: 'Mysuru 570001' });
      if (award.rank === '') return;
      ranked += 1;
      expect(award.division).toMatch(/^First Class/);
      if (award.percentage !== '') expect(award.percentage).toBeGreaterThanOrEqual(60);
    }),
    { seed, numRuns: 2_000 },
  );
  expect(ranked).toBeGreaterThan(20);
});

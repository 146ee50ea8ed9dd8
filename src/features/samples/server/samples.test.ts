import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { longTest } from '#dev/testing/long-test.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { filePool, type StaffCaller } from '#dev/testing/portal.ts';
import { pageTexts } from '#dev/testing/print-file.ts';
import { pick, seeded } from '#dev/testing/random.ts';
import { runWithoutTriggers } from '#dev/testing/run-without-triggers.ts';
import { csvOf, importIn, uploadSpreadsheet } from '#dev/testing/uploads.ts';
import { addMonths, dayInIndia } from '#shared/format.ts';
import { errorFactor, publishedSize } from './published-sizes.testing.ts';

const seed = Number(process.env.SAMPLES_SEED ?? Date.now() % 2 ** 31);
console.log(`SAMPLES_SEED=${seed}`);
const random = seeded(seed);

const { portal, office } = await fileOffice();
const pool = filePool(portal.ownerUrl);
const [admin, auditor] = await portal.asEach('admin', 'auditor');
const here = await portal.as('auditor', { collegeId: office.collegeId });
const there = await portal.as('auditor', { collegeId: office.otherCollegeId });

/** 395 drafts of ₹200 to ₹8,000 and one of ₹1,00,000, of two colleges. */
const drawn = addMonths(dayInIndia(new Date()), -1);
const amounts = [100_000, ...Array.from({ length: 394 }, () => 200 + random(7_801))];
const lines = amounts.map(
  (amount, n) => `${400_001 + n},${drawn},State Bank,Hassan,${amount},,${n % 3 === 0 ? 'COL002' : 'COL001'}`,
);
const header = 'Draft number,Date of the draft,Bank,Branch,Amount,Balance,College code';
const sheet = await uploadSpreadsheet(admin, 'opening_drafts', csvOf(header, ...lines));
await importIn(admin, sheet, 'checked');
await admin.api.imports.commitImport({ id: sheet });
await importIn(admin, sheet, 'committed');

const plan = { method: 'attributes' as const, confidence: 95, tolerable: 5, expected: 0 };
const ofDrafts = { ...plan, population: 'demand_drafts' as const };
type Draft = { id: string; amount: number };

async function draftsOf(collegeId?: string): Promise<Draft[]> {
  const { rows } = await pool.query<Draft>(
    'select id, amount from demand_drafts where $1::uuid is null or college_id = $1',
    [collegeId ?? null],
  );
  return rows;
}

const rankOf = (key: string, id: string) => createHash('sha256').update(`${key}:${id}`).digest('hex');
const ranked = <Row extends { id: string }>(rows: readonly Row[], key: string) =>
  rows.toSorted((a, b) => (rankOf(key, a.id) < rankOf(key, b.id) ? -1 : 1));

async function drawnSample(person: StaffCaller, input: object) {
  const { id, size } = await person.api.samples.drawSample({ ...ofDrafts, ...input });
  const found = await person.api.samples.getSample({ id });
  expect(found.size).toBe(size);
  expect(found.upperLimit, 'nothing is judged yet').toBeNull();
  expect(found.items.map(({ position }) => position)).toEqual(found.items.map((_, place) => place + 1));
  return { ...found, id, ids: found.items.map(({ recordId }) => recordId) };
}

/** The working papers of all items; `wrong` says by how many rupees those of some positions are. */
async function judgeAll(person: StaffCaller, id: string, wrong: ReadonlyMap<number, number | undefined>) {
  const { items } = await person.api.samples.getSample({ id });
  for (const { position } of items) {
    const wrongRupees = wrong.get(position);
    if (position === items.length)
      expect((await person.api.samples.getSample({ id })).upperLimit, 'but for one').toBeNull();
    await person.api.samples.judgeItem({
      ...{ id, position, result: wrong.has(position) ? 'wrong' : 'right', note: `Seen ${position}` },
      ...(wrongRupees === undefined ? {} : { wrongRupees }),
    });
  }
  return person.api.samples.getSample({ id });
}

describe('how many', () => {
  test('the sizes that the tests reckon with are the published ones', () => {
    const sizes = [0, 1, 2].map((expected) => publishedSize(1_000_000, { ...plan, expected }));
    expect(sizes).toEqual([59, 93, 181]);
    expect(publishedSize(99_395, { ...plan, expected: 2 })).toBe(181);
    expect(publishedSize(395, plan)).toBe(54);
    expect([0, 1, 2].map((found) => errorFactor(95, found).toFixed(2))).toEqual(['3.00', '4.74', '6.30']);
  });

  test('of 395 records 54 are drawn at 95 %, 5 % tolerable and none expected', async () => {
    expect((await drawnSample(auditor, {})).size).toBe(54);
  });

  test('by any confidence and rates', async () => {
    for (let round = 0; round < 6; round += 1) {
      const tolerable = 3 + random(8);
      const asked = { confidence: 80 + random(20), tolerable, expected: random(2) };
      const sample = await drawnSample(auditor, asked);
      const { length } = await draftsOf();
      expect(sample.size, JSON.stringify(asked)).toBe(publishedSize(length, asked));
      expect(new Set(sample.ids).size).toBe(sample.size);
    }
  });
});

describe('which', () => {
  test('those whose SHA-256 of seed and id comes first, so that a larger sample contains a smaller one', async () => {
    const few = await drawnSample(auditor, { tolerable: 10 });
    const many = await drawnSample(auditor, { expected: 2, confidence: 99 });
    const all = await draftsOf();
    for (const { seed: printed, ids, size } of [few, many]) {
      expect(printed).toMatch(/^\d{4}\/\d+$/);
      const order = ranked(all, printed).map(({ id }) => id);
      expect(ids.toSorted()).toEqual(order.slice(0, size).toSorted());
    }
    // By the seed of one, what is drawn of the other’s size contains it.
    const larger = ranked(all, few.seed).slice(0, many.size);
    expect(larger.map(({ id }) => id)).toEqual(expect.arrayContaining(few.ids));
  });

  test('by rupees one of each interval, and what is as large as the interval for certain', async () => {
    const { items, size, interval, seed: printed } = await drawnSample(auditor, { method: 'rupees' });
    const all = await draftsOf();
    const total = all.reduce((sum, { amount }) => sum + amount, 0);
    expect(size).toBe(Math.ceil(errorFactor(95, 0) / 0.05));
    // As wide as the size before it is rounded up asks, or after it.
    expect(interval).toBeGreaterThanOrEqual(Math.floor(total / size));
    expect(interval).toBeLessThanOrEqual((0.05 * total) / errorFactor(95, 0));
    const chosen = new Map(items.map(({ recordId, ...item }) => [recordId, item]));
    expect(chosen.size).toBe(items.length);
    // The rupees in a row that no item stands for, in the order of the digests.
    let [passed, longest] = [0, 0];
    for (const { id, amount } of ranked(all, printed)) {
      const item = chosen.get(id);
      if (item) expect(item).toMatchObject({ rupees: amount, isCertain: amount >= interval! });
      else expect(amount).toBeLessThan(interval!);
      passed = item ? 0 : passed + amount;
      longest = Math.max(longest, passed);
    }
    expect(longest).toBeLessThan(2 * interval!);
    expect(items.some(({ isCertain }) => isCertain)).toBe(true);
    expect(items.length).toBeLessThanOrEqual(size + 1);
  });
});

describe('what it says', () => {
  test('of attributes: with so many found wrong the rate is at most this, once all are judged', async () => {
    for (const found of [0, 2]) {
      const { id, size } = await drawnSample(auditor, {});
      const positions = new Set<number>();
      while (positions.size < found) positions.add(1 + random(size));
      const judged = await judgeAll(auditor, id, new Map([...positions].map((one) => [one, undefined])));
      const limit = (100 * errorFactor(95, found)) / size;
      expect(Math.abs(judged.upperLimit! - limit), `${judged.upperLimit}, not ${limit}`).toBeLessThan(0.1);
      expect(judged.items.filter(({ result }) => result === 'wrong')).toHaveLength(found);
      expect(judged.items.map(({ note }) => note)).toEqual(judged.items.map((_, n) => `Seen ${n + 1}`));
    }
  });

  test('of rupees: the upper limit widens by the taint of what is wrong', async () => {
    for (const isTainted of [false, true]) {
      const { id, items, interval } = await drawnSample(auditor, { method: 'rupees' });
      const one = pick(
        random,
        items.filter(({ isCertain }) => !isCertain),
      );
      const wrongRupees = Math.max(1, Math.floor(one.rupees! / 4));
      const wrong = new Map(isTainted ? [[one.position, wrongRupees]] : []);
      const { upperLimit } = await judgeAll(auditor, id, wrong);
      const [none, next] = [errorFactor(95, 0), errorFactor(95, 1)];
      const taint = isTainted ? wrongRupees / one.rupees! : 0;
      const expected = interval! * (none + taint * (next - none));
      expect(Math.abs(upperLimit! - expected), `${upperLimit}, not ${expected}`).toBeLessThan(expected / 500);
    }
  });

  test('is a PDF with the seed and the size, and stands in the log', async () => {
    const { id, seed: printed, size } = await drawnSample(auditor, {});
    await auditor.api.samples.judgeItem({ id, position: 1, result: 'right' });
    const response = await auditor.fetch(`/api/samples/${id}/pdf`);
    const pdf = Buffer.from(await response.arrayBuffer());
    const text = (await pageTexts(pdf)).join(' ');
    expect(text).toContain(printed);
    expect(text).toContain(String(size));
    const { rows } = await pool.query(
      'select event, actor_id from audit_events where record_id = $1 order by sequence',
      [id],
    );
    expect(rows).toEqual(
      ['samples.drawn', 'samples.judged'].map((event) => ({ event, actor_id: auditor.actor.id })),
    );
  });
});

describe('who', () => {
  test('an auditor of a college draws of that college alone, and another one does not see it', async () => {
    const own = await draftsOf(office.collegeId);
    const sample = await drawnSample(here, {});
    expect(sample.size).toBe(publishedSize(own.length, plan));
    expect(sample.ids.toSorted()).toEqual(
      ranked(own, sample.seed)
        .slice(0, sample.size)
        .map(({ id }) => id)
        .toSorted(),
    );
    const { id } = sample;
    const whole = await drawnSample(auditor, {});
    for (const [person, foreign] of [
      [there, id],
      [there, whole.id],
      [here, whole.id],
    ] as const) {
      await expectDomainError(person.api.samples.getSample({ id: foreign }), 'samples.not_found');
      await expectDomainError(
        person.api.samples.judgeItem({ id: foreign, position: 1, result: 'right' }),
        'samples.not_found',
      );
      expect((await person.fetch(`/api/samples/${foreign}/pdf`)).status).toBe(404);
      expect((await person.api.samples.listSamples({})).rows.map((row) => row.id)).not.toContain(foreign);
    }
    expect((await here.api.samples.listSamples({})).rows.map((row) => row.id)).toEqual([id]);
    expect((await auditor.api.samples.getSample({ id })).items).toHaveLength(sample.size);
  });

  test('nobody at the desks draws, reads or judges one, and no plan is beyond its limits', async () => {
    const { id } = await drawnSample(auditor, {});
    for (const wrong of [{ confidence: 79 }, { confidence: 100 }, { tolerable: 0 }])
      await expectDomainError(auditor.api.samples.drawSample({ ...ofDrafts, ...wrong }), 'request.invalid');
    for (const role of ['admin', 'case_worker', 'receiver', 'printer'] as const) {
      const { api, fetch } = await portal.as(role);
      await expectDomainError(api.samples.drawSample(ofDrafts), 'auth.not_permitted');
      await expectDomainError(api.samples.getSample({ id }), 'auth.not_permitted');
      await expectDomainError(
        api.samples.judgeItem({ id, position: 1, result: 'right' }),
        'auth.not_permitted',
      );
      expect((await fetch(`/api/samples/${id}/pdf`)).status).toBe(403);
    }
  });
});

// The last one: so many stand in the way of the others.
longTest('of a hundred thousand 59, 93 and 181 are drawn', { timeout: 900_000 }, async () => {
  await runWithoutTriggers(
    portal,
    `insert into demand_drafts (id, number, drawn_on, bank, branch, amount, college_id, received_by, received_at, opening_import_id)
     select gen_random_uuid(), lpad(n::text, 6, '0'), drawn_on, 'Other bank', branch, 100, college_id, received_by,
            received_at, opening_import_id
       from (select * from demand_drafts limit 1) d, generate_series(1, 99_000) n`,
  );
  for (const [expected, size] of [59, 93, 181].entries())
    expect((await drawnSample(auditor, { expected })).size).toBe(size);
});

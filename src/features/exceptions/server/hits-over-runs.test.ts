import { describe, expect, test } from 'vitest';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { draftEntry, receiveApplication } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { fileClient } from '#dev/testing/portal.ts';
import { officeWithPaper } from '#dev/testing/print-room.ts';
import { seeded } from '#dev/testing/random.ts';
import { addDays, dayInIndia } from '#shared/format.ts';
import { runRules } from './run-rules.ts';

const seed = Date.now() % 1_000_000;
const random = seeded(seed);
const { portal, office } = await fileOffice();
const [admin, auditor, colleague, receiver] = await portal.asEach('admin', 'auditor', 'auditor', 'receiver');
const owner = await fileClient(portal.ownerUrl);
// Days in the past, which no command writes.
await owner.query('set session_replication_role = replica');

const late = 'draft_deposited_late';
const today = dayInIndia(new Date());
let night = Date.now();
/** The pass of the next night but that of a Sunday; its moment. Whether a pass ends in an error is the job's matter: it is what it leaves behind. */
async function run(rules?: string[]): Promise<Date> {
  do night += 86_400_000;
  while (new Date(dayInIndia(new Date(night))).getUTCDay() === 0);
  const now = new Date(night);
  await runRules(portal.services, { ...(rules && { rules }), now }).catch(() => undefined);
  return now;
}

async function receivedDraft(): Promise<string> {
  const entry = draftEntry();
  await receiveApplication(receiver, office, { drafts: [entry] });
  const { rows } = await owner.query('select id from demand_drafts where number = $1', [entry.number]);
  return rows[0].id;
}
/** The draft came to the office so many days ago, at a moment that does not move while the test runs. */
async function age(draft: string, days: number): Promise<void> {
  const moment = `${addDays(today, -days)}T11:00:00+05:30`;
  const came = 'set received_at = $2::timestamptz, drawn_on = $2::date - 5';
  await owner.query(`update demand_drafts ${came} where id = $1`, [draft, moment]);
}

async function hitOf(rule: string, record: string) {
  const statement = 'select * from exception_hits where rule = $1 and record_id = $2';
  const { rows } = await owner.query(statement, [rule, record]);
  expect(rows.length, `hits of ${record}, seed ${seed}`).toBeLessThan(2);
  return rows[0];
}
type State = 'all' | 'new' | 'open' | 'lapsed' | 'explained' | 'gone';
async function listed(record: string, state: State) {
  const { rows } = await auditor.api.exceptions.listExceptionHits({ rule: late, state, limit: 100 });
  return rows.find(({ recordId }) => recordId === record);
}
const stateOf = async (record: string) => (await listed(record, 'all'))!.state;

async function lateDraft(days = 20 + random(50)) {
  const draft = await receivedDraft();
  await age(draft, days);
  await run([late]);
  return { draft, days, hit: await hitOf(late, draft) };
}
const explain = (ids: string[], until: string, text = 'The weekly trip to the bank, office order 12.') =>
  auditor.api.exceptions.explainHits({ ids, text, until });

describe('a hit', () => {
  test('keeps its identity over runs, and says when it was first and last seen and by which limits', async () => {
    const draft = await receivedDraft();
    await age(draft, 15);
    await run([late]);
    expect(await hitOf(late, draft), 'at the limit').toBeUndefined();
    await age(draft, 16);
    const monday = await run([late]);
    const first = await hitOf(late, draft);
    expect(first).toMatchObject({ first_seen: monday, last_seen: monday, limits: { days: 15 } });
    expect(first).toMatchObject({ gone_at: null, college_id: office.collegeId });
    const tuesday = await run([late]);
    expect(await hitOf(late, draft)).toEqual({ ...first, last_seen: tuesday });
    const row = (await listed(draft, 'open'))!;
    expect(row).toMatchObject({ id: first.id, rule: late, recordType: 'demand_draft' });
    expect(['new', 'open']).toContain(row.state);
    expect(row.firstSeen).toBe(monday.toISOString());
  });

  test('is explained until a day and through further runs, and lapses after that day', async () => {
    const { draft, hit } = await lateDraft();
    const until = addDays(today, 100 + random(200));
    await expectDomainError(explain([hit.id], addDays(today, 368)), 'request.invalid');
    await expectDomainError(explain([hit.id], until, ' '), 'request.invalid');
    const other = await lateDraft();
    expect(await explain([hit.id, other.hit.id], until)).toEqual({ explained: 2 });
    expect(await listed(draft, 'explained')).toMatchObject({ state: 'explained', explainedUntil: until });
    expect(await listed(draft, 'open')).toBeUndefined();
    for (let nights = 0; nights < 3; nights += 1) await run([late]);
    expect(await stateOf(draft), `seed ${seed}`).toBe('explained');

    // Written earlier as well, because nobody explains until a day that is over.
    const move = `update exception_notes set until = $2, written_at = written_at - interval '1 day' where hit_id = $1`;
    await owner.query(move, [hit.id, today]);
    expect(await stateOf(draft), 'on its last day').toBe('explained');
    await owner.query(move, [hit.id, addDays(today, -1)]);
    expect(await stateOf(draft), 'the day after').toBe('lapsed');
    expect(await listed(draft, 'open')).toBeDefined();
    expect(await listed(draft, 'explained')).toBeUndefined();
  });

  test('has the explanation that was written last, whatever the clock said', async () => {
    const { draft, hit } = await lateDraft();
    await explain([hit.id], addDays(today, 7));
    await owner.query(
      `update exception_notes set written_at = written_at + interval '1 hour' where hit_id = $1`,
      [hit.id],
    );
    await explain([hit.id], addDays(today, 9));
    expect(await listed(draft, 'explained')).toMatchObject({ explainedUntil: addDays(today, 9) });
  });

  test('lapses when its parts change, keeps its notes, and is explained by a new one', async () => {
    const { draft, days, hit } = await lateDraft();
    await explain([hit.id], addDays(today, 90), 'First note.');
    await age(draft, days + 1);
    await run([late]);
    expect(await hitOf(late, draft)).toMatchObject({ id: hit.id });
    expect((await hitOf(late, draft)).parts).not.toEqual(hit.parts);
    expect(await stateOf(draft)).toBe('lapsed');
    const until = addDays(today, 30);
    await colleague.api.exceptions.explainHits({ ids: [hit.id], text: 'Second note.', until });
    const detail = await auditor.api.exceptions.getExceptionHit({ id: hit.id });
    expect(detail).toMatchObject({ state: 'explained', explainedUntil: until });
    const written = detail.notes.map(({ text, writtenBy }) => `${text} ${writtenBy}`).toSorted();
    expect(written).toEqual([`First note. ${auditor.actor.name}`, `Second note. ${colleague.actor.name}`]);
  });

  test('is gone from the day on which it was undone, and is the same one when it is back', async () => {
    const { draft, hit } = await lateDraft();
    await age(draft, 0);
    const undone = await run([late]);
    expect(await hitOf(late, draft)).toMatchObject({ id: hit.id, gone_at: undone, last_seen: hit.last_seen });
    expect(await stateOf(draft)).toBe('gone');
    expect(await listed(draft, 'open')).toBeUndefined();
    expect(await listed(draft, 'gone')).toMatchObject({ goneAt: undone.toISOString() });
    await run([late]);
    expect((await hitOf(late, draft)).gone_at, 'it went once').toEqual(undone);
    await age(draft, 40);
    await run([late]);
    expect(await hitOf(late, draft)).toMatchObject({ id: hit.id, gone_at: null, first_seen: hit.first_seen });
    expect(await listed(draft, 'open')).toBeDefined();
  });
});

describe('rules', () => {
  const backDated = 'entered_back_dated';
  let serial = 100 * (1 + random(900));
  /** A delivery that is entered so many days after it came; the record of its event. */
  async function deliveredBefore(days: number): Promise<string> {
    const { paperId } = await officeWithPaper(portal, office, 0);
    serial += 10;
    const range = { serialPrefix: 'R', firstSerial: serial, lastSerial: serial, totalQuantity: 1 };
    const receivedOn = addDays(today, -days);
    return (await admin.api.stock.receiveBlanks({ paperId, ...range, receivedOn })).id;
  }

  test('on events take new events only, and what they found stays', async () => {
    const [old, found] = [await deliveredBefore(0), await deliveredBefore(30)];
    const { rows: head } = await owner.query('select sequence from audit_head');
    await run([backDated]);
    const hit = await hitOf(backDated, found);
    expect(hit).toMatchObject({ gone_at: null });
    const mark = 'select up_to_sequence from exception_rules where rule = $1';
    const { rows } = await owner.query(mark, [backDated]);
    expect(Number(rows[0].up_to_sequence)).toBeGreaterThanOrEqual(Number(head[0].sequence));
    await owner.query(
      `update audit_events set after = jsonb_set(after, '{receivedOn}', '"2020-02-03"') where event = 'stock.received' and record_id = $1`,
      [old],
    );
    const next = await deliveredBefore(12);
    await run([backDated]);
    expect(await hitOf(backDated, next)).toMatchObject({ gone_at: null });
    expect(await hitOf(backDated, old), 'an event below the mark').toBeUndefined();
    expect(await hitOf(backDated, found)).toMatchObject({ id: hit.id, gone_at: null });
  });

  test('that fail say so, keep what they found, and leave the others’ results', async () => {
    const { draft } = await lateDraft();
    const { paperId } = await officeWithPaper(portal, office, 2);
    const approved = `update blank_receipts set approved_at = now() - interval '400 days' where paper_id = $1`;
    await owner.query(approved, [paperId]);
    await run();
    const counted = await hitOf('count_overdue', paperId);
    const failing = async () => {
      const { rules } = await auditor.api.exceptions.listExceptionRules();
      return new Map(rules.map(({ name, failure }) => [name, failure]));
    };
    expect([...(await failing()).values()].filter(Boolean)).toEqual([]);

    await owner.query('alter table stock_counts rename to counts_of_stock');
    const during = await run();
    await owner.query('alter table counts_of_stock rename to stock_counts');
    const failures = await failing();
    expect(failures.get('count_overdue')).toEqual(expect.stringMatching(/\S/));
    expect(failures.get(late)).toBeNull();
    expect(await hitOf('count_overdue', paperId)).toEqual(counted);
    expect(await hitOf(late, draft)).toMatchObject({ last_seen: during });
    const after = await run();
    expect((await failing()).get('count_overdue')).toBeNull();
    expect(await hitOf('count_overdue', paperId)).toMatchObject({ id: counted.id, last_seen: after });
  });
});

describe('a limit', () => {
  const limit = { rule: late, name: 'days' };
  const propose = (value: number) => admin.api.exceptions.proposeLimit({ ...limit, value });
  const newest = async () =>
    (await owner.query('select * from exception_limits order by proposed_at desc, id desc limit 1')).rows[0];
  const decide = async (outcome: 'confirmed' | 'refused') => {
    const { id } = await newest();
    return auditor.api.exceptions.decideLimit({ id, outcome });
  };
  const valueInForce = async () => {
    const { limits } = await auditor.api.exceptions.listLimits();
    return limits.find(({ rule, name }) => rule === late && name === 'days')!.value;
  };

  test('that an admin proposes counts from the next run after an auditor confirmed it, and stands in the hits', async () => {
    const draft = await receivedDraft();
    await age(draft, 10);
    await propose(7);
    await run([late]);
    expect(await hitOf(late, draft), 'proposed').toBeUndefined();
    expect(await valueInForce()).toBe(15);
    await decide('confirmed');
    expect(await hitOf(late, draft), 'confirmed').toBeUndefined();
    await run([late]);
    expect(await hitOf(late, draft)).toMatchObject({ limits: { days: 7 }, gone_at: null });
    const { id } = await newest();
    const { changes } = await admin.api.exceptions.listLimits();
    expect(changes.find((change) => change.id === id)).toMatchObject({
      ...{ ...limit, before: 15, value: 7, proposedBy: admin.actor.name },
      ...{ decidedBy: auditor.actor.name, outcome: 'confirmed' },
    });
    const { rows } = await owner.query(
      `select event, actor_id from audit_events where event like 'exceptions.limit_%' order by sequence`,
    );
    expect(rows).toEqual([
      { event: 'exceptions.limit_proposed', actor_id: admin.actor.id },
      { event: 'exceptions.limit_decided', actor_id: auditor.actor.id },
    ]);
  });

  test('is proposed by admins alone and decided once by auditors alone; a refused one changes nothing', async () => {
    for (const { api } of [auditor, receiver])
      await expectDomainError(api.exceptions.proposeLimit({ ...limit, value: 9 }), 'auth.not_permitted');
    for (const value of [-1, 2.5]) await expectDomainError(propose(value), 'request.invalid');
    await propose(9);
    const { id } = await newest();
    const decision = { id, outcome: 'confirmed' as const };
    await expectDomainError(admin.api.exceptions.decideLimit(decision), 'auth.not_permitted');
    expect(await newest()).toMatchObject({ decided_by: null, outcome: null });
    const before = await valueInForce();
    await decide('refused');
    await expect(decide('confirmed'), 'decided twice').rejects.toThrow();
    expect(await newest()).toMatchObject({ outcome: 'refused', decided_by: auditor.actor.id });
    expect(await valueInForce()).toBe(before);
  });
});

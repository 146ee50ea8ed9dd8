import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Json } from '../harness/people.ts';
import { letters } from '../harness/random.ts';
import { draftOf, upload, versionOf, writePdf } from '../harness/records.ts';
import { once } from '../set-up/a-university.ts';
import { isRefusal, refusedAsApplication } from '../set-up/b-database.ts';
import { revoke, say } from '../set-up/c-discovery.ts';
import { factsOf, finishRun, prepareRun, print, verifyBy } from '../set-up/c-office.ts';
import { applyVerified, type Convened, convene, returnDraft } from './b-convene.ts';
import { findOperation, perform, tableLike } from './b-find.ts';
import { pagesOf, plain } from './b-pdf.ts';
import {
  entriesOf,
  type Resolution,
  type Roll,
  resolution,
  resolvedRoll,
  rollDocument,
  rollsOf,
} from './b-rolls.ts';

// UNIVERSITY.md 3: "Who leaves a closed roll (draft returned, revoked) stays on it, struck, with date and reason; who joins
// later is on a supplement." "Late additions are supplements with their own resolution, never insertions."

let convened: Convened;
let stays: Json;
let unpaid: Json;
let revoked: Json;
let roll: Roll & { given: Resolution };
const remark = `Bank memo ${letters(8)}`;
const words = say('Result');

beforeEach(
  once(async () => {
    convened = await convene({ asksFor: ['roll'] });
    stays = await applyVerified(convened);
    unpaid = await applyVerified(convened);
    revoked = await applyVerified(convened);
    roll = await resolvedRoll(convened);
  }),
  240_000,
);
afterAll(() => convened?.office.portal.remove());

const entryOf = async (application: Json, of: Roll = roll) =>
  (await entriesOf(convened, of)).find(({ applicationId }) => applicationId === application.id);

describe('who leaves a closed roll', { timeout: 120_000 }, () => {
  test('5 struck: a returned draft strikes the entry, with the day and the reason; it stays on the roll', async () => {
    await returnDraft(convened, unpaid, remark);
    const entry = await entryOf(unpaid);
    expect(entry, 'who left is still on the roll').toBeDefined();
    expect(entry!.struckOn, 'when').toMatch(/^\d{4}-\d\d-\d\d/);
    expect(entry!.struckFor, 'why').toMatch(/draft|returned|bank|fee/i);
    expect((await entryOf(stays))!.struckOn, 'nobody else is struck').toBeNull();
    const answer = await prepareRun(convened.office, convened.paperId, 3);
    if (answer.status === 200) await finishRun(convened.office, answer.body.id);
    const bound = await convened.office.portal.sql('select 1 from sheets where certificate_id = $1', [
      unpaid.certificateId,
    ]);
    expect(bound.length, `sheets of who is struck: ${answer.text}`).toBe(0);
  });

  test('5 struck: a revocation strikes the entry, with the day and the reason', async () => {
    const { admin, otherAdmin } = convened.office.desks;
    const facts = await factsOf(convened.office, revoked.id);
    if (facts.state === 'to_print') await print(convened.office, convened.paperId, { sheets: 2 });
    await revoke(convened.office.portal, admin, otherAdmin, revoked.certificateId, words);
    const entry = await entryOf(revoked);
    expect(entry?.struckOn, 'when').toMatch(/^\d{4}-\d\d-\d\d/);
    expect(entry?.struckFor, 'why').toMatch(new RegExp(`revo|${words.reason}`, 'i'));
  });

  test('5 struck: the printed roll still names who left, says struck, when and why, and its totals tell both numbers', async () => {
    const text = plain(
      pagesOf(await rollDocument(convened, convened.office.desks.auditor, roll), { layout: true }).join('\n'),
    );
    for (const { candidateName } of [stays, unpaid, revoked]) expect(text).toContain(candidateName);
    expect(text).toMatch(/struck/i);
    const today = new Date(Date.now() + 19_800_000).toISOString().slice(0, 10).split('-').reverse().join('/');
    expect(text, 'the day of striking, as dd/mm/yyyy').toContain(today);
    expect(text).toMatch(/struck\D{0,20}2\b|\b2\D{0,20}struck/i);
  });

  test('5 struck: who pays again is verified again and joins a supplement; the struck entry stays struck', async () => {
    const { portal, desks, caseWorkers } = convened.office;
    const before = await entryOf(unpaid);
    const [old] = await portal.sql(
      'select demand_draft_id as id, amount from allocations where application_id = $1 limit 1',
      [unpaid.id],
    );
    const replace = (await findOperation(portal, { path: /^\/api\/demand-drafts\/\{id\}\/replace$/ }))!;
    const receiptFileId = await upload(desks.admin, 'receipt', writePdf(), `dd ${letters(5)}.pdf`);
    await perform(desks.admin, replace, [
      [/id$/, old!.id],
      [/version/, await versionOf(desks.admin, `/api/demand-drafts/${old!.id}`)],
      [/draft/, { ...draftOf(unpaid.totalAmount), receiptFileId }],
    ]);
    await verifyBy(caseWorkers[0], unpaid.id);
    const given = resolution();
    const supplement = await resolvedRoll(convened, { isSupplement: true, given });
    expect(supplement.id).not.toBe(roll.id);
    expect(await entryOf(unpaid, supplement), 'on the supplement').toMatchObject({ struckOn: null });
    expect(await entryOf(stays, supplement), 'who was on the roll is not on the supplement').toBeUndefined();
    expect(await entryOf(unpaid), 'the entry of the roll').toEqual(before);
    const rows = await rollsOf(convened);
    const numbers = rows.map((row) => JSON.stringify(row));
    expect(numbers.some((row) => row.includes(roll.given.number))).toBe(true);
    expect(numbers.some((row) => row.includes(given.number) && !row.includes(roll.given.number))).toBe(true);
  });
});

describe('a closed roll past the portal', { timeout: 120_000 }, () => {
  test('5 struck: as the application, nothing is inserted into a closed roll, taken from it, or unstruck', async () => {
    const { portal } = convened.office;
    const late = await applyVerified(convened);
    const { table, columns } = await tableLike(portal, 'entries of a roll', /^roll_|_roll_/, [
      /^roll_id$/,
      /^(application|certificate)_id$/,
    ]);
    const key = columns.find((one) => /^(application|certificate)_id$/.test(one))!;
    const person = key === 'application_id' ? late.id : late.certificateId;
    const [{ names }] = (await portal.sql(
      `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
       where table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO' and column_name not in ('id', $2)`,
      [table, key],
    )) as [{ names: string }];
    const id = columns.includes('id')
      ? { name: 'id, ', value: 'gen_random_uuid(), ' }
      : { name: '', value: '' };
    const statements: [string, unknown[]][] = [
      [
        `insert into "${table}" (${id.name}${key}, ${names}) select ${id.value}$1::uuid, ${names} from "${table}" where roll_id = $2 limit 1`,
        [person, roll.id],
      ],
      [`delete from "${table}" where roll_id = $1`, [roll.id]],
      [
        `update "${table}" set ${columns.find((one) => /^(struck|left|removed)_(at|on)$/.test(one))} = null where roll_id = $1`,
        [roll.id],
      ],
      [`update "${table}" set ${key} = $2 where roll_id = $1 and ${key} <> $2`, [roll.id, person]],
    ];
    for (const [statement, values] of statements) {
      const refused = await refusedAsApplication(portal, statement, values);
      expect(isRefusal(refused), `${statement}: ${refused}`).toBe(true);
    }
  });
});

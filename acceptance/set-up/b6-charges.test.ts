import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { borrowOrStart, type Desks } from '../harness/desks.ts';
import type { Json } from '../harness/people.ts';
import type { Portal } from '../harness/portal.ts';
import { between, letters, pick } from '../harness/random.ts';
import { draftOf, verify, versionOf, writeApplication } from '../harness/records.ts';
import {
  addCollege,
  addRule,
  agree,
  anyRule,
  type Combination,
  combinationBody,
  concessionOf,
  indianDay,
  type Option,
  type Pools,
  poolsOf,
  proposeRule,
  type Rule,
  receiveOf,
  ruleBody,
  scheduleRow,
} from './b-charges.ts';
import { isRefusal, refusedAsApplication, rowsOf } from './b-database.ts';
import { chargesOf, leavesOf, missingOf, schedule, scheduleOperation } from './b-discovery.ts';

// UNIVERSITY.md section 1, Fees: "schedule of charges (application, late, reprint) by college × course × level ×
// certificate type × category × attendance (in person / in absentia) × academic years. Rows are compared field by field
// in this order, a given value before 'any'; two rows that agree in all seven and overlap in time are refused. A
// college's `convocation_fee` is the row 'that college, any'". "a charge has its row, amount, concession; … the
// specification's three amount columns show application + late; a charge of ₹0 needs no draft (rule and CHECK)."
// Open: whether a late charge has a rule of its own for when it is owed. Here it is owed while a row of it is in force.

let portal: Portal;
let desks: Desks;
let known: Pools | undefined;

beforeAll(async () => {
  ({ portal, desks } = await borrowOrStart());
});
afterAll(() => portal?.remove());

describe('7 fee schedule', { timeout: 180_000 }, () => {
  test('7 Build: a row has charge, the seven fields, amount and the days from which and until which it holds', async () => {
    const operation = await scheduleOperation(portal);
    expect(operation, 'a master of the fee schedule below /api/settings/').toBeDefined();
    const leaves = leavesOf(operation!.content['application/json']!.schema);
    expect(missingOf(Object.values(schedule), leaves)).toEqual([]);
    const reading = await desks.auditor.get(operation!.path);
    expect(reading.status, 'auditors read every master').toBe(200);
    for (const desk of [desks.receiver, desks.caseWorker, desks.printer, desks.auditor]) {
      const rule = { ...anyRule('late', between(1, 900)), level: `Level ${letters(5)}` };
      expect((await proposeRule(portal, desks, rule, desk)).status).toBe(403);
    }
  });

  test('7 Build: a given value before ‘any’, field by field in their order', async () => {
    const fields = ['college', 'course', 'level', 'type', 'category', 'attendance', 'year'] as const;
    // A field that comes earlier decides alone against all later ones together.
    for (const [index, first] of fields.entries()) {
      const one = await anyCombination();
      const given = givenOf(one);
      const winner: Rule = { ...anyRule('application', between(100, 4_000)), [first]: given[first] };
      const loser: Rule = { ...anyRule('application', between(5_000, 9_000)) };
      for (const later of fields.slice(index + 1)) Object.assign(loser, { [later]: given[later] });
      if (first !== 'college') {
        winner.college = one.college;
        loser.college = one.college;
      }
      // 'That college, any' is there already, with the fee that the college was added with.
      if (first !== 'college') await addRule(portal, desks, winner);
      if (first !== 'year') await addRule(portal, desks, loser);
      const expected = first === 'college' ? fees.get(one.college.text)! : winner.amount;
      await expectTotal(one, expected, `${first} decides`);
    }
  });

  test('7 Build: a college’s convocation fee is the row ‘that college, any’, also after it is changed', async () => {
    const one = await anyCombination();
    const fee = fees.get(one.college.text)!;
    const first = await expectTotal(one, fee, 'the fee of the college');
    expect(await dueOf(first)).toEqual([['application', fee]]);
    const next = fee + between(10, 500);
    const { body } = await desks.admin.get(`/api/colleges/${one.college.id}`);
    const { name, code, contactNumber, address, email, version } = body;
    await desks.admin.act('PUT', `/api/colleges/${one.college.id}`, {
      ...{ name, code, contactNumber, address, email: email ?? '', version },
      convocationFee: next,
    });
    await agree(portal, desks.otherAdmin, '/api/colleges', one.college.id!);
    await expectTotal(one, next, 'the fee after the change');
    const [kept] = await portal.sql('select total_amount from applications where id = $1', [first]);
    expect(kept!.total_amount, 'fixed at receipt').toBe(fee);
  });

  test('7 Build: two rows that agree in all seven and overlap in time are refused; one after the other is not', async () => {
    const one = await anyCombination();
    const rule: Rule = {
      ...anyRule('late', between(50, 500)),
      ...givenOf(one),
      from: indianDay(1),
      until: indianDay(10),
    };
    await addRule(portal, desks, rule);
    for (const [from, until] of [
      [indianDay(1), indianDay(10)],
      [indianDay(9), null],
      [indianDay(0), indianDay(2)],
      [indianDay(3), indianDay(4)],
    ] as const) {
      const answer = await proposeRule(portal, desks, { ...rule, amount: rule.amount + 1, from, until });
      expect([400, 409, 422], `${from} – ${until}: ${answer.text}`).toContain(answer.status);
      expect(answer.text, 'says with which row').toMatch(/overlap|same|already|rank|row/i);
    }
    const later = await proposeRule(portal, desks, {
      ...rule,
      amount: rule.amount + 1,
      from: indianDay(12),
      until: null,
    });
    expect(later.status, later.text).toBe(200);
    const otherCharge = await proposeRule(portal, desks, {
      ...rule,
      amount: rule.amount + 2,
      charge: 'reprint',
    });
    expect(otherCharge.status, otherCharge.text).toBe(200);

    const { table, id } = await scheduleRow(portal, one.college, rule.amount);
    const refusal = await refusedAsApplication(
      portal,
      `insert into "${table}" select (jsonb_populate_record(null::"${table}", to_jsonb(t) || jsonb_build_object('id', gen_random_uuid()))).* from "${table}" t where id = $1`,
      [id],
    );
    expect(isRefusal(refusal), `a second such row by SQL: ${refusal}`).toBe(true);
  });

  test('7 Build: a row counts from its first day on, and not before', async () => {
    const one = await anyCombination();
    await addRule(portal, desks, { ...anyRule('application', 4_321), ...givenOf(one), from: indianDay(1) });
    await expectTotal(one, fees.get(one.college.text)!, 'a row that holds from tomorrow');
    const other = await anyCombination();
    await addRule(portal, desks, { ...anyRule('application', 4_321), ...givenOf(other), from: indianDay(0) });
    await expectTotal(other, 4_321, 'a row that holds from today');
  });

  test('7 Build: four eyes: a row holds once a second admin has agreed, never by who entered it', async () => {
    const one = await anyCombination();
    const rule: Rule = { ...anyRule('application', between(4_000, 9_000)), ...givenOf(one) };
    const { path, body } = await ruleBody(portal, desks, rule);
    const { id } = await desks.admin.act('POST', path, body);
    await expectTotal(one, fees.get(one.college.text)!, 'before anybody agreed');
    const own = await agree(portal, desks.admin, path, id);
    expect(own, 'a way to agree to a row').toBeDefined();
    expect([403, 409], own!.text).toContain(own!.status);
    await expectTotal(one, fees.get(one.college.text)!, 'after who entered it tried to agree');
    const second = await agree(portal, desks.otherAdmin, path, id);
    expect(second!.status, second!.text).toBe(200);
    await expectTotal(one, rule.amount, 'once the second one agreed');
  });
});

describe('7 charges of an application', { timeout: 180_000 }, () => {
  test('7 Build: a charge has its row and amount; total is application + late, in the three amount columns', async () => {
    const one = await anyCombination();
    const late = between(50, 400);
    await addRule(portal, desks, { ...anyRule('late', late), ...givenOf(one) });
    const fee = fees.get(one.college.text)!;
    const id = await expectTotal(one, fee + late, 'application and late charge');
    expect(await dueOf(id)).toEqual([
      ['application', fee],
      ['late', late],
    ]);
    const ofLate = (await chargesOf(portal, id)).find(({ kind }) => kind === 'late')!;
    const row = await scheduleRow(portal, one.college, late);
    expect(Object.values(ofLate.row), 'the row of the schedule that it followed').toContain(row.id);
    const { body } = await desks.caseWorker.get(`/api/applications/${id}`);
    expect([body.totalAmount, body.paidAmount, body.pendingAmount]).toEqual([fee + late, fee + late, 0]);
  });

  test('7 Build: a charge of ₹0 needs no draft, and is verified without one', async () => {
    const one = await anyCombination();
    await addRule(portal, desks, { ...anyRule('application', 0), ...givenOf(one) });
    const id = await expectTotal(one, 0, 'a charge of nothing');
    expect(await portal.sql('select 1 from allocations where application_id = $1', [id])).toEqual([]);
    expect(await verify(desks.caseWorker, id)).toMatch(/\d/);
    const [row] = await portal.sql(
      'select status, total_amount, paid_amount from applications where id = $1',
      [id],
    );
    expect(row).toEqual({ status: 'verified', total_amount: 0, paid_amount: 0 });
  });

  test('7 Build: a charge above ₹0 without a draft is refused, by the counter and by the database', async () => {
    const one = await anyCombination();
    const total = fees.get(one.college.text)!;
    const body = {
      ...(await writeApplication(desks.receiver, { collegeId: one.college.id, totalAmount: total })),
      ...(await combinationBody(portal, await pools(), one)),
      drafts: [],
    };
    const answer = await desks.receiver.ask('POST', '/api/applications', { body });
    expect([400, 409, 422], answer.text).toContain(answer.status);

    const unpaid = await receiveOf(portal, desks, await pools(), one, { total, paid: total - 1 });
    const refusal = await refusedAsApplication(
      portal,
      `update applications set status = 'verified', verified_by = $2, verified_at = now() where id = $1`,
      [unpaid.id, desks.caseWorker.staffId],
    );
    expect(isRefusal(refusal), `verified by SQL: ${refusal}`).toBe(true);
    const lowered = await refusedAsApplication(
      portal,
      'update applications set total_amount = 0 where id = $1',
      [unpaid.id],
    );
    expect(isRefusal(lowered), `a total of ₹0 by SQL: ${lowered}`).toBe(true);
  });

  test('7 Build: a full waiver needs no draft, and the concession is confirmed by verification', async () => {
    const one = await anyCombination();
    const total = fees.get(one.college.text)!;
    const authority = `Order ${letters(6)} ${between(100, 999)}`;
    const waived = await receiveOf(portal, desks, await pools(), one, {
      total: 0,
      concession: await concessionOf(portal, desks, total, authority),
    });
    expect(await dueOf(waived.id), 'the schedule’s amount is kept').toEqual([['application', total]]);
    const rows = (await rowsOf(portal, waived.id)).map(({ row }) => JSON.stringify(row));
    expect(rows.filter((row) => row.includes(authority))).toHaveLength(1);
    await verify(desks.caseWorker, waived.id);
    const [row] = await portal.sql(
      'select status, total_amount, verified_by from applications where id = $1',
      [waived.id],
    );
    expect(row).toEqual({ status: 'verified', total_amount: 0, verified_by: desks.caseWorker.staffId });
    // Confirmed: the event of the verification names it, or its own row says by whom.
    const [event] = await portal.sql(
      "select coalesce(before::text, '') || coalesce(after::text, '') as said from audit_events where record_id = $1 and event like '%verified'",
      [waived.id],
    );
    const [own] = (await rowsOf(portal, waived.id)).filter((one) =>
      JSON.stringify(one.row).includes(authority),
    );
    const confirmedBy = Object.entries<Json>(own!.row).find(
      ([column, value]) => /confirm|verif/.test(column) && value,
    );
    expect(/concession/i.test(event?.said ?? '') || confirmedBy !== undefined, 'the confirmation').toBe(true);
  });

  test('7 Build: a concession above the charges, of nothing, without reason or authority is refused', async () => {
    const one = await anyCombination();
    const total = fees.get(one.college.text)!;
    const sound = await concessionOf(portal, desks, 10, 'Order 17 of 2026');
    const [reason] = Object.keys(sound).filter((key) => /reason/i.test(key));
    expect((await tryReceive(one, total - 10, sound)).status, 'a sound one').toBe(200);
    for (const [name, conceded, concession] of [
      ['above the charges', total + 1, { ...sound, amount: total + 1 }],
      ['of nothing', 0, { ...sound, amount: 0 }],
      ['without authority', 10, { ...sound, authority: '' }],
      ['without reason', 10, { ...sound, [reason!]: '' }],
      ['negative', -10, { ...sound, amount: -10 }],
    ] as const) {
      const answer = await tryReceive(one, total - conceded, concession);
      expect([400, 409, 422], `${name}: ${answer.text}`).toContain(answer.status);
    }
  });
});

/** Fees with which colleges of this file were added, by their names. */
const fees = new Map<string, number>();

async function pools(): Promise<Pools> {
  known ??= await poolsOf(portal, desks);
  return known;
}

/** A combination of a college of its own, so that no row of another test applies to it. */
async function anyCombination(): Promise<Combination> {
  const { courses, types, categories, attendances, years } = await pools();
  const fee = between(500, 3_000);
  const college = await addCollege(portal, desks, fee);
  fees.set(college.text, fee);
  return {
    college,
    course: pick(courses.filter(({ level }) => level)),
    type: types[0]!,
    category: pick(categories),
    attendance: pick(attendances),
    year: pick(years.slice(0, 4)),
  };
}

/** The charges of an application that are not ₹0. */
async function dueOf(id: string): Promise<[string, number][]> {
  const charges = (await chargesOf(portal, id)).filter(({ amount }) => amount !== 0);
  return charges.map(({ kind, amount }): [string, number] => [kind, amount]).sort();
}

/** The row that gives all seven of a combination. */
function givenOf({ college, course, type, category, attendance, year }: Combination) {
  return { college, course, level: (course as Option).level ?? null, type, category, attendance, year };
}

async function tryReceive(one: Combination, total: number, concession: Json = null) {
  const base = await writeApplication(desks.receiver, {
    collegeId: one.college.id,
    totalAmount: Math.max(1, total),
  });
  return desks.receiver.ask('POST', '/api/applications', {
    body: {
      ...base,
      ...(await combinationBody(portal, await pools(), one)),
      totalAmount: total,
      concession,
      drafts: total > 0 ? [{ ...draftOf(total), receiptFileId: base.receiptFileId }] : [],
    },
  });
}

/** The combination owes this and nothing else: another total is refused, this one is received. */
async function expectTotal(one: Combination, total: number, what: string): Promise<string> {
  const other = await tryReceive(one, total + between(1, 50));
  if (other.status === 200) {
    const [row] = await portal.sql('select total_amount from applications where id = $1', [other.body.id]);
    expect(row!.total_amount, `${what}: the total is the schedule’s, whatever is sent`).toBe(total);
  }
  const { id } = await receiveOf(portal, desks, await pools(), one, { total });
  const [row] = await portal.sql('select total_amount, paid_amount from applications where id = $1', [id]);
  expect(row, what).toEqual({ total_amount: total, paid_amount: total });
  expect(await versionOf(desks.receiver, `/api/applications/${id}`)).toBeGreaterThan(0);
  return id;
}

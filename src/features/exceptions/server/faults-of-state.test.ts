import { expect, test } from 'vitest';
import { plantedOffice } from '#dev/testing/planted-office.ts';
import { fileClient, filePortal } from '#dev/testing/portal.ts';
import { registered } from '#platform/server/registered.ts';

const portal = await filePortal();
const { application, draft, slip, run, blank, paper, receiver, admin } = await plantedOffice(portal);
const owner = await fileClient(portal.ownerUrl);

/** What a rule says of the office after this was done to it, which is undone again. */
async function saidAfter(name: string, statement: string): Promise<string[]> {
  const rule = registered.rules.find((one) => one.name === name)!;
  const limits = Object.fromEntries(Object.entries(rule.limits).map(([limit, { value }]) => [limit, value]));
  await owner.query('begin; set local session_replication_role = replica');
  try {
    await owner.query(statement);
    const { sql, parameters } = rule
      .find({ limits, after: 0, upTo: Number.MAX_SAFE_INTEGER })
      .compile(portal.services.db);
    const { rows } = await owner.query(sql, [...parameters]);
    return rows.map(({ parts }) => rule.sentence(parts));
  } finally {
    await owner.query('rollback');
  }
}

const inStore = `(select id from blanks where state = 'in_store' limit 1)`;
const back = (days: number) =>
  `received_at = received_at - interval '${days} days', drawn_on = drawn_on - ${days}`;
const ofDraft = `where id = '${draft}'`;
const refund = (by: string, payee: string, reference: string) =>
  `insert into refunds values (gen_random_uuid(), '${draft}', 100, '${payee}', '${reference}', '${by}', now());`;
const undeposited = `update deposit_slips set state = 'prepared', deposited_on = null, deposited_by = null, deposited_at = null
  where id = '${slip}'; update demand_drafts set state = 'received', realised_on = null, realised_by = null, realised_at = null,`;

const faults: [rule: string, fault: string, statement: string, said: RegExp[]][] = [
  ...[
    [
      'a bound sheet without a run',
      `update blanks set state = 'bound' where id = '${blank}'`,
      /by the books/,
      /as its print run/,
    ],
    [
      'a sheet with somebody else',
      `update blanks set print_run_id = '${admin}' where id = '${blank}'`,
      /last movement/,
    ],
    [
      'an unwitnessed destruction',
      `update blanks set state = 'destroyed' where id = ${inStore}`,
      /Destroyed: 1 by the sheets, 0 by the books/,
      /without two witnesses/,
    ],
    ['a sheet that is gone', `delete from blanks where id = ${inStore}`, /Accepted: 4 by the sheets, 5/],
    [
      'a sheet that is in store again',
      `update blanks set state = 'in_store', print_run_id = null where id = '${blank}'`,
      /by the books/,
      /last movement/,
      /as its print run/,
    ],
    ['a count of a run', `update print_runs set counted_good = 2 where id = '${run}'`, /other numbers/],
    [
      'a delivery nobody approved',
      'update blank_receipts set approved_by = null, approved_at = null',
      /Accepted: 5 by the sheets, 0/,
    ],
  ].map(([fault, statement, ...said]) => ['paper_does_not_add_up', fault, statement, said] as never),
  ...[
    ['a fee', `update applications set fee_amount = fee_amount + 100 where id = '${application}'`, /Fee/],
    [
      'a concession',
      `insert into concessions values ('${application}', 100, 'merit', 'Order 1', '${admin}', now(), null)`,
      /Concessions/,
    ],
    [
      'an allocation that is gone',
      `delete from allocations where demand_draft_id = '${draft}'`,
      /Allocated/,
      /Paid amount of the/,
      /of its charges/,
    ],
    ['a refund', refund(admin, 'S. Lokesh', 'DD 1'), /Refunded amount/],
  ].map(([fault, statement, ...said]) => ['money_does_not_add_up', fault, statement, said] as never),
  [
    'draft_deposited_late',
    'a draft in hand',
    `${undeposited} ${back(16)} ${ofDraft}`,
    [/has been in the office since/],
  ],
  [
    'draft_deposited_late',
    'a stale one',
    `${undeposited} deposit_slip_id = null, stale_at = now() ${ofDraft}`,
    [/became stale/],
  ],
  [
    'refund_by_receiver',
    'one payee twice',
    refund(admin, 'S. Lokesh', 'Cheque 005511') + refund(admin, 'S LOKESH', 'Cheque 005512'),
    [/to this payee: 2/, /to this payee: 2/],
  ],
  [
    'refund_by_receiver',
    'one cheque twice',
    refund(admin, 'S. Lokesh', 'Cheque 005511') + refund(admin, 'K. Ramu', 'CHQ-００５５１１'),
    [/this instrument: 2/, /this instrument: 2/],
  ],
  [
    'refund_by_receiver',
    'before the credit',
    `${undeposited} version = 9 ${ofDraft}; ${refund(admin, 'S. Lokesh', 'Cheque 005511')}`,
    [/had not credited/],
  ],
  [
    'count_overdue',
    'a late count',
    `update blank_receipts set approved_at = now() - interval '400 days' where paper_id = '${paper}';
     insert into stock_counts values (gen_random_uuid(), '${paper}', '${receiver}', now(), 5, 0, 5, '${receiver}', now())`,
    [/were counted on/],
  ],
];

test.each(faults)('%s finds %s', async (rule, _, statement, said) => {
  const sentences = await saidAfter(rule, statement);
  expect(sentences).toHaveLength(said.length);
  for (const words of said) expect(sentences).toContainEqual(expect.stringMatching(words));
});

test('two refunds of one draft by another person, to two payees, are in order', async () => {
  const two = refund(admin, 'S. Lokesh', 'Cheque 005511') + refund(admin, 'K. Ramu', 'Cheque 005512');
  expect(await saidAfter('refund_by_receiver', two)).toEqual([]);
});

test('a missing sheet whose certificate was recorded after a restore is accounted for', async () => {
  const missing = `update blanks set state = 'missing', print_run_id = null where id = '${blank}';`;
  const recorded = `
    insert into lost_sheets (id, convocation_number, candidate_name, serial, verification_code, course_id, college_id,
      certificate_type, academic_year, printed_on, recorded_by, recorded_at, confirmed_by, confirmed_at)
    select gen_random_uuid(), '2020/1', 'Asha Rao', serial, 'planted', id, id, 'Degree', '2019-20', current_date - 1, '${admin}',
      now(), '${receiver}', now() from blanks where id = '${blank}'`;
  expect(await saidAfter('sheet_missing', missing)).toHaveLength(1);
  expect(await saidAfter('sheet_missing', missing + recorded)).toEqual([]);
});

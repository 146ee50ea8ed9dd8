import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Json } from '../harness/people.ts';
import type { Portal } from '../harness/portal.ts';
import { between, letters } from '../harness/random.ts';
import { receive, writeApplication } from '../harness/records.ts';
import { awardOf } from '../set-up/b-award.ts';
import { isRefusal, refusedAsApplication, tablesWith } from '../set-up/b-database.ts';
import { bodyLeaves } from '../set-up/b-discovery.ts';
import {
  askAsStranger,
  newPaper,
  type Office,
  openOffice,
  print,
  sheetsOf,
  tryHandOver,
  verifyBy,
} from '../set-up/c-office.ts';
import { doctor } from './a-faults.ts';
import { letPass, periodOf, periods, personalTables, purge } from './a-retention.ts';

// Build: "Retention: a table of periods per kind of personal data and log (DPDP Rules 2025: logs one year; CERT-In: 180 days),
// purged by the nightly job, refused while custody, money or evidence needs it."

let office: Office;
let portal: Portal;

beforeAll(async () => {
  office = await openOffice();
  portal = office.portal;
}, 300_000);
afterAll(() => portal?.remove());

/** An application with contact details and consent; gives it with the mobile that was entered. */
async function receiveWithContact(paperId: string): Promise<Json> {
  const leaves = await bodyLeaves(portal, 'POST', '/api/applications');
  const choices = (await office.receivers[0].get('/api/application-choices')).body;
  const award = awardOf(leaves, choices);
  const body = award.into(await writeApplication(office.receivers[0], { paperId }));
  const application = await receive(office.receivers[0], body);
  expect(award.values.mobile, 'a mobile in the award record').toBeTruthy();
  return { ...application, mobile: String(award.values.mobile) };
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

describe('Build the table of periods', () => {
  test('Build: every table that says something of a person has its kind in the table of periods', async () => {
    const said = periods()
      .map(({ kind, how }) => `${kind} ${how}`.toLowerCase())
      .join('\n');
    expect(said, 'a table of periods in the documents').not.toBe('');
    const lacking = (await personalTables(portal)).filter((name) => {
      const stem = name.replace(/ies$/, 'y').replace(/s$/, '');
      return ![name, stem, name.replaceAll('_', ' '), stem.replaceAll('_', ' ')].some((word) =>
        said.includes(word),
      );
    });
    expect(lacking, 'tables with personal data that no row of the table of periods names').toEqual([]);
  });

  test('Build: each row has a period, or says until what and why it stays', () => {
    const rows = periods();
    expect(rows.length).toBeGreaterThan(8);
    for (const { kind, period, days } of rows)
      expect(
        days !== undefined ||
          /\b(end|until|at once|while|as long as|for ever|never|MiB|once)\b/i.test(period),
        `${kind}: ${period}`,
      ).toBe(true);
  });

  test('Build: logs stay one year (DPDP Rules 2025), and no log less than 180 days (CERT-In)', () => {
    expect(periodOf(/access.?log/i, 'the access log').days).toBeGreaterThanOrEqual(365);
    const logs = periods().filter(
      ({ kind, how, days }) => /\blogs?\b/i.test(`${kind} ${how}`) && days !== undefined,
    );
    expect(logs.length, 'rows of logs: of sign-ins, and of the server').toBeGreaterThan(1);
    for (const { kind, days } of logs) expect(days, kind).toBeGreaterThanOrEqual(180);
  });
});

describe('Build the nightly job', () => {
  test('Build: the access log keeps what is younger than a year, and loses what is older than its period', async () => {
    const { days } = periodOf(/access.?log/i, 'the access log');
    // What the worker begins at its start is over: it would take the oldest row before it is looked for.
    await purge(portal);
    const columns = await portal.sql(
      "select column_name from information_schema.columns where table_name = 'access_log' and is_nullable = 'NO' and column_default is null and is_identity = 'NO'",
    );
    expect(columns.length).toBeGreaterThan(0);
    const words = { old: letters(14), young: letters(14), middle: letters(14) };
    const ages = { old: days + 40, young: between(181, 350), middle: between(1, 179) };
    for (const name of ['old', 'young', 'middle'] as const)
      await portal.sql(
        `insert into access_log overriding system value select (jsonb_populate_record(a, jsonb_build_object('id', (select max(id) from access_log) + 1, 'at', $1::text, 'hour', null, 'subject', $2::text))).* from access_log a where kind is not null order by a.hour nulls first limit 1`,
        [daysAgo(ages[name]), words[name]],
      );
    for (const word of Object.values(words))
      expect(Object.keys(await tablesWith(portal, word, { everywhere: true })), word).toContain('access_log');
    await purge(portal);
    const left = await portal.sql('select subject from access_log where subject = any($1)', [
      Object.values(words),
    ]);
    expect(left.map(({ subject }) => subject).sort()).toEqual([words.young, words.middle].sort());
  });

  test('Build: contact details go when their period is over, from every table; the certificate verifies for ever', async () => {
    const { days } = periodOf(/contact|mobile|e-?mail|postal/i, 'contact details of candidates');
    const paperId = await newPaper(office, 3);
    const done = await receiveWithContact(paperId);
    const number = await verifyBy(office.caseWorkers[0], done.id);
    await print(office, paperId);
    const handed = await tryHandOver(office.receivers[0], office, done.id);
    expect(handed.status, handed.text).toBe(200);
    const [sheet] = await sheetsOf(office, done.id);
    const before = await askAsStranger(
      office,
      number,
      (sheet as Json).code ?? (sheet as Json).verificationCode,
    );
    expect(Object.keys(await tablesWith(portal, done.mobile, { everywhere: true })).length).toBeGreaterThan(
      0,
    );
    // Its draft was deposited and realised: no money is open on it. Past the triggers, which want a slip and a statement.
    const client = await portal.connect();
    await client.query('set session_replication_role = replica');
    const { rowCount } = await client.query(
      `update demand_drafts d set state = like_it.state, deposit_slip_id = like_it.deposit_slip_id, realised_on = like_it.realised_on, realised_by = like_it.realised_by, realised_at = like_it.realised_at
       from (select * from demand_drafts where state = 'realised' limit 1) like_it
       where d.id in (select demand_draft_id from allocations where application_id = $1)`,
      [done.id],
    );
    await client.end();
    expect(rowCount, 'its draft').toBe(1);
    await letPass(portal, days + 60);
    await purge(portal);
    expect(
      await tablesWith(portal, done.mobile, { everywhere: true }),
      'where the mobile still stands',
    ).toEqual({});
    const after = await askAsStranger(
      office,
      number,
      (sheet as Json).code ?? (sheet as Json).verificationCode,
    );
    // Days moved with everything else.
    const told = (answer: Json) => JSON.stringify(answer).replaceAll(/\d{4}-\d\d-\d\d[T\d:.Z]*/g, 'a day');
    expect(told(after), 'what a stranger is told').toBe(told(before));
    const looked = await doctor({ portal, directory: portal.directory, env: {} });
    expect(looked.text, 'the chain holds with values deleted').not.toMatch(
      /chain does not hold|altered|broken/i,
    );
  }, 300_000);

  test('Build: what money, custody or evidence needs stays, however old it is', async () => {
    const { days } = periodOf(/contact|mobile|e-?mail|postal/i, 'contact details of candidates');
    const paperId = await newPaper(office, 3);
    // Money: its draft is in the drawer. Custody: printed, not collected; a blank is out with the printer.
    const unpaid = await receiveWithContact(paperId);
    const waiting = await receiveWithContact(paperId);
    await verifyBy(office.caseWorkers[0], waiting.id);
    await print(office, paperId);
    const kept = {
      'the draft': [
        'select count(*)::int as rows from demand_drafts d join allocations a on a.demand_draft_id = d.id where a.application_id = any($1)',
        [[unpaid.id, waiting.id]],
      ],
      'the charges': [
        'select count(*)::int as rows from charges where application_id = any($1)',
        [[unpaid.id, waiting.id]],
      ],
      'the sheets': [
        'select count(*)::int as rows from sheets s join certificates c on c.id = s.certificate_id where c.application_id = $1',
        [waiting.id],
      ],
      'what the sheets print': [
        'select count(*)::int as rows from sheet_facts f join sheets s on s.id = f.sheet_id join certificates c on c.id = s.certificate_id where c.application_id = $1',
        [waiting.id],
      ],
      'the blanks': ['select count(*)::int as rows from blanks where paper_id = $1', [paperId]],
      'their movements': [
        'select count(*)::int as rows from blank_movements m join custody_acts a on a.id = m.custody_act_id where a.paper_id = $1',
        [paperId],
      ],
      'photo and receipt': [
        'select count(*)::int as rows from files where id = any($1)',
        [[unpaid.photoFileId, unpaid.receiptFileId, waiting.photoFileId]],
      ],
      'the events': ['select count(*)::int as rows from audit_events', []],
      'the contact details': [
        'select count(*)::int as rows from award_records where mobile is not null and application_id = any($1)',
        [[unpaid.id, waiting.id]],
      ],
      'the consent': [
        'select count(*)::int as rows from contact_consents where application_id = any($1)',
        [[unpaid.id, waiting.id]],
      ],
    } as Record<string, [string, unknown[]]>;
    const count = async () =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(kept).map(async ([what, [text, values]]) => [
            what,
            (await portal.sql(text, values))[0]!.rows as number,
          ]),
        ),
      );
    const before = await count();
    for (const [what, rows] of Object.entries(before)) expect(rows, `${what} before`).toBeGreaterThan(0);
    await letPass(portal, days + 60);
    await purge(portal);
    const after = await count();
    // The purge itself may be an event.
    expect(after['the events']).toBeGreaterThanOrEqual(before['the events']!);
    expect({ ...after, 'the events': 0 }).toEqual({ ...before, 'the events': 0 });
    expect(
      (await office.receivers[0].get(`/api/applications/${unpaid.id}`)).text,
      'its desk still reads the mobile',
    ).toContain(unpaid.mobile);
  }, 300_000);

  test('Build: what was removed is an event or a line of the log, with kind and count and no person', async () => {
    const rows = await portal.sql(
      "select event, before::text || after::text as told from audit_events where event ~ 'purge|retention|removed|erased' order by sequence desc limit 50",
    );
    const said = [portal.log(), ...rows.map(({ event, told }) => `${event} ${told}`)].join('\n');
    expect(said).toMatch(/purge|retention|removed|erased/i);
    const mobiles = await portal.sql('select mobile from award_records where mobile is not null');
    expect(
      mobiles.filter(({ mobile }) => portal.log().includes(mobile)),
      'personal data in the log',
    ).toEqual([]);
  });
});

describe('Build refused by the database as well', () => {
  test('Build: the application’s role deletes nothing that money, custody or evidence needs', async () => {
    for (const table of [
      'demand_drafts',
      'allocations',
      'charges',
      'blanks',
      'blank_movements',
      'custody_acts',
      'sheets',
      'sheet_facts',
      'hand_overs',
      'audit_events',
      'contact_consents',
      'award_records',
    ]) {
      const [any] = await portal.sql(`select count(*)::int as rows from "${table}"`);
      expect(any!.rows, `rows of ${table}, without which this says nothing`).toBeGreaterThan(0);
      const refusal = await refusedAsApplication(portal, `delete from "${table}"`);
      expect(isRefusal(refusal), `delete from ${table} as the application: ${refusal}`).toBe(true);
    }
  });

  test('Build: the retention role is refused the values of an event that somebody still needs', async () => {
    const paperId = await newPaper(office, 1);
    const open = await receiveWithContact(paperId);
    const client = await portal.connect();
    try {
      await client.query('begin');
      await client.query('set local role dikshant_retention');
      const answer = await client
        .query(
          'delete from audit_personal_values where sequence in (select sequence from audit_events where record_id = $1)',
          [open.id],
        )
        .then(
          ({ rowCount }) => `it deleted ${rowCount}`,
          (error: Error) => error.message,
        );
      expect(answer, 'values of an application whose draft is in the drawer').not.toMatch(
        /^it deleted [1-9]/,
      );
    } finally {
      await client.query('rollback').catch(() => {});
      await client.end();
    }
  });
});

import { ORPCError } from '@orpc/client';
import type { AnyContractProcedure } from '@orpc/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { arbitraryInput, type Pools } from '#dev/testing/arbitrary-input.ts';
import { constraintOf, expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { draftEntry, receiveApplication, verifiedCertificate } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { fileClient, type StaffCaller } from '#dev/testing/portal.ts';
import { officeWithPaper } from '#dev/testing/print-room.ts';
import { runWithoutTriggers } from '#dev/testing/run-without-triggers.ts';
import { codeOf } from '#dev/testing/status-of.ts';
import { runRules } from '#features/exceptions/server/run-rules.ts';
import { contract } from '#features/features.ts';
import type { OperationMeta } from '#platform/contract/operation.ts';
import { addDays, dayInIndia } from '#shared/format.ts';
import { mayUse } from '#shared/permissions.ts';

const { portal, office } = await fileOffice();
const [admin, auditor, receiver, caseWorker] = await portal.asEach(
  ...(['admin', 'auditor', 'receiver', 'case_worker'] as const),
);
const owner = await fileClient(portal.ownerUrl);
/** The application's role of the database. */
const app = await fileClient(portal.services.databaseUrl);
const today = dayInIndia(new Date());

/** A rule of a college's records and one of the whole university's. */
const run = () => runRules(portal.services, { rules: ['draft_deposited_late', 'count_overdue'] });

/** A college whose texts all carry a mark of its own, and an auditor of it. */
type Side = Awaited<ReturnType<typeof fillCollege>>;
async function fillCollege(mark: string, collegeId: string) {
  const of = (place: number) => ({
    collegeId,
    candidateName: `${mark} Candidate ${place}`,
    registrationNumber: `${mark}-REG-${place}`,
    drafts: [draftEntry({ bank: `${mark} Bank`, branch: `${mark} Road` })],
  });
  for (let place = 0; place < 3; place += 1) await receiveApplication(receiver, office, of(place));
  await verifiedCertificate({ receiver, caseWorker }, office, of(3));
  await runWithoutTriggers(
    portal,
    `update demand_drafts set received_at = received_at - interval '20 days' where college_id = '${collegeId}'`,
  );
  await run();
  const { rows } = await owner.query('select id from exception_hits where college_id = $1', [collegeId]);
  const hits = rows.map(({ id }) => id as string);
  expect(hits).toHaveLength(4);
  const own = await portal.as('auditor', { collegeId, name: `${mark} Auditor` });
  await own.api.exceptions.explainHits({ ids: [hits[0]!], text: `${mark}: office order 7.`, until: today });
  const observed = { title: `${mark} drafts`, text: `${mark}: late.`, hitIds: hits.slice(1, 3) };
  const { id: finding } = await auditor.api.findings.raiseFinding({ ...observed, part: 'B' });
  const { version } = await admin.api.findings.getFinding({ id: finding });
  await admin.api.findings.replyToFinding({ id: finding, version, kind: 'final', text: `${mark}: will be.` });
  return { mark, collegeId, auditor: own, hits, finding };
}
const okapi = await fillCollege('Okapi', office.collegeId);
const zebra = await fillCollege('Zebra', office.otherCollegeId);
const sides = [okapi, zebra];
const pairs = [
  { here: okapi, there: zebra },
  { here: zebra, there: okapi },
];

// Of no college: the whole university's.
const { paperId } = await officeWithPaper(portal, office, 2);
await runWithoutTriggers(
  portal,
  `update blank_receipts set approved_at = now() - interval '400 days' where paper_id = '${paperId}'`,
);
await run();
const uncounted = { title: 'No count', text: 'Nobody counted it for a year.' };
const { id: universityFinding } = await auditor.api.findings.raiseFinding({ ...uncounted, part: 'A' });

type Read = { feature: string; name: string; input: z.ZodType | undefined };

/** What an auditor may read; signing in, one's own forms and what answers everybody know no college. */
const reads: Read[] = Object.entries(contract)
  .filter(([feature]) => !['auth', 'formDrafts', 'verification', 'status', 'number_series'].includes(feature))
  .flatMap(([feature, procedures]) =>
    Object.entries(procedures).flatMap(([name, procedure]) => {
      const { route, meta, inputSchema } = (procedure as AnyContractProcedure)['~orpc'];
      const { access } = meta as OperationMeta;
      const isAuditors = access !== 'public' && access !== 'signed_in' && mayUse('auditor', access);
      if (route.method !== 'GET' || !isAuditors) return [];
      return [{ feature, name, input: inputSchema as z.ZodType | undefined }];
    }),
  );

async function ask(caller: StaffCaller, { feature, name }: Read, input: unknown): Promise<string> {
  const api = caller.api as unknown as Record<string, Record<string, (input: unknown) => Promise<unknown>>>;
  try {
    return JSON.stringify(await api[feature]![name]!(input));
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error;
    expect(error.status, `${feature}.${name}: ${error.message}`).toBeLessThan(500);
    return JSON.stringify([error.code, error.message, error.data]);
  }
}

/** What only that college's people may learn, by what the database itself says: the mark, and the ids of all its rows. */
async function secretsOf({ collegeId, mark }: Side): Promise<string[]> {
  const { rows: tables } = await owner.query(`
    select table_name as name from information_schema.columns one
     where table_schema = 'public' and column_name = 'college_id'
       and exists (select from information_schema.columns other
                    where (other.table_name, other.column_name, other.data_type) = (one.table_name, 'id', 'uuid'))`);
  const ids = tables.map(({ name }) => `select id::text from ${name} where college_id = '${collegeId}'`);
  const { rows } = await owner.query(ids.join(' union all '));
  return [collegeId, mark, ...rows.map(({ id }) => id as string)];
}
const secrets = new Map<Side, string[]>();
for (const side of sides) secrets.set(side, await secretsOf(side));

function poolsOf(side: Side): Pools {
  const ids = secrets.get(side)!.filter((secret) => secret.length === 36);
  return { ids, texts: ['', side.mark, side.mark.toLowerCase(), 'all', 'drafts', today], cursors: [''] };
}

describe('an auditor of a college', () => {
  test('learns nothing of another one by any operation, whatever is asked for', async () => {
    expect(reads.map(({ feature }) => feature)).toEqual(
      expect.arrayContaining(['audit', 'exceptions', 'findings', 'books']),
    );
    const asked = fc.constantFrom(...pairs).chain((pair) =>
      fc.constantFrom(...reads).chain((operation) =>
        fc.record({
          ...{ pair: fc.constant(pair), operation: fc.constant(operation) },
          input: arbitraryInput(operation.input, poolsOf(pair.there)),
        }),
      ),
    );
    // A failure names its seed.
    await fc.assert(
      fc.asyncProperty(asked, async ({ pair: { here, there }, operation, input }) => {
        const answer = await ask(here.auditor, operation, input);
        const sent = JSON.stringify(input) ?? '';
        for (const secret of secrets.get(there)!.filter((one) => !sent.includes(one)))
          expect(answer, `${operation.feature}.${operation.name}`).not.toContain(secret);
      }),
      { numRuns: process.env.LONG_FORMS ? 4_000 : 300, endOnFailure: true },
    );
  }, 120_000);

  test.each(pairs)('sees the events, hits and findings of $here.mark, and all of them', async ({ here }) => {
    const { exceptions, findings, audit } = here.auditor.api;
    const { rows: hits } = await exceptions.listExceptionHits({ state: 'all', limit: 100 });
    expect(hits.map(({ id }) => id).toSorted()).toEqual(here.hits.toSorted());
    expect(await exceptions.countExceptionHits({ state: 'all' })).toEqual({ count: here.hits.length });
    const { rules } = await exceptions.listExceptionRules();
    const counted = rules.map(({ counts }) => counts.new + counts.open + counts.lapsed + counts.explained);
    expect(counted.reduce((sum, count) => sum + count, 0)).toBe(here.hits.length);
    const { rows: found } = await findings.listFindings({});
    expect(found.map(({ id }) => id)).toEqual([here.finding]);
    const { entries } = await findings.getFinding({ id: here.finding });
    expect(entries.map(({ text }) => text)).toContain(`${here.mark}: will be.`);
    const { rows: events } = await audit.listAuditEvents({ recordType: 'finding', limit: 100 });
    expect(new Set(events.map(({ recordId }) => recordId))).toEqual(new Set([here.finding]));
    // Somebody of all colleges sees both, and what is of none.
    const { rows: all } = await auditor.api.exceptions.listExceptionHits({ state: 'all', limit: 100 });
    const ofNone = all.find(({ recordId }) => recordId === paperId)!;
    const expected = [...okapi.hits, ...zebra.hits, ofNone.id];
    expect(all.map(({ id }) => id).toSorted()).toEqual(expected.toSorted());
  });

  test.each(pairs)('changes no record that is not of $here.mark by its id', async ({ here, there }) => {
    const tables = ['findings', 'finding_entries', 'exception_notes'];
    const rowsOf = async (table: string) =>
      (await owner.query(`select * from ${table} order by 1, 2, 3`)).rows;
    const state = () => Promise.all(tables.map(rowsOf));
    const before = await state();
    const { exceptions, findings } = here.auditor.api;
    const words = { version: 2, text: 'Of another college.' };
    const raised = { title: 'Not mine', text: 'Not mine.', part: 'B' } as const;
    const refused: Promise<unknown>[] = [
      exceptions.getExceptionHit({ id: there.hits[0]! }),
      findings.raiseFinding({ ...raised, hitIds: there.hits }),
    ];
    for (const id of [there.finding, universityFinding])
      refused.push(
        ...[findings.getFinding({ id }), findings.remarkOnFinding({ id, ...words })],
        ...[findings.settleFinding({ id, ...words }), findings.dropFinding({ id, ...words })],
      );
    for (const outcome of await Promise.allSettled(refused)) {
      expect(outcome.status).toBe('rejected');
      expect((outcome as PromiseRejectedResult).reason.status).toBeLessThan(500);
    }
    // Refused, or none of them explained.
    const explained = exceptions.explainHits({ ids: there.hits, text: words.text, until: today });
    expect(await explained.catch(() => ({ explained: 0 }))).toEqual({ explained: 0 });
    expect(await state()).toEqual(before);
  });

  test.each(pairs)('is given no file of $there.mark', async ({ here, there }) => {
    const paths = [`/findings/${there.finding}/bundle`, `/findings/${universityFinding}/bundle`];
    for (const path of paths) {
      const { status } = await here.auditor.fetch(`/api${path}`);
      expect([403, 404], path).toContain(status);
    }
    const { status } = await here.auditor.fetch(`/api/findings/${here.finding}/bundle`);
    expect(status).toBe(200);
  });

  test.each(sides)('of $mark is refused what is the whole university’s', async ({ auditor: own }) => {
    await expectDomainError(own.api.audit.listAccessEntries({}), 'audit.university_only');
    expect(await codeOf(await own.fetch('/api/audit/chain'))).toBe('audit.university_only');
    await admin.api.exceptions.proposeLimit({ rule: 'draft_deposited_late', name: 'days', value: 9 });
    const { rows } = await owner.query('select id from exception_limits where decided_at is null');
    const { id } = rows[0];
    const whole = [
      own.api.exceptions.runRules({}),
      own.api.exceptions.decideLimit({ id, outcome: 'confirmed' }),
      own.api.findings.closeInspection({ from: addDays(today, -3), to: today }),
    ];
    for (const outcome of await Promise.allSettled(whole))
      expect(outcome).toMatchObject({ status: 'rejected', reason: { status: 403 } });
    await auditor.api.exceptions.decideLimit({ id, outcome: 'refused' });
  });
});

describe('whoever is audited', () => {
  const { hits, finding } = okapi;
  const words = { id: finding, version: 2, text: 'All is well.' };

  test.each(['admin', 'receiver', 'case_worker', 'printer'] as const)(
    'explains, settles, decides and judges nothing as %s',
    async (role) => {
      const { exceptions, findings } = (await portal.as(role)).api;
      for (const act of [
        () => exceptions.explainHits({ ids: hits, text: 'Office order.', until: today }),
        () => exceptions.runRules({}),
        () => exceptions.decideLimit({ id: crypto.randomUUID(), outcome: 'confirmed' }),
        () => exceptions.listExceptionHits({}),
        () => findings.settleFinding(words),
        () => findings.dropFinding(words),
        () => findings.remarkOnFinding(words),
        () => findings.closeInspection({ from: addDays(today, -3), to: today }),
      ])
        await expectDomainError(act(), 'auth.not_permitted');
    },
  );

  test('cannot change or delete a note, an entry or a hit as the application’s role of the database', async () => {
    for (const table of ['exception_notes', 'finding_entries', 'exception_hits'])
      for (const statement of [`delete from ${table}`, `truncate ${table} cascade`])
        await expect(app.query(statement), statement).rejects.toThrow();
    for (const change of [
      `exception_notes set text = 'x'`,
      'exception_notes set until = until + 300',
      `finding_entries set text = 'x'`,
      'finding_entries set written_by = written_by',
      `exception_hits set rule = 'x'`,
      `exception_hits set record_id = 'x'`,
      'exception_hits set first_seen = now()',
    ])
      await expect(app.query(`update ${change}`), change).rejects.toThrow();
  });

  test('is refused by the database too: who proposed does not decide, and who explains or settles is an auditor', async () => {
    const decided = app.query(
      `insert into exception_limits (id, rule, name, value, before_value, proposed_by, proposed_at, decided_by, decided_at, outcome)
       values (gen_random_uuid(), 'draft_deposited_late', 'days', 60, 15, $1, now() - interval '1 hour', $1, now(), 'confirmed')`,
      [admin.actor.id],
    );
    expect(await constraintOf(decided)).toMatch(/^exception_limits__/);
    for (const kind of ['settled', 'dropped']) {
      const written = app.query(
        `insert into finding_entries (id, finding_id, kind, text, written_by, written_at)
         values (gen_random_uuid(), $1, $2, 'All is well.', $3, now())`,
        [finding, kind, admin.actor.id],
      );
      expect(await constraintOf(written), kind).toMatch(/^finding_entries__/);
    }
    const explained = app.query(
      `insert into exception_notes (id, hit_id, text, until, parts, written_by, written_at)
       select gen_random_uuid(), id, 'All is well.', current_date, parts, $2, now() from exception_hits where id = $1`,
      [hits[1], admin.actor.id],
    );
    expect(await constraintOf(explained)).toMatch(/^exception_notes__/);
    const { rows } = await owner.query('select state from findings where id = $1', [finding]);
    expect(rows).toEqual([{ state: 'replied' }]);
  });
});

import { expect, test } from 'vitest';
import { openCertificateDesk } from '#dev/testing/certificate-desk.ts';
import { fileClient } from '#dev/testing/portal.ts';
import { choiceOf, closeRun, openPrintFile } from '#dev/testing/print-room.ts';
import { correct, verify } from '#dev/testing/reopening.ts';
import { runWithoutTriggers } from '#dev/testing/run-without-triggers.ts';
import { faultsInStockBooks } from '#dev/testing/stock-books.ts';
import { composePrintRunJob } from './jobs/compose-print-run.ts';

// Every letter can be printed, so only drawing shows that the name has no room.
const tooLong = 'W'.repeat(118);

const desk = await openCertificateDesk({ isShared: true });
const { portal, printer } = desk;
const owner = await fileClient(portal.ownerUrl);

/** The certificates of a paper in the order of their numbers; some have a name that has no room. */
async function waitingWith(count: number, tooLongAt: readonly number[]) {
  const here = await desk.waitingHere(count);
  const { rows } = await owner.query<{ id: string; application: string; number: string }>(
    `select c.id, a.id as application, c.convocation_number as number
       from certificates c join applications a on a.id = c.application_id
      where a.paper_id = $1 order by c.convocation_sequence`,
    [here.paperId],
  );
  for (const at of tooLongAt)
    await runWithoutTriggers(
      portal,
      `update applications set candidate_name = '${tooLong}' where id = '${rows[at]!.application}'`,
    );
  return { here, rows };
}

async function compose(here: Parameters<typeof choiceOf>[0], sheets: number) {
  const { id } = await printer.api.printRuns.preparePrintRun(choiceOf(here, sheets));
  const bound = await desk.read(id);
  await composePrintRunJob.handle(portal.services, { printRunId: id }, { isLast: true });
  return { bound, run: await desk.read(id) };
}

/** In the built-in designs class and rank share a line, and the college follows wording. */
test('what has no room beside other words is returned alone, too', async () => {
  const { here, rows } = await waitingWith(3, []);
  await runWithoutTriggers(
    portal,
    `update award_records set division = '${'W'.repeat(60)}', rank = '${'M'.repeat(80)}' where application_id = '${rows[1]!.application}'`,
  );
  const { run } = await compose(here, 3);
  expect(run).toMatchObject({ document: 'ready', sheetCount: 2 });
  expect(await desk.applicationOf(rows[1]!.application)).toMatchObject({
    status: 'returned',
    returnReasons: ['other'],
    returnRemark: expect.stringMatching(/^Rank or medal: .*too long for its place/),
  });
});

async function expectReturned(application: string): Promise<void> {
  expect(await desk.applicationOf(application)).toMatchObject({
    status: 'returned',
    returnedBy: 'Dikshant',
    returnReasons: ['name'],
    returnRemark: expect.stringMatching(/^Candidate name: .*too long for its place/),
  });
  const [event] = (await desk.eventsOf('application', application)).filter(
    (each) => each.event === 'applications.returned',
  );
  expect(event).toMatchObject({ actorName: 'Dikshant', after: { reasons: ['name'] } });
}

test('what only drawing shows takes those sheets out of the run, and the others move up', async () => {
  const { here, rows } = await waitingWith(5, [1, 3]);
  const { bound, run } = await compose(here, 5);
  expect(run).toMatchObject({ document: 'ready', state: 'prepared', sheetCount: 3 });
  expect(run.sheets.map(({ convocationNumber }) => convocationNumber)).toEqual(
    [0, 2, 4].map((at) => rows[at]!.number),
  );
  expect(run.sheets.map(({ blankSerial }) => blankSerial)).toEqual(
    bound.sheets.slice(0, 3).map(({ blankSerial }) => blankSerial),
  );
  for (const at of [1, 3]) await expectReturned(rows[at]!.application);
  const moved = (await desk.eventsOf('certificate', rows[4]!.id)).filter(
    ({ event }) => event === 'certificates.bound',
  );
  expect(moved.map(({ after }) => after!.blank)).toEqual(
    [2, 3, 4].map((at) => bound.sheets[at]!.blankSerial),
  );
  const { rows: left } = await owner.query(
    `select after ? 'holderId' as has, after->>'holderId' as holder from audit_events
      where event = 'print_runs.sheet_left_out' and record_id = $1`,
    [run.id],
  );
  // The last blanks went back to the store, which the events say.
  expect(left).toEqual(Array(2).fill({ has: true, holder: null }));

  await printer.api.printRuns.startPrintRun({
    id: run.id,
    version: run.version,
    topSerial: run.sheets[0]!.blankSerial,
  });
  await openPrintFile(printer, run.id);
  const outcomes = run.sheets.map(({ id }) => ({ sheetId: id, outcome: 'good' as const }));
  await printer.api.printRuns.recordSheets({ id: run.id, outcomes });
  await closeRun(printer, run.id);
  const { rows: blanks } = await owner.query(
    'select state, count(*)::int from blanks where paper_id = $1 group by state order by state',
    [here.paperId],
  );
  expect(blanks).toEqual([
    { state: 'in_store', count: 4 },
    { state: 'printed', count: 3 },
  ]);
  expect(await faultsInStockBooks(portal.ownerUrl)).toEqual([]);

  await correct(desk.receiver, rows[1]!.application, { candidateName: 'Asha Rao' });
  expect(await verify(desk.caseWorker, rows[1]!.application)).toMatchObject({
    convocationNumber: rows[1]!.number,
  });
});

test('a run that has nothing left is withdrawn', async () => {
  const { here, rows } = await waitingWith(1, [0]);
  const { run } = await compose(here, 1);
  expect(run).toMatchObject({ state: 'withdrawn', sheetCount: 0 });
  await expectReturned(rows[0]!.application);
  const { rows: blanks } = await owner.query('select distinct state from blanks where paper_id = $1', [
    here.paperId,
  ]);
  expect(blanks).toEqual([{ state: 'in_store' }]);
});

test('a run says so where its faulty sheet cannot be left out', async () => {
  const { here, rows } = await waitingWith(2, [0]);
  const { id } = await printer.api.printRuns.preparePrintRun(choiceOf(here, 2));
  // A second open case for one application is refused.
  await runWithoutTriggers(
    portal,
    `insert into reopenings (id, application_id, reason, reopened_by, reopened_at, verified_by, verified_at)
     select gen_random_uuid(), id, 'name', '${desk.colleague.actor.id}', now(), verified_by, verified_at
       from applications where id = '${rows[0]!.application}'`,
  );
  const composed = composePrintRunJob.handle(portal.services, { printRunId: id }, { isLast: true });
  await expect(composed).rejects.toThrow();
  expect(await desk.read(id)).toMatchObject({ document: 'failed', sheetCount: 2 });
});

test('nobody returns an application without a name, but the portal what it cannot draw', async () => {
  const { rows } = await waitingWith(1, []);
  const { application } = rows[0]!;
  await owner.query('begin');
  await owner.query(
    `insert into reopenings (id, application_id, reason, reopened_by, reopened_at, verified_by, verified_at)
     select gen_random_uuid(), id, 'name', $2, now(), verified_by, verified_at from applications where id = $1`,
    [application, desk.colleague.actor.id],
  );
  const returned = owner.query(
    `update applications set status = 'returned', verified_by = null, verified_at = null, returned_at = now(), return_reasons = '{name}'
      where id = $1`,
    [application],
  );
  await expect(returned).rejects.toMatchObject({ constraint: 'applications__returned_is_signed' });
  await owner.query('rollback');
});

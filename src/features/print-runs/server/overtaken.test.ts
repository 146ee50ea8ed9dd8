import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { sharedOffice } from '#dev/testing/office.ts';
import { choiceOf, createPrintRoom } from '#dev/testing/print-room.ts';
import { correct, reopen, verify } from '#dev/testing/reopening.ts';
import { printOne, requestReprint, startRunOf, waitingCertificate } from '#dev/testing/reprinting.ts';
import { composePrintRunJob } from './jobs/compose-print-run.ts';

const { portal, office } = await sharedOffice();
const room = await createPrintRoom(portal);
const admin = await portal.as('admin');

const execute = (statement: ReturnType<typeof sql>) => statement.execute(portal.services.db);
const waiting = () => waitingCertificate(portal, room, office);
const takeBack = (run: { id: string; sheet: { id: string } }) =>
  room.printer.api.printRuns.takeBackOutcome({ id: run.id, sheetId: run.sheet.id });

/** A run that goes on, whose one sheet has this outcome. */
async function decidedRun(how: 'good' | 'spoilt') {
  const bound = await waiting();
  const run = await startRunOf(portal, room.printer, bound);
  const sheetId = run.sheet.id;
  const outcome = {
    good: { outcome: 'good' as const },
    spoilt: { outcome: 'spoilt' as const, reason: 'Jam' as const },
  };
  await room.printer.api.printRuns.recordSheets({ id: run.id, outcomes: [{ sheetId, ...outcome[how] }] });
  return { bound, run };
}

describe('an outcome is not taken back', () => {
  test('once the application was reopened: the sheet would print what was wrong', async () => {
    const { bound, run } = await decidedRun('spoilt');
    await reopen(admin, bound.applicationId);
    await correct(room.receiver, bound.applicationId, { candidateName: 'Asha Rao' });
    await verify(room.caseWorker, bound.applicationId);
    await expectDomainError(takeBack(run), 'print_runs.reopened_since');
    await expect(
      execute(sql`
        update sheets set outcome = null, outcome_reason = null, outcome_at = null, outcome_by = null where id = ${run.sheet.id}`),
    ).rejects.toMatchObject({ constraint: 'sheets__not_reopened_since' });
  });

  test('once a newer copy superseded its sheet', async () => {
    const { bound, run } = await decidedRun('good');
    const id = await requestReprint(room.receiver, bound.certificateId);
    await admin.api.reprints.approveReprint({ id, version: 1 });
    await printOne(portal, room.printer, bound);
    await expectDomainError(takeBack(run), 'print_runs.certificate_elsewhere');
  });
});

test('a run that is withdrawn while its file is composed has none', async () => {
  const { id } = await room.printer.api.printRuns.preparePrintRun(choiceOf(await waiting()));
  const composing = composePrintRunJob.handle(portal.services, { printRunId: id }, { isLast: true });
  const withdraw = async () => {
    const { version } = await room.printer.api.printRuns.getPrintRun({ id });
    await room.printer.api.printRuns.withdrawPrintRun({ id, version });
  };
  // Again, if it was composed meanwhile.
  await withdraw().catch(withdraw);
  await composing;
  const { rows } = await execute(sql`select document_key, document_failure from print_runs where id = ${id}`);
  expect(rows).toEqual([{ document_key: null, document_failure: null }]);
});

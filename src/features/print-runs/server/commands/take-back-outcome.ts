import {
  factsOf,
  lockApplicationOf,
  lockCertificate,
  recordOf,
} from '#features/certificates/server/record-hand-over.ts';
import type { BlankState } from '#features/stock/blank-states.ts';
import { moveBlanks } from '#features/stock/server/move-blanks.ts';
import { lockPaper } from '#features/stock/server/papers.ts';
import type { CommandTransaction } from '#platform/server/command.ts';
import type { Db } from '#platform/server/db/database.ts';
import { assertAllowed, domainError } from '#platform/server/domain-error.ts';
import type { Sheet } from '../../contract.ts';
import { formatRunNumber, printRunCan } from '../../rules.ts';
import { type LockedPrintRun, lockPrintRun, runCommand } from '../locked-run.ts';
import { sheetsOfRun } from '../queries.ts';
import { waitingSerials } from '../waiting-serials.ts';

/**
 * Undoes a sheet's outcome: its blank is bound again and its certificate is in the run. The copy that it superseded is
 * valid again, and the reprint request open.
 */
export const takeBackOutcome = runCommand('takeBackOutcome', async (transaction, input) => {
  const { db, audit } = transaction;
  const run = await lockPrintRun(transaction, input.id);
  await lockPaper(db, run.paper_id);
  const sheet = await getSheet(transaction, run, input.sheetId);
  // Same lock order as decisions on reprints: application, requests, certificate.
  await lockApplicationOf(db, sheet.certificate_id);
  const hasOpenReprint = await lockRequests(db, sheet);
  const certificate = await lockCertificate(db, sheet.certificate_id);
  assertAllowed(
    printRunCan.takeBack(run, {
      outcome: sheet.outcome as Sheet['outcome'],
      isHandedOver: sheet.is_handed_over,
      hasOpenReprint,
      isBlankThere: sheet.is_blank_there,
      isSuperseded: sheet.superseded_at !== null || sheet.is_copied_since,
      isReopenedSince: sheet.is_reopened_since,
      certificateState: factsOf(certificate).state,
      isWithheld: certificate.withheld_at !== null,
    }),
    {
      'print_runs.sheet_left': {
        serial: sheet.serial,
        state: sheet.blank_state as BlankState,
      },
      'print_runs.certificate_elsewhere': { number: certificate.convocation_number },
    },
  );

  const revived = await reopenSheet(db, sheet.id);
  await db
    .updateTable('certificates')
    .set((eb) => ({
      state: 'in_run',
      ...(sheet.outcome === 'good' && { printed_at: revived?.outcome_at ?? null }),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', certificate.id)
    .execute();
  await moveBlanks(transaction, { act: 'taken_back', paperId: run.paper_id }, [sheet.blank_id], {
    state: 'bound',
    printRunId: run.id,
  });

  audit({
    event: 'certificates.outcome_taken_back',
    ...recordOf(certificate),
    before: {
      state: certificate.state,
      outcome: sheet.outcome,
      reason: sheet.outcome_reason,
      holderId: sheet.held_by,
    },
    after: {
      state: 'in_run',
      printRun: formatRunNumber(run.run_number),
      blank: sheet.serial,
      copy: sheet.copy_number,
      ...(revived && { validAgain: revived.serial }),
    },
  });
  return { open: (await waitingSerials(db, run.id)).length };
});

async function getSheet({ db }: CommandTransaction, run: LockedPrintRun, sheetId: string) {
  return sheetsOfRun(db, run.id)
    .where('sheets.id', '=', sheetId)
    .selectAll('sheets')
    .select(['blanks.serial', 'blanks.state as blank_state', 'blanks.held_by'])
    .select((eb) => [
      eb
        .exists(eb.selectFrom('hand_overs').whereRef('hand_overs.sheet_id', '=', 'sheets.id'))
        .$castTo<boolean>()
        .as('is_handed_over'),
      eb
        .exists(
          eb
            .selectFrom('reopenings')
            .innerJoin('certificates', 'certificates.application_id', 'reopenings.application_id')
            .whereRef('certificates.id', '=', 'sheets.certificate_id')
            .whereRef('reopenings.reopened_at', '>=', 'sheets.outcome_at'),
        )
        .$castTo<boolean>()
        .as('is_reopened_since'),
      // Another run printed this copy or a later one, whatever its outcome.
      eb
        .exists(
          eb
            .selectFrom('sheets as other')
            .whereRef('other.certificate_id', '=', 'sheets.certificate_id')
            .whereRef('other.copy_number', '>=', 'sheets.copy_number')
            .whereRef('other.id', '<>', 'sheets.id')
            .where('other.outcome', '=', 'good')
            .where('other.cancelled_at', 'is', null),
        )
        .$castTo<boolean>()
        .as('is_copied_since'),
      // The blank's latest movement is the one out of this run.
      eb
        .exists(
          eb
            .selectFrom('blank_movements as movement')
            .whereRef('movement.custody_act_id', '=', 'blanks.custody_act_id')
            .whereRef('movement.blank_receipt_id', '=', 'blanks.blank_receipt_id')
            .whereRef('movement.first_number', '<=', 'blanks.number')
            .whereRef('movement.last_number', '>=', 'blanks.number')
            .where('movement.from_state', '=', 'bound')
            .where('movement.from_run', '=', run.id),
        )
        .$castTo<boolean>()
        .as('is_blank_there'),
    ])
    .executeTakeFirstOrThrow(() => domainError('print_runs.sheet_not_found'));
}

/** Locks the requests; whether a reprint of this very copy is requested and not rejected. */
async function lockRequests(db: Db, sheet: { id: string; certificate_id: string }): Promise<boolean> {
  const requests = await db
    .selectFrom('reprint_requests')
    .where('certificate_id', '=', sheet.certificate_id)
    .select(['sheet_id', 'status', 'reprinted_at'])
    .forUpdate()
    .execute();
  return requests.some(
    (request) =>
      request.sheet_id === sheet.id && request.reprinted_at === null && request.status !== 'rejected',
  );
}

/** Clears the sheet's outcome; the copy that it superseded, if any, becomes valid again. */
async function reopenSheet(db: Db, id: string) {
  await db
    .updateTable('sheets')
    .set({ outcome: null, outcome_reason: null, outcome_at: null, outcome_by: null })
    .where('id', '=', id)
    .execute();
  return db
    .updateTable('sheets')
    .from('blanks')
    .set({ superseded_at: null, superseded_by: null })
    .whereRef('blanks.id', '=', 'sheets.blank_id')
    .where('superseded_by', '=', id)
    .returning(['sheets.outcome_at', 'blanks.serial'])
    .executeTakeFirst();
}

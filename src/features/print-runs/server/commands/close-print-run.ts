import { mailReady } from '#features/certificates/server/mail-ready.ts';
import { assertVersion } from '#platform/server/command.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import { printRunCan } from '../../rules.ts';
import { changeRun, lockPrintRun, runCommand } from '../locked-run.ts';
import { sheetsOfRun } from '../queries.ts';

/** Closes a run in which every sheet has an outcome, if the counted numbers match the recorded ones. */
export const closePrintRun = runCommand('closePrintRun', async (transaction, input) => {
  const { db, actor, now } = transaction;
  const run = await lockPrintRun(transaction, input.id);
  const sheets = await sheetsOfRun(db, run.id)
    .orderBy('blanks.serial')
    .select(['sheets.outcome', 'sheets.certificate_id', 'blanks.serial', 'blanks.held_by as holderId'])
    .execute();
  const count = (outcome: string | null) => sheets.filter((sheet) => sheet.outcome === outcome).length;
  const open = count(null);
  const recorded = { good: count('good'), spoilt: count('spoilt'), missing: count('missing') };
  const counted = { good: input.goodSheets, spoilt: input.spoiltSheets, missing: input.missingSheets };
  assertAllowed(printRunCan.close({ state: run.state, open }), { 'print_runs.open_sheets': { open } });
  await assertVersion(db, { type: 'print_run', row: run }, input.version);
  assertAllowed(printRunCan.agree(recorded, counted), {
    'print_runs.counts_differ': {
      good: { counted: counted.good, recorded: recorded.good },
      spoilt: { counted: counted.spoilt, recorded: recorded.spoilt },
      missing: { counted: counted.missing, recorded: recorded.missing },
    },
  });

  const good = sheets.filter((sheet) => sheet.outcome === 'good');
  await mailReady(
    transaction,
    good.map((sheet) => sheet.certificate_id),
  );
  return changeRun(transaction, run, {
    set: {
      state: 'closed',
      document_key: null,
      closed_at: now,
      closed_by: actor.id,
      counted_good: counted.good,
      counted_spoilt: counted.spoilt,
      counted_missing: counted.missing,
    },
    event: 'print_runs.closed',
    after: {
      state: 'closed',
      ...counted,
      spoilt: sheets
        .filter((sheet) => sheet.outcome === 'spoilt')
        .map(({ serial, holderId }) => ({ serial, holderId })),
    },
  });
});

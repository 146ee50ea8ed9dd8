/** Prints what recording 1,000 sheets as good costs, against one plain UPDATE of the same rows. */
import pg from 'pg';
import { actingAs } from '#dev/seed/acting.ts';
import { stockBlanks } from '#dev/testing/factories.ts';
import type { StaffCaller } from '#dev/testing/open-portal.ts';
import { recordSheets } from '#features/print-runs/server/commands/record-sheets.ts';
import { getPrintRun } from '#features/print-runs/server/queries.ts';
import { percentile, printFigure, rounded } from './figures.ts';
import { timeOf, withLargePortal } from './large-portal.ts';

const applications = 100_000;
const sheets = 1_000;
const turns = 5;

await withLargePortal(applications, async (portal) => {
  const owner = new pg.Client({ connectionString: portal.ownerUrl });
  await owner.connect();
  const printer = await portal.as('printer');
  const kind = await queueCertificates(owner);
  // A serial of a delivery has six figures, and one paper has a run for each turn.
  for (let turn = 0; turn <= turns; turn += 1) await stockBlanks(portal, kind.paperId, sheets);
  const commands: number[] = [];
  const updates: number[] = [];
  for (let turn = 0; turn <= turns; turn += 1) {
    const id = await startRun(owner, printer, kind);
    const run = await getPrintRun(portal.services, id);
    const update = await timeUpdate(owner, id, printer.actor.id);
    const outcomes = run.sheets.map((sheet) => ({ sheetId: sheet.id, outcome: 'good' as const }));
    const context = actingAs(portal.services, printer.actor, { now: new Date() });
    const command = await timeOf(() => recordSheets(context, { id, outcomes }));
    process.stderr.write(`command ${command.toFixed(1)} ms, plain update ${update.toFixed(1)} ms\n`);
    // The first turn warms both up.
    if (turn === 0) continue;
    commands.push(command);
    updates.push(update);
  }
  await owner.end();
  const [command, update] = [percentile(commands, 0.5), percentile(updates, 0.5)];
  printFigure({
    benchmark: 'record-sheets',
    figure: `Recording ${sheets.toLocaleString('en-IN')} sheets as good, against one plain UPDATE of the same rows`,
    measures: [
      { name: 'command', value: command, unit: 'ms' },
      { name: 'plain UPDATE', value: update, unit: 'ms' },
      { name: 'ratio', value: rounded(command / update), unit: '×', most: 5 },
    ],
  });
});

type Kind = { paperId: string; certificateType: string };

/** So many certificates of one paper and type wait that every turn has a run of its own. */
async function queueCertificates(owner: pg.Client): Promise<Kind> {
  const { rows } = await owner.query<Kind>(
    'select paper_id as "paperId", certificate_type as "certificateType" from applications limit 1',
  );
  const kind = rows[0]!;
  // Nobody corrected them.
  await owner.query('begin');
  await owner.query('set local session_replication_role = replica');
  await owner.query(
    `with chosen as (select id, application_id from certificates limit $1), matched as (
       update applications set paper_id = $2, certificate_type = $3
         from chosen where applications.id = application_id)
     update certificates set state = 'to_print', printed_at = null, withheld_at = null from chosen where certificates.id = chosen.id`,
    [(turns + 1) * sheets, kind.paperId, kind.certificateType],
  );
  await owner.query('commit');
  return kind;
}

/** A run that is printing; its file is none, because nobody prints it. */
async function startRun(owner: pg.Client, printer: StaffCaller, kind: Kind): Promise<string> {
  const { id } = await printer.api.printRuns.preparePrintRun({ ...kind, sheets });
  await owner.query('begin');
  await owner.query('set local session_replication_role = replica');
  await owner.query(
    `update print_runs set state = 'printing', started_at = now(), document_key = 'none' where id = $1`,
    [id],
  );
  await openFile(owner, id, printer.actor.id);
  await owner.query('commit');
  return id;
}

async function openFile(owner: pg.Client, runId: string, operatorId: string): Promise<void> {
  await owner.query(
    `insert into print_files (print_run_id, file_number, from_position, checked_by, checked_at, opened_by, opened_at)
     values ($1, 1, 1, $2, now(), $2, now())`,
    [runId, operatorId],
  );
}

/** Sheets, certificates and blanks in one statement, without triggers; rolled back. */
async function timeUpdate(owner: pg.Client, runId: string, operatorId: string): Promise<number> {
  await owner.query('begin');
  try {
    await owner.query('set local session_replication_role = replica');
    return await timeOf(() =>
      owner.query(
        `with recorded as (
           update sheets set outcome = 'good', outcome_at = now(), outcome_by = $2
            where print_run_id = $1 returning certificate_id, blank_id
         ), printed as (
           update certificates set state = 'printed', printed_at = now(), version = version + 1
             from recorded where certificates.id = certificate_id
         )
         update blanks set state = 'printed', custody_act_id = custody_act_id, version = version + 1
           from recorded where blanks.id = blank_id`,
        [runId, operatorId],
      ),
    );
  } finally {
    await owner.query('rollback');
  }
}

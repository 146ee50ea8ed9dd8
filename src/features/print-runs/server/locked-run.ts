import type { Updateable } from 'kysely';
import { commandOf, updateRow, type Writing } from '#platform/server/command.ts';
import type { AuditEntry } from '#platform/server/db/audit-chain.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { PrintRuns } from '#platform/server/db/tables.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { removeStored } from '#platform/server/files/delete-files.ts';
import type { PrintRunState, printRunsContract } from '../contract.ts';
import { formatRunNumber } from '../rules.ts';

export const runCommand = commandOf<typeof printRunsContract>();

/** The run's row, locked until the transaction ends. */
export async function lockPrintRun({ db }: Pick<Writing, 'db'>, id: string) {
  const row = await db
    .selectFrom('print_runs')
    .selectAll('print_runs')
    .where('print_runs.id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => domainError('print_runs.not_found'));
  return { ...row, state: row.state as PrintRunState };
}

export type LockedPrintRun = Awaited<ReturnType<typeof lockPrintRun>>;

/** What every audit event of a run has in common. */
export function recordOfRun(run: Pick<LockedPrintRun, 'id' | 'run_number' | 'college_id'>) {
  return {
    record: { type: 'print_run' as const, id: run.id, label: formatRunNumber(run.run_number) },
    collegeId: run.college_id,
  };
}

/** Updates a locked run and records an audit event. If the print file is dropped, it is deleted. */
export async function changeRun(
  { db, audit, enqueue }: Writing,
  run: LockedPrintRun,
  { set, ...entry }: { set: Updateable<PrintRuns> } & Pick<AuditEntry, 'event' | 'before' | 'after'>,
): Promise<{ version: number }> {
  const { version } = await updateRow(db, 'print_runs', run, set);
  if (set.document_key === null) await removeStored({ db, enqueue }, [run.document_key]);
  audit({ before: { state: run.state }, ...entry, ...recordOfRun(run) });
  return { version };
}

/** Column values for composing the print file again; the new `composition` makes a running job discard its result. */
export function recompositionColumns({ composition }: Pick<LockedPrintRun, 'composition'>) {
  return {
    composition: composition + 1,
    composed_count: 0,
    document_key: null,
    document_sha256: null,
    document_fingerprint: null,
    document_failure: null,
  };
}

/** Moves certificates into a run, or back to the queue. */
export async function moveCertificates(
  db: Db,
  certificates: readonly { id: string }[],
  state: 'in_run' | 'to_print',
): Promise<void> {
  const ids = certificates.map(({ id }) => id);
  await db
    .updateTable('certificates')
    .set((eb) => ({ state, version: eb('version', '+', 1) }))
    .where('id', 'in', ids)
    .execute();
}

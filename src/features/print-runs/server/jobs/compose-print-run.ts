import { ORPCError } from '@orpc/server';
import { sql } from 'kysely';
import type { Services } from '#platform/server/context.ts';
import { type DomainError, domainError, failureOf } from '#platform/server/domain-error.ts';
import type { StoredFile } from '#platform/server/files/stored-files.ts';
import type { Job } from '#platform/server/jobs/job.ts';
import { writeAsPortal } from '#platform/server/record-as-portal.ts';
import { RenderError } from '#platform/server/typst/render-error.ts';
import { findLayoutSetUp, fingerprintOf } from '../layouts.ts';
import { leaveOut } from '../leave-out.ts';
import { lockPrintRun } from '../locked-run.ts';
import { recordPrintFile, renderPrintFile } from '../print-file.ts';
import { offsetOf } from '../printers.ts';
import { undrawableSheet } from '../undrawable.ts';
import { type PrintedRun, readSheets } from './read-sheets.ts';

/** Minimum time between two progress updates. */
const progressMilliseconds = 250;

/**
 * Composes the PDF of a run. What it prints was fixed when sheets were bound, so composing twice gives the same sheets; one
 * that cannot be drawn is left out.
 */
export const composePrintRunJob: Job<{ printRunId: string }> = {
  name: 'compose-print-run',
  retryLimit: 2,
  async handle(services, { printRunId }, attempt) {
    for (let isRepeated = true; isRepeated; ) {
      const run = await findOpenRun(services, printRunId);
      isRepeated = run !== undefined && (await compose(services, run, attempt));
    }
  },
};

/** Returns whether a sheet that cannot be drawn was left out, so that the others are to be composed again. */
async function compose(services: Services, run: OpenRun, attempt: { isLast: boolean }): Promise<boolean> {
  try {
    const printed = await readSheets(services, run.id);
    const fingerprint = await currentFingerprint(services, run);
    if (fingerprint !== (printed.layoutFingerprint ?? fingerprint)) {
      await recordFailure(services, run, domainError('print_runs.layout_changed'));
      return false;
    }
    return await composeOrLeaveOut(services, run, { printed, fingerprint });
  } catch (error) {
    if (attempt.isLast) await recordFailure(services, run, error);
    throw error;
  }
}

async function composeOrLeaveOut(
  services: Services,
  run: OpenRun,
  { printed, fingerprint }: { printed: PrintedRun; fingerprint: string },
): Promise<boolean> {
  try {
    const file = await renderPrintFile(services, { run, printed, onProgress: progressOf(services, run) });
    await recordDocument(services, run, { file, fingerprint, sheetCount: printed.sheets.length });
    return false;
  } catch (error) {
    if (error instanceof ORPCError && (await leaveOutFaulty(services, run, printed, error))) return true;
    throw error;
  }
}

/** False if the fault is not that of one sheet, or the run has changed meanwhile. */
async function leaveOutFaulty(
  services: Services,
  run: OpenRun,
  { sheets }: PrintedRun,
  error: DomainError,
): Promise<boolean> {
  const undrawable = await undrawableSheet(services.db, sheets, error);
  if (!undrawable) return false;
  let isLeftOut = false;
  await writeAsPortal(services, run.operator_id, async (transaction) => {
    const locked = await lockPrintRun(transaction, run.id);
    const { state, composition, document_key } = locked;
    if (state !== 'prepared' || composition !== run.composition || document_key !== null) return;
    await leaveOut(transaction, locked, undrawable);
    isLeftOut = true;
  });
  return isLeftOut;
}

type OpenRun = NonNullable<Awaited<ReturnType<typeof findOpenRun>>>;

/** Runs without a file that have not started printing. */
function openRuns(services: Services) {
  return services.db
    .selectFrom('print_runs')
    .where('print_runs.state', '=', 'prepared')
    .where('print_runs.document_key', 'is', null);
}

async function findOpenRun(services: Services, id: string) {
  return openRuns(services)
    .innerJoin('papers', 'papers.id', 'print_runs.paper_id')
    .selectAll('print_runs')
    .select('papers.colour')
    .where('print_runs.id', '=', id)
    .executeTakeFirst();
}

/**
 * Runs that still need a file. A starting worker resumes them, because their job may have died with the previous one.
 */
export async function listUncomposedRuns(services: Services): Promise<{ printRunId: string }[]> {
  return openRuns(services)
    .select('print_runs.id as printRunId')
    .where('print_runs.document_failure', 'is', null)
    .execute();
}

/** Saves how many sheets are composed, for screens to show. Not an act of a person, so not audited. */
function progressOf(services: Services, run: OpenRun): (done: number) => Promise<void> {
  let toldAt = 0;
  return async (done) => {
    if (performance.now() - toldAt < progressMilliseconds) return;
    toldAt = performance.now();
    await services.db
      .updateTable('print_runs')
      .set({ composed_count: done })
      .where('id', '=', run.id)
      .where(isStillWanted(run))
      .execute();
  };
}

/** False once the run was withdrawn, or the file requested again, for example for another printer. */
function isStillWanted(run: OpenRun) {
  return sql<boolean>`state = 'prepared' and composition = ${run.composition} and document_key is null`;
}

/** Fingerprint of the present layout, which differs from the sheets' once template or university changed. */
async function currentFingerprint({ db }: Services, run: OpenRun): Promise<string> {
  const layout = { certificateType: run.certificate_type, colour: run.colour };
  return fingerprintOf(layout, await findLayoutSetUp(db, new Date()));
}

async function recordDocument(
  services: Services,
  run: OpenRun,
  { file, fingerprint, sheetCount }: { file: StoredFile; fingerprint: string; sheetCount: number },
) {
  await recordPrintFile(services, {
    run,
    file,
    expected: isStillWanted(run),
    set: {
      document_key: file.key,
      document_sha256: file.sha256,
      document_fingerprint: fingerprint,
      document_failure: null,
      composed_count: sheetCount,
      version: sql<number>`version + 1`,
    },
    event: 'print_runs.composed',
    after: { ...offsetOf(run), sha256: file.sha256, fingerprint },
  });
}

async function recordFailure(services: Services, run: OpenRun, error: unknown) {
  const failure = failureIn(error);
  await recordPrintFile(services, {
    run,
    expected: isStillWanted(run),
    set: { document_failure: failureOf(failure) },
    event: 'print_runs.composing_failed',
    after: { failure: failure.message },
  });
}

/** Names the faulty sheet or the renderer's message; any other cause is only in the log. */
function failureIn(error: unknown): DomainError {
  if (error instanceof ORPCError) return error;
  if (error instanceof RenderError) return domainError('print_runs.not_composed', { detail: error.message });
  return domainError('print_runs.composing_failed');
}

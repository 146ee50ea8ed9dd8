import { createHash } from 'node:crypto';
import { formatVerificationCode } from '#features/certificates/rules.ts';
import { CertificateRenderError } from '#features/certificates/server/typst/certificate-render-error.ts';
import type { CertificateSheet } from '#features/certificates/server/typst/certificate-sheet.ts';
import { renderCertificates } from '#features/certificates/server/typst/render-certificates.ts';
import { wholeUniversity } from '#server/actor.ts';
import type { Services } from '#server/context.ts';
import { inScope } from '#server/db/database.ts';
import { cleanPictureKey } from '#server/files/receive-file.ts';
import type { Job } from '#server/jobs/job.ts';
import { recordAsPortal } from '#server/record-as-portal.ts';
import { RenderError } from '#server/typst/render-error.ts';
import { dayInIndia } from '#shared/dates.ts';
import { formatRunNumber } from '../../rules.ts';

const photosAtOnce = 8;

/** Composes the one PDF of a run. What it prints was bound before, so composing twice gives the same sheets. */
export const composePrintRunJob: Job<{ printRunId: string }> = {
  name: 'compose-print-run',
  retryLimit: 2,
  async handle(services, { printRunId }, attempt) {
    const run = await findOpenRun(services, printRunId);
    if (!run) return;
    try {
      const pdf = await renderSheets(services, printRunId, { remaining: false });
      const key = `print-runs/${printRunId}.pdf`;
      await services.files.put(key, pdf);
      await recordDocument(services, run, { key, sha256: createHash('sha256').update(pdf).digest('hex') });
    } catch (error) {
      if (attempt.isLast) await recordFailure(services, run, error);
      throw error;
    }
  },
};

type OpenRun = NonNullable<Awaited<ReturnType<typeof findOpenRun>>>;

/** The run, unless its file exists already or printing began. */
async function findOpenRun(services: Services, id: string) {
  return inScope(services.db, wholeUniversity, 'print_runs')
    .select(['print_runs.id', 'print_runs.run_number', 'print_runs.college_id'])
    .where('print_runs.id', '=', id)
    .where('print_runs.state', '=', 'prepared')
    .where('print_runs.document_key', 'is', null)
    .executeTakeFirst();
}

/** Runs whose file is still wanted; a worker that starts takes them up, because their job may have died with the last one. */
export async function listUncomposedRuns(services: Services): Promise<{ printRunId: string }[]> {
  return inScope(services.db, wholeUniversity, 'print_runs')
    .select('print_runs.id as printRunId')
    .where('print_runs.state', '=', 'prepared')
    .where('print_runs.document_key', 'is', null)
    .where('print_runs.document_failure', 'is', null)
    .execute();
}

/** The pages of a run, or of its sheets without an outcome only; what they print was bound with the run. */
export async function renderSheets(
  services: Services,
  printRunId: string,
  { remaining }: { remaining: boolean },
): Promise<Uint8Array> {
  return renderCertificates({
    university: services.settings.university,
    sheets: await readSheets(services, printRunId, { remaining }),
  });
}

async function readSheets(
  services: Services,
  printRunId: string,
  { remaining }: { remaining: boolean },
): Promise<CertificateSheet[]> {
  const rows = await inScope(services.db, wholeUniversity, 'print_runs')
    .innerJoin('sheets', 'sheets.print_run_id', 'print_runs.id')
    .innerJoin('blanks', 'blanks.id', 'sheets.blank_id')
    .innerJoin('papers', 'papers.id', 'print_runs.paper_id')
    .innerJoin('certificates', 'certificates.id', 'sheets.certificate_id')
    .innerJoin('applications', 'applications.id', 'certificates.application_id')
    .innerJoin('colleges', 'colleges.id', 'certificates.college_id')
    .innerJoin('courses', 'courses.id', 'applications.course_id')
    .innerJoin('files', 'files.id', 'applications.photo_file_id')
    .where('print_runs.id', '=', printRunId)
    .$if(remaining, (query) => query.where('sheets.outcome', 'is', null))
    .orderBy('sheets.position')
    .select([
      'sheets.copy_number',
      'sheets.verification_code',
      'blanks.serial',
      'papers.colour',
      'print_runs.prepared_at',
      'certificates.convocation_number',
      'applications.candidate_name',
      'applications.candidate_name_native',
      'applications.academic_year',
      'applications.certificate_type',
      'applications.mode_of_study',
      'colleges.name as college_name',
      'courses.name as course_name',
      'files.storage_key',
    ])
    .execute();
  const sheets: CertificateSheet[] = [];
  for (let first = 0; first < rows.length; first += photosAtOnce) {
    const part = rows.slice(first, first + photosAtOnce).map(async (row) => ({
      convocationNumber: row.convocation_number,
      copyNumber: row.copy_number,
      candidateName: row.candidate_name,
      candidateNameNative: row.candidate_name_native,
      course: row.course_name,
      college: row.college_name,
      academicYear: row.academic_year,
      certificateType: row.certificate_type,
      colour: row.colour,
      modeOfStudy: row.mode_of_study,
      issuedOn: dayInIndia(row.prepared_at),
      blankSerial: row.serial,
      photo: await services.files.getBytes(cleanPictureKey(row.storage_key)),
      verificationCode: formatVerificationCode(row.verification_code),
      verifyUrl: verifyUrl(services.settings.publicUrl, row.convocation_number, row.verification_code),
    }));
    sheets.push(...(await Promise.all(part)));
  }
  return sheets;
}

/** The content of the QR code: short, so that its modules stay large on paper. */
function verifyUrl(publicUrl: string, convocationNumber: string, code: string): string {
  return `${publicUrl}/verify?n=${convocationNumber}&c=${formatVerificationCode(code)}`;
}

async function recordDocument(services: Services, run: OpenRun, document: { key: string; sha256: string }) {
  await recordAsPortal(services, async (db, audit) => {
    const changed = await db
      .updateTable('print_runs')
      .set((eb) => ({
        document_key: document.key,
        document_sha256: document.sha256,
        version: eb('version', '+', 1),
      }))
      .where('id', '=', run.id)
      .where('document_key', 'is', null)
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) return;
    audit({
      event: 'print_runs.composed',
      record: { type: 'print_run', id: run.id, label: formatRunNumber(run.run_number) },
      collegeId: run.college_id,
      after: { sha256: document.sha256 },
    });
  });
}

async function recordFailure(services: Services, run: OpenRun, error: unknown) {
  const sentence =
    error instanceof CertificateRenderError || error instanceof RenderError
      ? error.message
      : 'The print file could not be composed. The log of the server says more.';
  await recordAsPortal(services, async (db, audit) => {
    await db.updateTable('print_runs').set({ document_failure: sentence }).where('id', '=', run.id).execute();
    audit({
      event: 'print_runs.composing_failed',
      record: { type: 'print_run', id: run.id, label: formatRunNumber(run.run_number) },
      collegeId: run.college_id,
      after: { failure: sentence },
    });
  });
}

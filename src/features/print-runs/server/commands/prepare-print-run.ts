import { v7 as uuid } from 'uuid';
import type { CertificateState } from '#features/certificates/contract.ts';
import { certificateCan } from '#features/certificates/rules.ts';
import { moveBlanks } from '#features/stock/server/move-blanks.ts';
import { lockPaper } from '#features/stock/server/papers.ts';
import { type CommandTransaction, command } from '#server/command.ts';
import { inScope, unscoped } from '#server/db/database.ts';
import { nextNumber } from '#server/db/numbers.ts';
import { refusal, refuseUnless } from '#server/refusal.ts';
import { formatRunNumber } from '../../rules.ts';
import { composePrintRunJob } from '../jobs/compose-print-run.ts';
import { findPrinterOf } from '../printers.ts';
import { makeVerificationCode } from '../verification-code.ts';

/** Takes waiting certificates into a run and binds to each the next blank of its paper, in serial order. */
export const preparePrintRun = command(
  'preparePrintRun',
  async (transaction, input: { certificateIds: string[] }) => {
    const { db, actor, now, audit, enqueue } = transaction;
    const certificates = await lockCertificates(transaction, [...new Set(input.certificateIds)]);
    const { paperId, certificateType } = refuseMixed(certificates);
    const blanks = await takeBlanks(transaction, paperId, certificates.length);

    const printer = await findPrinterOf(db, actor.id);

    const id = uuid();
    const runNumber = await nextNumber(db, 'print run');
    const colleges = new Set(certificates.map((certificate) => certificate.college_id));
    const collegeId = colleges.size === 1 ? certificates[0]!.college_id : null;
    await db
      .insertInto('print_runs')
      .values({
        id,
        run_number: runNumber,
        paper_id: paperId,
        certificate_type: certificateType,
        college_id: collegeId,
        operator_id: actor.id,
        prepared_at: now,
        printer_id: printer?.id ?? null,
        x_offset_mm: printer?.x_offset_mm ?? 0,
        y_offset_mm: printer?.y_offset_mm ?? 0,
      })
      .execute();
    await db
      .insertInto('sheets')
      .values(
        certificates.map((certificate, index) => ({
          id: uuid(),
          print_run_id: id,
          position: index + 1,
          certificate_id: certificate.id,
          blank_id: blanks[index]!.id,
          copy_number: certificate.good_copies,
          verification_code: makeVerificationCode(),
        })),
      )
      .execute();
    await db
      .updateTable('certificates')
      .set((eb) => ({ state: 'in_run', version: eb('version', '+', 1) }))
      .where(
        'id',
        'in',
        certificates.map((certificate) => certificate.id),
      )
      .execute();
    const blankIds = blanks.map((blank) => blank.id);
    await moveBlanks(transaction, { act: 'bound', paperId }, blankIds, { state: 'bound', printRunId: id });

    const label = formatRunNumber(runNumber);
    audit({
      event: 'print_runs.prepared',
      record: { type: 'print_run', id, label },
      collegeId,
      after: {
        sheets: certificates.length,
        firstSerial: blanks[0]!.serial,
        lastSerial: blanks.at(-1)!.serial,
      },
    });
    for (const [index, certificate] of certificates.entries()) {
      audit({
        event: 'certificates.bound',
        record: { type: 'certificate', id: certificate.id, label: certificate.convocation_number },
        collegeId: certificate.college_id,
        before: { state: 'to_print' },
        after: {
          state: 'in_run',
          printRun: label,
          blank: blanks[index]!.serial,
          copy: certificate.good_copies,
        },
      });
    }
    await enqueue(composePrintRunJob.name, { printRunId: id });
    return { id, runNumber: label };
  },
);

/** In the order of their numbers, which is the order of the sheets; always locked in it, so that two runs cannot lock crosswise. */
async function lockCertificates({ db, actor }: CommandTransaction, ids: string[]) {
  const rows = await inScope(db, actor.scope, 'certificates')
    .innerJoin('applications', 'applications.id', 'certificates.application_id')
    .where('certificates.id', 'in', ids)
    .orderBy('certificates.convocation_year')
    .orderBy('certificates.convocation_sequence')
    .select([
      'certificates.id',
      'certificates.college_id',
      'certificates.convocation_number',
      'certificates.state',
      'certificates.withheld_at',
      'applications.paper_id',
      'applications.certificate_type',
    ])
    .select((eb) =>
      eb
        .selectFrom('sheets')
        .whereRef('sheets.certificate_id', '=', 'certificates.id')
        .where('sheets.outcome', '=', 'good')
        .select((of) => of.fn.countAll<number>().as('count'))
        .$asScalar()
        .as('good_copies'),
    )
    .forUpdate('certificates')
    .execute();
  if (rows.length !== ids.length) throw refusal('certificates.not_found');
  for (const { state, withheld_at } of rows) {
    refuseUnless(certificateCan.takeIntoRun({ state: state as CertificateState, withheldAt: withheld_at }));
  }
  return rows.map((row) => ({ ...row, good_copies: row.good_copies ?? 0 }));
}

function refuseMixed(certificates: { paper_id: string; certificate_type: string }[]) {
  const [first] = certificates;
  const isOneKind = certificates.every(
    (certificate) =>
      certificate.paper_id === first!.paper_id && certificate.certificate_type === first!.certificate_type,
  );
  if (!isOneKind) throw refusal('print_runs.mixed');
  return { paperId: first!.paper_id, certificateType: first!.certificate_type };
}

/**
 * The next blanks of a paper: first those that were issued to the operator, then those in store, each in serial order. Its row
 * is locked first: two runs of one paper follow each other in the stack.
 */
async function takeBlanks({ db, actor }: CommandTransaction, paperId: string, wanted: number) {
  const paper = await lockPaper(db, paperId);
  const own = await lockNextBlanks(db, { paperId, heldBy: actor.id, wanted });
  const stored = await lockNextBlanks(db, { paperId, heldBy: null, wanted: wanted - own.length });
  const blanks = [...own, ...stored];
  if (blanks.length < wanted) {
    throw refusal('stock.too_few_blanks', { wanted, inStore: blanks.length, paper: paper.label });
  }
  return blanks;
}

async function lockNextBlanks(
  db: CommandTransaction['db'],
  { paperId, heldBy, wanted }: { paperId: string; heldBy: string | null; wanted: number },
) {
  return unscoped(db)
    .selectFrom('blanks')
    .select(['id', 'serial'])
    .where('paper_id', '=', paperId)
    .where('state', '=', heldBy === null ? 'in_store' : 'issued')
    .where('held_by', heldBy === null ? 'is' : '=', heldBy)
    .orderBy('serial')
    .limit(wanted)
    .forNoKeyUpdate()
    .execute();
}

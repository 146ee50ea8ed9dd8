import { formatSigningBatchNumber } from '#features/certificates/rules.ts';
import { mailReady } from '#features/certificates/server/mail-ready.ts';
import { recordOf } from '#features/certificates/server/record-hand-over.ts';
import type { CommandTransaction } from '#platform/server/command.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { idsOf } from '#shared/ids-of.ts';
import type { SigningOutcome } from '../../contract.ts';
import { recordCustody, signingCommand } from '../signing-command.ts';

const events = {
  signed: 'certificates.back_signed',
  unsigned: 'certificates.back_unsigned',
  damaged: 'certificates.damaged_at_signature',
} as const satisfies Record<SigningOutcome, string>;

/** Records returned sheets, whatever became of their certificates meanwhile. Other sheets of the batch stay out. */
export const takeBackSheets = signingCommand('takeBackSheets', async (transaction, input) => {
  const { db, actor, now, audit } = transaction;
  const { outcome } = input;
  const remark = outcome === 'damaged' ? input.remark : null;
  const batch = await getBatch(transaction, input.id);
  const sheets = await lockSheets(transaction, input.id);
  const back = named(sheets, new Set(input.sheetIds));

  await db
    .updateTable('signing_batch_sheets')
    .set({ outcome, remark, back_at: now, back_by: actor.id })
    .where('signing_batch_id', '=', batch.id)
    .where('sheet_id', 'in', idsOf(back))
    .execute();
  const label = formatSigningBatchNumber(batch.batch_number);
  await recordCustody(transaction, 'back_from_signature', back);

  const said = remark === null ? {} : { reason: remark };
  audit({
    event: 'signing_batches.taken_back',
    record: { type: 'signing_batch', id: batch.id, label },
    collegeId: batch.college_id,
    after: { sheets: back.length, outcome, ...said },
  });
  for (const sheet of back) {
    audit({
      event: events[outcome],
      ...recordOf({ ...sheet, id: sheet.certificate_id }),
      after: { batch: label, office: batch.office, blank: sheet.serial, copy: sheet.copy_number, ...said },
    });
  }
  if (outcome === 'signed')
    await mailReady(
      transaction,
      back.map((sheet) => sheet.certificate_id),
    );
  return { out: sheets.filter((sheet) => sheet.outcome === null).length - back.length };
});

async function getBatch({ db }: CommandTransaction, id: string) {
  return db
    .selectFrom('signing_batches')
    .where('signing_batches.id', '=', id)
    .selectAll('signing_batches')
    .executeTakeFirstOrThrow(() => domainError('signing_batches.not_found'));
}

/** The lock makes two people who record returns of one batch follow each other. */
async function lockSheets({ db }: CommandTransaction, batchId: string) {
  return db
    .selectFrom('certificates')
    .innerJoin('sheets', 'sheets.certificate_id', 'certificates.id')
    .innerJoin('signing_batch_sheets as put', 'put.sheet_id', 'sheets.id')
    .innerJoin('blanks', 'blanks.id', 'sheets.blank_id')
    .innerJoin('print_runs', 'print_runs.id', 'sheets.print_run_id')
    .where('put.signing_batch_id', '=', batchId)
    .select(['sheets.id', 'sheets.certificate_id', 'sheets.copy_number', 'sheets.blank_id'])
    .select(['sheets.print_run_id', 'print_runs.paper_id', 'blanks.serial', 'put.outcome'])
    .select(['certificates.convocation_number', 'certificates.college_id'])
    .orderBy('put.sheet_id')
    .forUpdate('put')
    .execute();
}

type BatchSheet = Awaited<ReturnType<typeof lockSheets>>[number];

function named(sheets: readonly BatchSheet[], ids: ReadonlySet<string>): BatchSheet[] {
  const found = sheets.filter(({ id }) => ids.has(id));
  if (found.length !== ids.size) throw domainError('signing_batches.not_in_batch');
  if (found.some(({ outcome }) => outcome !== null)) throw domainError('signing_batches.back_already');
  return found;
}

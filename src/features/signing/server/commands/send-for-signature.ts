import { v7 as uuid } from 'uuid';
import { formatSigningBatchNumber } from '#features/certificates/rules.ts';
import { lockCertificates, recordOf } from '#features/certificates/server/record-hand-over.ts';
import type { CommandTransaction } from '#platform/server/command.ts';
import { toRow } from '#platform/server/db/database.ts';
import { assignNumber } from '#platform/server/db/numbers.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { idsOf } from '#shared/ids-of.ts';
import { waitingSheets } from '../queries.ts';
import { recordCustody, signingCommand } from '../signing-command.ts';

const numbered = { table: 'signing_batches', column: 'batch_number', series: 'signing batch' } as const;

/** Sends waiting sheets out as a batch. */
export const sendForSignature = signingCommand('sendForSignature', async (transaction, input) => {
  const { db, actor, now, audit } = transaction;
  const { office, carriedBy } = input;
  const sheets = await lockSheets(transaction, [...new Set(input.sheetIds)]);

  const id = uuid();
  const colleges = new Set(sheets.map((sheet) => sheet.college_id));
  const collegeId = colleges.size === 1 ? sheets[0]!.college_id : null;
  await db
    .insertInto('signing_batches')
    .values(toRow({ id, collegeId, office, carriedBy, sentBy: actor.id, sentAt: now }))
    .execute();
  await db
    .insertInto('signing_batch_sheets')
    .values(sheets.map((sheet) => ({ signing_batch_id: id, sheet_id: sheet.id })))
    .execute();
  await recordCustody(transaction, 'sent_for_signature', sheets);
  const label = formatSigningBatchNumber(await assignNumber(db, numbered, id));

  audit({
    event: 'signing_batches.sent',
    record: { type: 'signing_batch', id, label },
    collegeId,
    after: { office, carriedBy, sheets: sheets.length },
  });
  for (const sheet of sheets) {
    audit({
      event: 'certificates.sent_for_signature',
      ...recordOf({ ...sheet, id: sheet.certificate_id }),
      after: { batch: label, office, carriedBy, blank: sheet.serial, copy: sheet.copy_number },
    });
  }
  return { id, batchNumber: label };
});

/** Locks the certificates in number order; then checks that each sheet waits for its signature. */
async function lockSheets({ db }: CommandTransaction, sheetIds: readonly string[]) {
  const named = await db
    .selectFrom('certificates')
    .innerJoin('sheets', 'sheets.certificate_id', 'certificates.id')
    .where('sheets.id', 'in', sheetIds)
    .select(['sheets.id', 'sheets.certificate_id', 'certificates.convocation_number'])
    .execute();
  if (named.length !== sheetIds.length) throw domainError('signing_batches.sheet_not_found');
  await lockCertificates(db, [...new Set(named.map((sheet) => sheet.certificate_id))]);
  const waiting = await waitingSheets(db)
    .where('sheets.id', 'in', sheetIds)
    .select(['certificates.college_id', 'blanks.serial', 'sheets.blank_id', 'sheets.print_run_id'])
    .select('print_runs.paper_id')
    .execute();
  const ids = new Set(idsOf(waiting));
  const other = named.find((sheet) => !ids.has(sheet.id));
  if (other) throw domainError('signing_batches.not_to_be_signed', { number: other.convocation_number });
  return waiting;
}

import { sql } from 'kysely';
import { formatSigningBatchNumber } from '#features/certificates/rules.ts';
import { recordOf } from '#features/certificates/server/record-hand-over.ts';
import type { InputOf } from '#platform/contract/operation.ts';
import type { CommandTransaction } from '#platform/server/command.ts';
import { inScope, unscoped } from '#platform/server/db/database.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { SigningOutcome, signingContract } from '../../contract.ts';
import { noteCustody, signingCommand } from '../signing-command.ts';

const events = {
  signed: 'certificates.back_signed',
  unsigned: 'certificates.back_unsigned',
  damaged: 'certificates.damaged_at_signature',
} as const satisfies Record<SigningOutcome, string>;

/** As the ledger writes them, whatever language is read. */
const words: Record<SigningOutcome, string> = {
  signed: 'signed',
  unsigned: 'not signed',
  damaged: 'damaged',
};

/** Records what came back of a batch, whatever became of the certificates meanwhile. What is not named stays out. */
export const takeBackSheets = signingCommand('takeBackSheets', async (transaction, input) => {
  const { db, actor, now, audit } = transaction;
  const batch = await getBatch(transaction, input.id);
  const sheets = await lockSheets(transaction, input.id);
  const back = settle(sheets, input.sheets);

  await sql`
    update signing_batch_sheets set outcome = came.outcome, remark = came.remark, back_at = ${now}, back_by = ${actor.id}
      from unnest(${back.map(({ id }) => id)}::uuid[], ${back.map(({ became }) => became)}::text[],
                  ${back.map(({ remark }) => remark)}::text[]) as came (id, outcome, remark)
     where signing_batch_id = ${batch.id} and sheet_id = came.id
  `.execute(unscoped(db));
  const label = formatSigningBatchNumber(batch.batch_number);
  for (const [became, alike] of Map.groupBy(back, (sheet) => sheet.became)) {
    const remark = `${label}, ${batch.office}: ${words[became]}`;
    await noteCustody(transaction, 'back_from_signature', { sheets: alike, remark });
  }

  const count = (outcome: SigningOutcome) => back.filter(({ became }) => became === outcome).length;
  audit({
    event: 'signing_batches.taken_back',
    record: { type: 'signing_batch', id: batch.id, label },
    collegeId: batch.college_id,
    after: { signed: count('signed'), unsigned: count('unsigned'), damaged: count('damaged') },
  });
  for (const sheet of back) {
    audit({
      event: events[sheet.became],
      ...recordOf({ ...sheet, id: sheet.certificate_id }),
      after: {
        batch: label,
        office: batch.office,
        blank: sheet.serial,
        copy: sheet.copy_number,
        ...(sheet.remark !== null && { reason: sheet.remark }),
      },
    });
  }
  return { out: sheets.filter((sheet) => sheet.outcome === null).length - back.length };
});

async function getBatch({ db, actor }: CommandTransaction, id: string) {
  return inScope(db, actor.scope, 'signing_batches')
    .where('signing_batches.id', '=', id)
    .selectAll('signing_batches')
    .executeTakeFirstOrThrow(() => domainError('signing_batches.not_found'));
}

/** Two people who take back sheets of one batch follow each other. */
async function lockSheets({ db, actor }: CommandTransaction, batchId: string) {
  return inScope(db, actor.scope, 'certificates')
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

function settle(
  sheets: readonly BatchSheet[],
  named: InputOf<typeof signingContract.takeBackSheets>['sheets'],
) {
  const byId = new Map(sheets.map((sheet) => [sheet.id, sheet]));
  const settled = new Set<string>();
  return named.map((one) => {
    const sheet = byId.get(one.sheetId);
    if (!sheet) throw domainError('signing_batches.not_in_batch');
    if (sheet.outcome !== null || settled.has(sheet.id)) throw domainError('signing_batches.back_already');
    settled.add(sheet.id);
    return { ...sheet, became: one.outcome, remark: one.outcome === 'damaged' ? one.remark : null };
  });
}

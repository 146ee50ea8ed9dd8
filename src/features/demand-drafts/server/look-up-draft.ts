import { countRows, type Db, fromRow } from '#platform/server/db/database.ts';
import { hasKey } from '#platform/server/db/identity.ts';
import { collegeOf } from '#platform/server/db/scope.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { fileOf } from '#platform/server/files/file-of.ts';
import { type AlikeDraft, type DraftEntry, DraftOnRegister } from '../contract.ts';
import { draftsOfAnyCollege, findAlikeDrafts, instrumentKey } from './find-alike-drafts.ts';

type Face = Pick<DraftEntry, 'number' | 'bank' | 'branch'>;

/** How many of the applications it pays for are named at the counter. */
const maximumNamed = 3;

/** The draft with this number, bank and branch, in any writing, of any college; nothing else is revealed about another college's. */
export function draftsWithFace(db: Db, face: Face) {
  return (
    draftsOfAnyCollege(db)
      .where(hasKey('demand_drafts.instrument_key', instrumentKey(face)))
      // Of two that were one when the keys were introduced, the one that is written so.
      .orderBy(
        (eb) => eb.and({ 'demand_drafts.bank': face.bank, 'demand_drafts.branch': face.branch }),
        'desc',
      )
      .orderBy('demand_drafts.instrument_key')
  );
}

export async function isRecorded(db: Db, face: Face): Promise<boolean> {
  return (await draftsWithFace(db, face).select('demand_drafts.id').executeTakeFirst()) !== undefined;
}

/** Looks up a draft as soon as its number, bank and branch are typed at the counter. */
export async function lookUpDraft(
  db: Db,
  face: Face & Partial<DraftEntry>,
): Promise<{ draft: DraftOnRegister | null; alike: AlikeDraft[] }> {
  const row = await draftsWithFace(db, face)
    .selectAll('demand_drafts')
    .select(fileOf('demand_drafts.receipt_file_id').as('receipt'))
    .executeTakeFirst();
  if (!row) return { draft: null, alike: await findAlikeDrafts(db, face) };
  if (collegeOf(db) !== null && collegeOf(db) !== row.college_id)
    throw domainError('demand_drafts.other_college');
  const payments = db
    .selectFrom('applications')
    .innerJoin('payments', 'payments.application_id', 'applications.id')
    .where('payments.demand_draft_id', '=', row.id);
  const pays = await payments
    .orderBy('payments.allocated_at', 'desc')
    .orderBy('applications.acknowledgement_number', 'desc')
    .limit(maximumNamed)
    .select([
      'applications.id as applicationId',
      'applications.acknowledgement_number as acknowledgementNumber',
      'applications.candidate_name as candidateName',
    ])
    .select((eb) => eb.ref('payments.amount').$notNull().as('amount'))
    .execute();
  const { count: paysCount } = await countRows(payments);
  const alike = await findAlikeDrafts(db, { id: row.id, receiptFileId: face.receiptFileId });
  return { draft: fromRow(DraftOnRegister, row, { pays, paysCount }), alike };
}

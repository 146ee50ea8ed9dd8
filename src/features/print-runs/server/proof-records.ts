import { sql } from 'kysely';
import { SheetFacts } from '#features/certificates/sheet-facts.ts';
import type { University } from '#features/masters/server/university.ts';
import type { CommandTransaction } from '#platform/server/command.ts';
import { type Db, hasRows } from '#platform/server/db/database.ts';
import { collegeOf } from '#platform/server/db/scope.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { printedScripts } from '#shared/printed-scripts.ts';
import type { Layout } from '../proof-contract.ts';
import { readFacts } from './read-facts.ts';

/**
 * Chooses the real records that a proof shows, and stores them: the longest and shortest show whether the template
 * holds. Returns their number; 0 for a certificate type without applications.
 */
export async function storeProofRecords(
  transaction: CommandTransaction,
  { proofId, layout, university }: { proofId: string; layout: Layout; university: University },
): Promise<number> {
  const ids = await chooseRecords(transaction, layout.certificateType);
  if (ids.length === 0) return 0;
  const found = await readFacts(transaction, { of: 'applications.id', ids });
  const byId = new Map(found.map((record) => [record.applicationId, record]));
  const records = ids.flatMap((id) => byId.get(id) ?? []);
  await transaction.db
    .insertInto('proof_records')
    .values(
      records.map(({ collegeId, facts }, index) => {
        // In the proof's colour, whatever paper the candidate chose.
        const shown: SheetFacts = { ...facts, colour: layout.colour, university, copyNumber: 0 };
        return {
          proof_id: proofId,
          position: index + 1,
          college_id: collegeId,
          facts: JSON.stringify(shown),
        };
      }),
    )
    .execute();
  return records.length;
}

export async function listRecords(db: Db, proofId: string): Promise<SheetFacts[]> {
  const rows = await recordsOf(db, proofId).select('facts').orderBy('position').execute();
  return rows.map(({ facts }) => SheetFacts.parse(facts));
}

/** Staff of one college cannot see or decide a proof with records of others. */
export async function assertRecordsInScope(db: Db, proofId: string): Promise<void> {
  const collegeId = collegeOf(db);
  if (collegeId === null) return;
  if (await hasRows(recordsOf(db, proofId).where('college_id', '<>', collegeId)))
    throw domainError('proofs.other_colleges');
}

function recordsOf(db: Db, proofId: string) {
  return db.selectFrom('proof_records').where('proof_id', '=', proofId);
}

/** The applications with the longest name, the shortest, and the longest in each script, without duplicates. */
async function chooseRecords({ db }: CommandTransaction, certificateType: string): Promise<string[]> {
  const first = (text: string, direction: 'asc' | 'desc') =>
    db
      .selectFrom('applications')
      .where('certificate_type', '=', certificateType)
      .where('status', 'in', ['received', 'verified'])
      .orderBy(sql`char_length(${sql.ref(text)})`, direction)
      .orderBy('id')
      .select('id')
      .limit(1);
  const native = 'candidate_name_native';
  const wanted = [
    first('candidate_name', 'desc'),
    first('candidate_name', 'asc'),
    ...Object.values(printedScripts).map(({ letters }) =>
      first(native, 'desc').where(native, '~', `[${letters}]`),
    ),
  ];
  const ids: string[] = [];
  for (const query of wanted) ids.push(...(await query.execute()).map(({ id }) => id));
  return [...new Set(ids)];
}

import { sql } from 'kysely';
import { findNumbered } from '#features/masters/server/printed-numbers.ts';
import { commandOf } from '#platform/server/command.ts';
import { type Db, fromRow, hasTerm, isAmong } from '#platform/server/db/database.ts';
import { listQueries, newestFirst, type RowOf } from '#platform/server/db/list-page.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { Revocation, type RevocationFilters, type revocationsContract } from '../revocation-contract.ts';

export const revocationCommand = commandOf<typeof revocationsContract>();

/** There are few, so a search reads all of them. */
export const revocations = listQueries({
  order: newestFirst('revocations.proposed_at', 'revocations.id'),
  queue: ({ state }: RevocationFilters) =>
    state === 'proposed' ? { column: 'revocations.proposed_at', type: 'timestamptz' } : undefined,
  rows: filtered,
  record: toRevocation,
});

export async function getRevocation(db: Db, id: string): Promise<Revocation> {
  const row = await revocationRows(db)
    .where('revocations.id', '=', id)
    .executeTakeFirstOrThrow(() => domainError('revocations.not_found'));
  return toRevocation(row);
}

function revocationRows(db: Db) {
  return db
    .selectFrom('certificates')
    .innerJoin('revocations', 'revocations.certificate_id', 'certificates.id')
    .innerJoin('applications', 'applications.id', 'certificates.application_id')
    .innerJoin('colleges', 'colleges.id', 'certificates.college_id')
    .innerJoin('staff as proposer', 'proposer.id', 'revocations.proposed_by')
    .leftJoin('staff as decider', 'decider.id', 'revocations.decided_by')
    .selectAll('revocations')
    .select([
      'certificates.convocation_number',
      'certificates.state as certificate_state',
      'applications.candidate_name as student_name',
      'applications.exam_roll_number',
      'colleges.code as college_code',
      'colleges.name as college_name',
      'proposer.name as proposer_name',
      'decider.name as decider_name',
    ]);
}

async function filtered(db: Db, { search, state, certificateId }: RevocationFilters) {
  let result = revocationRows(db);
  if (state === 'proposed') result = result.where('outcome', 'is', null);
  else if (state !== 'all') result = result.where('outcome', '=', state);
  if (certificateId) result = result.where('certificates.id', '=', certificateId);
  if (search) {
    const texts = sql`certificates.search_text, colleges.name, revocations.reason, revocations.authority`;
    const { certificates } = await findNumbered(db, search);
    result = result.where(
      sql<boolean>`(${hasTerm(texts, search)} or ${isAmong('certificates.id', certificates)})`,
    );
  }
  return result;
}

function toRevocation(row: RowOf<typeof revocationRows>): Revocation {
  return fromRow(Revocation, row, {
    proposedBy: row.proposer_name,
    proposedById: row.proposed_by,
    decidedBy: row.decider_name,
  });
}

import type { ExpressionBuilder } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import type { DB } from '#platform/server/db/tables.ts';

/** Whether a reprint of the copy was asked for since it left. */
export function isReprintAsked(eb: ExpressionBuilder<DB, 'hand_overs'>) {
  return eb.exists(
    eb
      .selectFrom('reprint_requests')
      .whereRef('reprint_requests.sheet_id', '=', 'hand_overs.sheet_id')
      .whereRef('reprint_requests.requested_at', '>=', 'hand_overs.handed_over_at'),
  );
}

/** How the valid copy of a certificate left; undefined while it is here. */
export async function findHandOver(db: Db, certificateId: string) {
  return db
    .selectFrom('hand_overs')
    .innerJoin('sheets', 'sheets.id', 'hand_overs.sheet_id')
    .innerJoin('certificates', 'certificates.id', 'sheets.certificate_id')
    .where('certificates.id', '=', certificateId)
    .where('certificates.state', '=', 'handed_over')
    .where('sheets.is_valid', '=', true)
    .selectAll('hand_overs')
    .select((eb) => isReprintAsked(eb).$castTo<boolean>().as('is_reprint_asked'))
    .executeTakeFirst();
}

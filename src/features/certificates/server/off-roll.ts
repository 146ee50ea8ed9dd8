import type { ExpressionBuilder } from 'kysely';
import type { DB } from '#platform/server/db/tables.ts';

/**
 * Finds a row if the certificate's type requires a resolved roll that does not list it, so it cannot be printed yet.
 */
export function offRoll(eb: ExpressionBuilder<DB, 'certificates'>) {
  return eb
    .selectFrom('certificates_off_roll')
    .select('certificates_off_roll.id')
    .whereRef('certificates_off_roll.id', '=', 'certificates.id');
}

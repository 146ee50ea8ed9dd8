import type { ExpressionBuilder } from 'kysely';
import type { DB } from '#platform/server/db/tables.ts';

/** Found for a certificate whose type asks for a resolved roll that it does not stand on: it is not printed yet. */
export function offRoll(eb: ExpressionBuilder<DB, 'certificates'>) {
  return eb
    .selectFrom('certificates_off_roll')
    .select('certificates_off_roll.id')
    .whereRef('certificates_off_roll.id', '=', 'certificates.id');
}

import { sql } from 'kysely';
import type { ListQuery } from './page.ts';

/** Whether a query finds any row, whatever it selects. */
export async function hasRows(query: ListQuery<unknown>): Promise<boolean> {
  const found = await query.clearSelect().select(sql`1`.as('one')).limit(1).executeTakeFirst();
  return found !== undefined;
}

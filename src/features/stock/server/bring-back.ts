import { sql } from 'kysely';
import type { CommandTransaction } from '#platform/server/command.ts';
import { unscoped } from '#platform/server/db/database.ts';
import { type LockedBlank, moveBlanks } from './move-blanks.ts';

/**
 * Brings missing sheets back into the store. Those that were spoilt when they went missing, or that a print run lost, are
 * spoilt: nothing is printed on them again.
 */
export async function findBlanks(
  transaction: Pick<CommandTransaction, 'db' | 'actor' | 'now' | 'requestId'>,
  blanks: readonly LockedBlank[],
  { paperId, reason }: { paperId: string; reason: string },
): Promise<void> {
  const ids = blanks.map((blank) => blank.id);
  const { rows } = await sql<{ id: string }>`
    select b.id
      from blanks b
      join blank_movements m on m.custody_act_id = b.custody_act_id and m.blank_receipt_id = b.blank_receipt_id
                            and b.number between m.first_number and m.last_number
     where b.id = any(${ids}::uuid[]) and m.from_state in ('spoilt', 'bound')
  `.execute(unscoped(transaction.db));
  const spoilt = new Set(rows.map(({ id }) => id));
  const act = { act: 'found', paperId, remark: reason } as const;
  await moveBlanks(
    transaction,
    act,
    ids.filter((id) => !spoilt.has(id)),
    { state: 'in_store' },
  );
  await moveBlanks(transaction, act, [...spoilt], { state: 'spoilt' });
}

/** Takes sheets back from who held them: issued ones can be printed on again, spoilt ones stay spoilt. */
export async function takeBack(
  transaction: Pick<CommandTransaction, 'db' | 'actor' | 'now' | 'requestId'>,
  blanks: readonly LockedBlank[],
  { paperId, remark }: { paperId: string; remark?: string },
): Promise<void> {
  const idsIn = (state: LockedBlank['state']) =>
    blanks.filter((blank) => blank.state === state).map((blank) => blank.id);
  const act = { act: 'returned', paperId, remark } as const;
  await moveBlanks(transaction, act, idsIn('issued'), { state: 'in_store' });
  await moveBlanks(transaction, act, idsIn('spoilt'), { state: 'spoilt' });
}

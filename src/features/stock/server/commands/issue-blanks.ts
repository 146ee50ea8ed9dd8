import type { CommandTransaction } from '#platform/server/command.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { mayUse } from '#shared/permissions.ts';
import type { Role } from '#shared/roles.ts';
import { formatRanges, rangesOf } from '../../serials.ts';
import { assertState, type LockedBlank, lockSerials, moveBlanks } from '../move-blanks.ts';
import { type LockedPaper, lockPaper, stockCommand } from '../papers.ts';

/** Issues sheets from the store to a person, who is responsible for them until they are bound, returned or spoilt. */
export const issueBlanks = stockCommand('issueBlanks', async (transaction, { id, holderId, sheets }) => {
  const { db, audit } = transaction;
  const paper = await lockPaper(db, id);
  const holder = await findHolder(transaction, holderId);
  const blanks =
    'count' in sheets
      ? await lockFirst(transaction, paper, sheets.count)
      : await lockSerials(db, id, sheets.serials);
  assertState('issued', blanks);

  const ids = blanks.map((blank) => blank.id);
  await moveBlanks(transaction, { act: 'issued', paperId: id }, ids, {
    state: 'issued',
    heldBy: holder.id,
  });

  const serials = formatRanges(rangesOf(blanks.map(({ serial }) => serial)));
  audit({
    event: 'stock.issued',
    record: { type: 'paper', id, label: paper.label },
    after: { serials, quantity: blanks.length, to: holder.name, holderId: holder.id },
  });
  return { quantity: blanks.length, serials };
});

/** Sheets can be issued to anybody who may prepare print runs. */
async function findHolder({ db }: CommandTransaction, id: string) {
  const holder = await db
    .selectFrom('staff')
    .select(['id', 'name', 'role'])
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (!holder || !mayUse(holder.role as Role, 'print_runs:prepare'))
    throw domainError('stock.unknown_holder');
  return holder;
}

async function lockFirst(
  { db }: CommandTransaction,
  paper: LockedPaper,
  count: number,
): Promise<LockedBlank[]> {
  const blanks = await db
    .selectFrom('blanks')
    .select(['id', 'serial', 'held_by as heldBy'])
    .where('paper_id', '=', paper.id)
    .where('state', '=', 'in_store')
    .orderBy('serial')
    .limit(count)
    .forNoKeyUpdate()
    .execute();
  if (blanks.length < count) {
    throw domainError('stock.too_few_blanks', { wanted: count, inStore: blanks.length, paper: paper.label });
  }
  return blanks.map((blank) => ({ ...blank, state: 'in_store' }));
}

import type { CommandTransaction } from '#platform/server/command.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { BlankState, SerialAct } from '../../blank-states.ts';
import { type DiscrepancyKind, type Resolution, resolutionsOf } from '../../custody.ts';
import { formatRange } from '../../serials.ts';
import { lockPaper, stockCommand } from '../papers.ts';
import { moveSerials } from '../serial-acts.ts';
import { rangeOf } from '../serial-columns.ts';

/** The act that corrects the books; an explanation moves nothing. */
const actOf = {
  reported_missing: 'missing',
  returned: 'returned',
  reported_found: 'found',
  explained: null,
} as const satisfies Record<Resolution, SerialAct | null>;

/** Resolves a discrepancy by an act that corrects the books, or by an explanation. */
export const resolveDiscrepancy = stockCommand(
  'resolveDiscrepancy',
  async (transaction, { id, resolution, remark }) => {
    const { db, actor, now, audit } = transaction;
    const paper = await lockPaper(db, await paperOfDiscrepancy(transaction, id));
    const found = await db
      .selectFrom('stock_discrepancies')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (found.resolution !== null) throw domainError('stock.discrepancy_resolved');
    const { kind, state } = found as { kind: DiscrepancyKind; state: BlankState | null };
    if (!resolutionsOf({ kind, state }).includes(resolution)) throw domainError('stock.wrong_resolution');
    const range = rangeOf(found);
    const act = actOf[resolution];
    if (act) await moveSerials(transaction, act, { paperId: paper.id, serials: [range], remark });

    await db
      .updateTable('stock_discrepancies')
      .set({ resolution, remark, resolved_by: actor.id, resolved_at: now })
      .where('id', '=', id)
      .execute();

    audit({
      event: 'stock.discrepancy_resolved',
      record: { type: 'stock_count', id: found.stock_count_id, label: paper.label },
      after: { serials: formatRange(range), kind, resolution, remark, holderId: found.held_by },
    });
    return {};
  },
);

async function paperOfDiscrepancy({ db }: CommandTransaction, id: string): Promise<string> {
  const row = await db
    .selectFrom('stock_discrepancies')
    .innerJoin('stock_counts', 'stock_counts.id', 'stock_discrepancies.stock_count_id')
    .where('stock_discrepancies.id', '=', id)
    .select('stock_counts.paper_id')
    .executeTakeFirstOrThrow(() => domainError('stock.no_discrepancy'));
  return row.paper_id;
}

import type { ErrorCode } from '#shared/errors.ts';
import { formatCount } from '#shared/format.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';

export type Ruling<Code extends Extract<ErrorCode, `stock.${string}`>> = true | Code;

type StockFacts = { contributorIds: readonly string[]; approvedBy: string | null };

/** What may be done with a delivery of ink or numbered paper. */
export const stockCan = {
  /** An approved delivery does not change, except for remarks and invoice. */
  change(record: Pick<StockFacts, 'approvedBy'>): Ruling<'stock.approved_stays'> {
    return record.approvedBy === null ? true : 'stock.approved_stays';
  },
  delete(record: Pick<StockFacts, 'approvedBy'>): Ruling<'stock.approved_not_deleted'> {
    return record.approvedBy === null ? true : 'stock.approved_not_deleted';
  },
  /** Four eyes: nobody who received it or changed what was received. */
  approve(record: StockFacts, actorId: string): Ruling<'stock.already_approved' | 'stock.own_receipt'> {
    if (record.approvedBy !== null) return 'stock.already_approved';
    return record.contributorIds.includes(actorId) ? 'stock.own_receipt' : true;
  },
};

const oneUnit = { sheets: t`sheet`, ml: t`ml`, cartridges: t`cartridge` };
export const unitLabels = { sheets: t`sheets`, ml: t`ml`, cartridges: t`cartridges` };
export type StockUnit = keyof typeof unitLabels;

/** Such as `1 cartridge`, `2,500 ml`, `250 sheets`. */
export function formatQuantity(quantity: number, unit: StockUnit): string {
  return `${formatCount(quantity)} ${translateLabel(quantity === 1 ? oneUnit[unit] : unitLabels[unit])}`;
}

import type { ErrorCode } from '#shared/errors.ts';
import { formatCount } from '#shared/format.ts';
import { said } from '#shared/saying.ts';
import { t } from '#shared/words.ts';

export type Ruling<Code extends Extract<ErrorCode, `stock.${string}`>> = true | Code;

type StockFacts = { contributorIds: readonly string[]; approvedBy: string | null };

/** What may happen to a delivery of ink or of numbered paper. */
export const stockCan = {
  /** What an approval vouched for stays as it was; remarks and the invoice may follow later. */
  change(record: Pick<StockFacts, 'approvedBy'>): Ruling<'stock.approved_stays'> {
    return record.approvedBy === null ? true : 'stock.approved_stays';
  },
  delete(record: Pick<StockFacts, 'approvedBy'>): Ruling<'stock.approved_not_deleted'> {
    return record.approvedBy === null ? true : 'stock.approved_not_deleted';
  },
  /** Four eyes: nobody who ever received it or changed what was received. */
  approve(record: StockFacts, actorId: string): Ruling<'stock.already_approved' | 'stock.own_receipt'> {
    if (record.approvedBy !== null) return 'stock.already_approved';
    return record.contributorIds.includes(actorId) ? 'stock.own_receipt' : true;
  },
};

const oneUnit = { sheets: t`sheet`, ml: t`ml`, cartridges: t`cartridge` };
export const unitLabels = { sheets: t`sheets`, ml: t`ml`, cartridges: t`cartridges` };
export type StockUnit = keyof typeof unitLabels;

/** `1 cartridge`, `2,500 ml`, `250 sheets`. */
export function formatQuantity(quantity: number, unit: StockUnit): string {
  return `${formatCount(quantity)} ${said(quantity === 1 ? oneUnit[unit] : unitLabels[unit])}`;
}

/** How far the use of ink may stray from its expected yield before it is looked into. */
const tolerance = 0.25;

/**
 * Whether ink was used as its yield lets expect: `high` may mean waste or a leak of stock, `low` that a change of cartridge
 * was not recorded. Whole units round in favour of the operator.
 */
export function judgeInkUse(use: {
  quantity: number;
  sheets: number;
  sheetsPerUnit: number;
}): 'as_expected' | 'high' | 'low' {
  const expected = use.sheets / use.sheetsPerUnit;
  if (use.quantity > Math.ceil(expected * (1 + tolerance))) return 'high';
  return use.quantity < Math.floor(expected * (1 - tolerance)) ? 'low' : 'as_expected';
}

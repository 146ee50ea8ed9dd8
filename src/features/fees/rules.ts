import type { ChargeKind } from '#features/charges/charge.ts';
import type { DraftFilters, DraftState } from '#features/demand-drafts/contract.ts';
import { draftStateLabels } from '#features/demand-drafts/states.ts';
import { chargeLabels } from '#features/masters/declared/fee-schedule.ts';
import { formatMonth } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import type { DrawerTotal, TotalsGroup } from './contract.ts';

type Group = { by: TotalsGroup; key: string; collegeName: string | null };

/** The label of a row of totals. */
export function groupName({ by, key, collegeName }: Group): string {
  if (key === 'all') return t`Total`;
  if (by === 'college') return collegeName ?? key;
  if (by === 'state') return draftStateLabels[key as DraftState];
  if (by === 'charge')
    return key === 'reprint' ? t`Reprint (not in the total)` : chargeLabels[key as ChargeKind];
  return by === 'month' ? formatMonth(key) : key;
}

/** The filters of the draft register for each part. */
export const registerFilters: Record<DrawerTotal['part'], Pick<DraftFilters, 'state' | 'show'>> = {
  undeposited: { state: 'all', show: 'undeposited' },
  going_stale: { state: 'all', show: 'going_stale' },
  stale: { state: 'stale', show: 'all' },
};

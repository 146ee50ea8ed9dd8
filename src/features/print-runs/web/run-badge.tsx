import { badgeOf, StatusBadge } from '#platform/web/components/values.tsx';
import { t } from '#shared/words.ts';
import type { Sheet } from '../contract.ts';
import { printRunStateLabels } from '../states.ts';

export const RunBadge = badgeOf(printRunStateLabels, {
  prepared: 'waiting',
  printing: 'active',
  closed: 'good',
  withdrawn: 'neutral',
});

export function SheetBadge({ sheet }: { sheet: Pick<Sheet, 'outcome' | 'outcomeReason' | 'cancelledAt'> }) {
  if (sheet.outcome === null) return <StatusBadge tone="neutral" label={t`No outcome yet`} />;
  if (sheet.cancelledAt !== null) return <StatusBadge tone="bad" label={t`Good, cancelled`} />;
  if (sheet.outcome === 'good') return <StatusBadge tone="good" label={t`Good`} />;
  const label =
    sheet.outcome === 'spoilt' ? t`Spoilt: ${sheet.outcomeReason!}` : t`Missing: ${sheet.outcomeReason!}`;
  return <StatusBadge tone="bad" label={label} />;
}

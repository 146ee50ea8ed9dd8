import { StatusBadge, type StatusTone } from '#web/components/status-badge.tsx';
import type { PrintRunState, Sheet } from '../contract.ts';

const runLooks: Record<PrintRunState, { tone: StatusTone; label: string }> = {
  prepared: { tone: 'waiting', label: 'Prepared' },
  printing: { tone: 'active', label: 'Printing' },
  closed: { tone: 'good', label: 'Closed' },
};

export function RunBadge({ state }: { state: PrintRunState }) {
  return <StatusBadge {...runLooks[state]} />;
}

export function SheetBadge({ sheet }: { sheet: Pick<Sheet, 'outcome' | 'spoilReason'> }) {
  if (sheet.outcome === null) return <StatusBadge tone="neutral" label="Bound" />;
  if (sheet.outcome === 'good') return <StatusBadge tone="good" label="Good" />;
  return <StatusBadge tone="bad" label={`Spoilt: ${sheet.spoilReason}`} />;
}

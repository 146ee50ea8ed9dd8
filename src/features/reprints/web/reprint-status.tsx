import { StatusBadge, type StatusTone } from '#platform/web/components/status-badge.tsx';
import { type ReprintStatus, reprintStatusLabels } from '../contract.ts';

const tones: Record<ReprintStatus | 'pending', StatusTone> = {
  pending: 'waiting',
  approved: 'good',
  rejected: 'bad',
};

/** Approved, Rejected, or Pending while nothing is chosen. */
export function ReprintStatusBadge({ status }: { status: ReprintStatus | null }) {
  const shown = status ?? 'pending';
  return <StatusBadge tone={tones[shown]} label={reprintStatusLabels[shown]} />;
}

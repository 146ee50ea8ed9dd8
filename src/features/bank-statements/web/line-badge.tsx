import { StatusBadge, type StatusTone } from '#platform/web/components/status-badge.tsx';
import { type LineState, lineStateLabels } from '../line-contract.ts';

const tones: Record<LineState, StatusTone> = { open: 'waiting', matched: 'good', set_aside: 'neutral' };

export function LineBadge({ state }: { state: LineState }) {
  return <StatusBadge tone={tones[state]} label={lineStateLabels[state]} />;
}

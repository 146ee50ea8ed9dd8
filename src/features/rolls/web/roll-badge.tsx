import { StatusBadge, type StatusTone } from '#platform/web/components/values.tsx';
import { type RollState, rollStateLabels } from '../contract.ts';

const tones: Record<RollState, StatusTone> = { open: 'waiting', closed: 'neutral', resolved: 'good' };

export function RollBadge({ state }: { state: RollState }) {
  return <StatusBadge tone={tones[state]} label={rollStateLabels[state]} />;
}

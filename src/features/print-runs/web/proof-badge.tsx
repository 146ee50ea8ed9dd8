import { StatusBadge, type StatusTone } from '#platform/web/components/status-badge.tsx';
import { t } from '#shared/words.ts';
import { type Proof, type ProofState, proofStateLabels } from '../proof-contract.ts';

const tones: Record<ProofState, StatusTone> = { waiting: 'waiting', signed_off: 'good', refused: 'bad' };

/** Of a layout that certificates no longer have, only that is said: its proof serves for nothing any more. */
export function ProofBadge({ proof }: { proof: Pick<Proof, 'state' | 'isCurrent'> }) {
  if (!proof.isCurrent && proof.state !== 'refused') {
    return <StatusBadge tone="neutral" label={t`Of an earlier layout`} />;
  }
  return <StatusBadge tone={tones[proof.state]} label={proofStateLabels[proof.state]} />;
}

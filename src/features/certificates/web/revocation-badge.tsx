import { StatusBadge, type StatusTone } from '#platform/web/components/values.tsx';
import { type Revocation, revocationLabels } from '../revocation-contract.ts';

const tones: Record<keyof typeof revocationLabels, StatusTone> = {
  proposed: 'waiting',
  confirmed: 'bad',
  declined: 'neutral',
  withdrawn: 'neutral',
};

export function RevocationBadge({ outcome }: Pick<Revocation, 'outcome'>) {
  const shown = outcome ?? 'proposed';
  return <StatusBadge tone={tones[shown]} label={revocationLabels[shown]} />;
}

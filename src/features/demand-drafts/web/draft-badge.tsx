import { IconArrowBackUp, IconHourglassEmpty, IconHourglassHigh } from '@tabler/icons-react';
import { badgeOf, Day, StatusBadge, type StatusTone } from '#platform/web/components/values.tsx';
import { dayInIndia, formatDay } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import { stateWords } from '../columns.ts';
import type { DemandDraft, DraftState } from '../contract.ts';
import { daysUntilStale } from '../rules.ts';
import { depositSlipStateLabels } from '../states.ts';

export const draftTones: Record<DraftState, StatusTone> = {
  received: 'waiting',
  deposited: 'active',
  realised: 'good',
  returned_by_bank: 'bad',
  stale: 'bad',
};
const draftIcons = { returned_by_bank: IconArrowBackUp, stale: IconHourglassEmpty };

export function DraftBadge({ draft }: { draft: Pick<DemandDraft, 'state' | 'replacedById'> }) {
  const icon = draftIcons[draft.state as keyof typeof draftIcons];
  return <StatusBadge tone={draftTones[draft.state]} icon={icon} label={stateWords(draft)} />;
}

/** The last day for depositing a draft in hand; the days left once they are few. */
export function DraftValidity({ draft }: { draft: DemandDraft }) {
  const left = draft.state === 'received' ? daysUntilStale(draft, dayInIndia(new Date())) : null;
  if (left === null) return <Day value={draft.validUntil} />;
  const label = left < 0 ? t`Passed on ${formatDay(draft.validUntil)}` : wordsOf(left);
  return (
    <span title={formatDay(draft.validUntil)}>
      <StatusBadge tone={left < 0 ? 'bad' : 'waiting'} icon={IconHourglassHigh} label={label} />
    </span>
  );
}

function wordsOf(left: number): string {
  if (left === 0) return t`Today is the last day`;
  return left === 1 ? t`1 day left` : t`${left} days left`;
}

export const SlipBadge = badgeOf(depositSlipStateLabels, {
  prepared: 'waiting',
  deposited: 'good',
  cancelled: 'neutral',
});

import { Text } from '@mantine/core';
import { formatRupees } from '#shared/money.ts';
import { t } from '#shared/words.ts';
import type { TypedDraft } from './application-form-values.ts';
import type { LookedUpDraft } from './use-draft-lookup.ts';

/** What is left of the drafts that are kept for the whole queue, where the eye is when the next candidate steps up. */
export function PinnedNote({ drafts, looked }: { drafts: TypedDraft[]; looked: LookedUpDraft[] }) {
  const balances = drafts.flatMap((draft, index) => {
    const known = looked[index]?.known;
    return draft.isPinned && known
      ? [t`Draft ${draft.number} is kept: balance ${formatRupees(known.balance)}.`]
      : [];
  });
  return balances.length === 0 ? null : <Text size="sm">{balances.join(' ')}</Text>;
}

import { badgeOf } from '#platform/web/components/values.tsx';
import { t } from '#shared/words.ts';
import { type RollEntry, rollStateLabels } from '../contract.ts';

export const RollBadge = badgeOf(rollStateLabels, { open: 'waiting', closed: 'neutral', resolved: 'good' });

/** Said with the name, because the columns of what is struck are the last. */
export function struckName({ candidateName, struckAt }: Pick<RollEntry, 'candidateName' | 'struckAt'>) {
  if (struckAt === null) return candidateName;
  return (
    <>
      <s>{candidateName}</s> · {t`Struck`}
    </>
  );
}

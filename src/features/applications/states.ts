import { t } from '#shared/words.ts';

/** The status as the specification names it; a returned application is pending and carries a mark. */
export const applicationStatusLabels = {
  received: t`Pending`,
  verified: t`Verified`,
  rejected: t`Rejected`,
  returned: t`Pending, Returned`,
};

import { t } from '#shared/words.ts';

export const draftStateLabels = {
  received: t`Received`,
  deposited: t`Deposited`,
  realised: t`Realised`,
  returned_by_bank: t`Returned by bank`,
  stale: t`Stale`,
};

export const depositSlipStateLabels = {
  prepared: t`Prepared`,
  deposited: t`Deposited`,
  cancelled: t`Cancelled`,
};

import { t } from '#shared/words.ts';

export const printRunStateLabels = {
  prepared: t`Prepared`,
  printing: t`Printing`,
  closed: t`Closed`,
  withdrawn: t`Withdrawn`,
};

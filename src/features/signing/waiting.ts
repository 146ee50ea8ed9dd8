import { paths } from '#shared/paths.ts';
import type { Waiting } from '#shared/waiting.ts';
import { t } from '#shared/words.ts';

export const waitingSignatures = {
  'signing_batches.out_long': {
    label: t`Out for signature for more than 14 days`,
    access: 'signing_batches:read',
    lists: () => ({ printer: paths.printer.signingBatches, auditor: paths.auditor.signingBatches }),
    address: { show: 'out_long' },
  },
} as const satisfies Record<string, Waiting>;

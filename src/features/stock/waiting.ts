import { paths } from '#shared/paths.ts';
import type { Waiting } from '#shared/waiting.ts';
import { t } from '#shared/words.ts';

export const waitingStock = {
  'stock.certificates_to_approve': {
    label: t`Certificate stock to approve`,
    access: 'stock:approve',
    lists: () => ({ admin: paths.admin.certificateStock }),
    address: { approval: 'waiting' },
  },
  'stock.ink_to_approve': {
    label: t`Ink stock to approve`,
    access: 'stock:approve',
    lists: () => ({ admin: paths.admin.inkStock }),
    address: { approval: 'waiting' },
  },
  'stock.counts_due': {
    label: t`Stock counts due`,
    access: 'stock:count',
    lists: () => ({ admin: paths.admin.custody }),
    address: { counts: 'due' },
  },
  'stock.counts_open': {
    label: t`Stock counts to close`,
    access: 'stock:count',
    lists: () => ({ admin: paths.admin.stockCounts }),
    address: { state: 'open' },
  },
  'stock.destructions': {
    label: t`Destructions to witness`,
    access: 'stock:destroy',
    lists: () => ({ admin: paths.admin.custody }),
    address: { destructions: 'open' },
  },
} as const satisfies Record<string, Waiting>;

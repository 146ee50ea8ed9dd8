import { paths } from '#shared/paths.ts';
import type { Waiting } from '#shared/waiting.ts';
import { t } from '#shared/words.ts';

export const waitingReprints = {
  'reprints.to_approve': {
    label: t`Reprints to approve`,
    access: 'reprints:decide',
    lists: () => ({ admin: paths.admin.pendingReprintApprovals }),
    address: { status: 'pending' },
  },
  'reprints.to_print': {
    label: t`Reprints to print`,
    access: 'print_runs:prepare',
    lists: () => ({ printer: paths.printer.reprintRequests }),
    address: { status: 'approved', copy: 'waiting' },
  },
} as const satisfies Record<string, Waiting>;

import { paths } from '#shared/paths.ts';
import type { Waiting } from '#shared/waiting.ts';
import { t } from '#shared/words.ts';

export const waitingEvents = {
  'audit.set_up_alone': {
    label: t`Set up alone`,
    access: 'audit:read',
    lists: () => ({ auditor: paths.auditor.auditLog }),
    address: { setUpAlone: 'yes' },
  },
} as const satisfies Record<string, Waiting>;

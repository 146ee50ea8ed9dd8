import { paths } from '#shared/paths.ts';
import type { Waiting } from '#shared/waiting.ts';
import { t } from '#shared/words.ts';

export const waitingDrafts = {
  'demand_drafts.going_stale': {
    label: t`DDs going stale`,
    access: 'demand_drafts:read',
    lists: () => ({
      receiver: paths.applicationReceiver.demandDrafts,
      admin: paths.admin.demandDrafts,
      auditor: paths.auditor.demandDrafts,
    }),
    address: { show: 'going_stale' },
  },
  'demand_drafts.stale': {
    label: t`Stale DDs`,
    access: 'demand_drafts:read',
    lists: () => ({ auditor: paths.auditor.demandDrafts }),
    address: { state: 'stale' },
  },
} as const satisfies Record<string, Waiting>;

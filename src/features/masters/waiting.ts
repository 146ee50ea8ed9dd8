import { paths } from '#shared/paths.ts';
import type { Waiting } from '#shared/waiting.ts';
import { t } from '#shared/words.ts';

export const waitingProposals = {
  'proposals.to_confirm': {
    label: t`Proposals to confirm`,
    access: 'proposals:decide',
    lists: () => ({ admin: paths.admin.proposals }),
    address: {},
  },
} as const satisfies Record<string, Waiting>;

import { paths } from '#shared/paths.ts';
import type { Waiting } from '#shared/waiting.ts';
import { t } from '#shared/words.ts';

export const waitingCertificates = {
  'certificates.ready': {
    label: t`Ready to collect`,
    access: 'certificates:hand_over',
    lists: () => ({ receiver: paths.applicationReceiver.printedCertificates }),
    address: { stage: 'to_hand_over' },
  },
  'certificates.to_print': {
    label: t`To print`,
    access: 'print_runs:prepare',
    lists: () => ({ printer: paths.printer.printQueue }),
    address: {},
  },
  'certificates.revocations': {
    label: t`Revocations to confirm`,
    access: 'certificates:revoke',
    lists: () => ({ admin: paths.admin.revocations }),
    address: { state: 'proposed' },
  },
  'certificates.withheld': {
    label: t`Printed certificates that are withheld`,
    access: 'certificates:read',
    lists: () => ({ auditor: paths.auditor.certificates }),
    address: { stage: 'flagged' },
  },
} as const satisfies Record<string, Waiting>;

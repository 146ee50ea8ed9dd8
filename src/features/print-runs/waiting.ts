import { paths } from '#shared/paths.ts';
import type { Waiting } from '#shared/waiting.ts';
import { t } from '#shared/words.ts';

export const waitingInPrintRoom = {
  'print_runs.mine': {
    label: t`My open runs`,
    access: 'print_runs:record',
    lists: () => ({ printer: paths.printer.printRuns }),
    address: { state: 'open' },
    person: 'operatorId',
  },
  'print_runs.open': {
    label: t`Open runs`,
    access: 'print_runs:read',
    lists: () => ({ printer: paths.printer.printRuns, auditor: paths.auditor.printRuns }),
    address: { state: 'open' },
  },
  'proofs.to_sign_off': {
    label: t`Proofs to sign off`,
    access: 'proofs:sign_off',
    lists: () => ({ printer: paths.printer.proofs, admin: paths.printer.proofs }),
    address: { state: 'waiting' },
  },
} as const satisfies Record<string, Waiting>;

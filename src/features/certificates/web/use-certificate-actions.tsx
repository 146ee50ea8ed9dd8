import { IconHandGrab, IconMailFast } from '@tabler/icons-react';
import { useMemo } from 'react';
import { HandOverDialog } from '#features/applications/web/hand-over-dialog.tsx';
import { useMay } from '#platform/web/api/session.ts';
import type { RowAction } from '#platform/web/components/list.tsx';
import { whyNot } from '#shared/errors.ts';
import { t } from '#shared/words.ts';
import type { Certificate } from '../contract.ts';
import { certificateCan, signatureWords } from '../rules.ts';
import { certificateActions } from './certificate-actions.ts';
import { LabelsDialog } from './posting-dialog.tsx';
import { revokeAction } from './revocation-actions.tsx';
import { useBundlePaths } from './use-bundle-paths.ts';

/** Whether the person may hand over certificates in this section. */
export function useMayHandOver(): boolean {
  const mayRecord = useMay('certificates:hand_over');
  const { newBundle } = useBundlePaths();
  return mayRecord && newBundle !== null;
}

/** The actions on a printed certificate, in its row and in its record. */
export function useCertificateActions(): RowAction<Certificate>[] {
  const { newBundle } = useBundlePaths();
  const mayHandOver = useMayHandOver();
  return useMemo(
    () => [
      ...certificateActions,
      revokeAction,
      {
        label: t`Hand over`,
        icon: IconHandGrab,
        isFor: () => mayHandOver,
        disabledReason: (row) => whyNot(certificateCan.handOver(row), signatureWords(row)),
        dialog: (row, onClose) => (
          <HandOverDialog certificate={row} newBundlePath={newBundle!} onClose={onClose} />
        ),
      },
      {
        label: t`Address label`,
        icon: IconMailFast,
        place: 'details',
        isFor: () => mayHandOver,
        dialog: (row, onClose) => <LabelsDialog certificate={row} onClose={onClose} />,
      },
    ],
    [mayHandOver, newBundle],
  );
}

import { Trans } from '@lingui/react/macro';
import { client } from '#features/client.ts';
import { DeleteDialog } from '#platform/web/components/command-dialog.tsx';
import { t } from '#shared/words.ts';
import type { College } from '../contract.ts';

export function DeleteCollegeDialog({ college, onClose }: { college: College; onClose: () => void }) {
  return (
    <DeleteDialog
      record={college}
      call={client.colleges.deleteCollege}
      confirmLabel={t`Delete college`}
      onClose={onClose}
    >
      <Trans>
        The college with the code <strong>{college.code}</strong> will be removed. No record belongs to it.
        The audit log keeps what it was.
      </Trans>
    </DeleteDialog>
  );
}

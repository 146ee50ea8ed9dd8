import { client } from '#features/client.ts';
import { CommandDialog } from '#platform/web/components/command-dialog.tsx';
import { t } from '#shared/words.ts';
import type { ReprintRequest } from '../contract.ts';

/** Asks why no new copy is printed: who asked for it reads the answer. */
export function RejectReprintDialog({ request, onClose }: { request: ReprintRequest; onClose: () => void }) {
  const number = request.convocationNumber;
  return (
    <CommandDialog
      title={t`Reject the reprint of ${number}?`}
      confirmLabel={t`Reject`}
      tone="danger"
      call={client.reprints.rejectReprint}
      fields={{
        remark: {
          kind: 'paragraph',
          label: t`Why it is rejected`,
          description: t`${request.requestedBy} asked for it and reads this.`,
          isRequired: true,
          maxLength: 500,
          missing: t`Say why it is rejected.`,
        },
      }}
      input={({ remark }) => ({ id: request.id, version: request.version, remark })}
      done={() => t`The reprint of ${number} is rejected.`}
      onClose={onClose}
    >
      {request.status === 'approved'
        ? t`The certificate of ${request.studentName} leaves the print queue; the copy ${request.blankSerial} stays valid.`
        : t`No new copy is printed for ${request.studentName}; the copy ${request.blankSerial} stays valid.`}
    </CommandDialog>
  );
}

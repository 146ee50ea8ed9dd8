import { client } from '#features/client.ts';
import { CommandDialog } from '#platform/web/components/command-dialog.tsx';
import { t } from '#shared/words.ts';
import type { Copy } from '../copy-contract.ts';

/** Asks a second person why a printed copy is not to leave the office. */
export function CancelCopyDialog(props: { certificateId: string; copy: Copy; onClose: () => void }) {
  const { certificateId, copy } = props;
  return (
    <CommandDialog
      tone="danger"
      title={t`Cancel copy ${copy.blankSerial}?`}
      confirmLabel={t`Cancel copy`}
      cancelLabel={t`Keep copy`}
      call={client.copies.cancelCopy}
      fields={{
        reason: {
          kind: 'paragraph',
          label: t`Reason`,
          isRequired: true,
          isFocused: true,
          maxLength: 200,
          missing: t`Enter why the copy is cancelled.`,
        },
      }}
      input={({ reason }) => ({ id: certificateId, copyId: copy.id, reason })}
      done={() => t`Copy ${copy.blankSerial} is cancelled.`}
      onClose={props.onClose}
    >
      {t`The copy no longer verifies. The sheet ${copy.blankSerial} is booked as spoilt and stays with you until it is returned to the store, and the certificate waits for print again. This cannot be undone.`}
    </CommandDialog>
  );
}

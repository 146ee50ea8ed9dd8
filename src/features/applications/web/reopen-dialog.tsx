import { IconLockOpen } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { api, client } from '#features/client.ts';
import { useChoices } from '#features/masters/web/use-choices.ts';
import { CommandDialog } from '#platform/web/components/command-dialog.tsx';
import type { RowAction } from '#platform/web/components/list.tsx';
import { t } from '#shared/words.ts';
import type { Application, ListedApplication } from '../contract.ts';
import { reopeningReasonLabels } from '../decision-contract.ts';
import { whyNotAllowed } from './decisions.ts';

/** Asks why a verified application is reopened, and says what happens to its certificate. */
export function ReopenDialog({ application, onClose }: { application: Application; onClose: () => void }) {
  const queryClient = useQueryClient();
  const reasons = useChoices('reopening_reasons', reopeningReasonLabels);
  const { id, version, candidateName, receivedBy } = application;
  const number = application.convocationNumber ?? '';
  const isPrinted = ['printed', 'handed_over'].includes(application.certificateState ?? '');
  return (
    <CommandDialog
      title={t`Reopen this application?`}
      confirmLabel={t`Reopen`}
      call={client.applications.reopenApplication}
      fields={{
        reason: {
          kind: 'choice',
          label: t`What is wrong`,
          isRequired: true,
          options: reasons,
          initial: null,
          missing: t`Choose why it is reopened.`,
        },
        remark: { kind: 'paragraph', label: t`Remark to the receiver`, maxLength: 500 },
      }}
      fault={({ reason, remark }) =>
        reason === 'other' && remark === '' ? t`Describe it in the remark.` : null
      }
      input={({ reason, remark }) => ({ id, version, reason, remark })}
      done={() => t`${candidateName} is reopened and back with ${receivedBy}.`}
      onDone={() => {
        // An open case is refetched on colleagues' events, not after one's own decisions.
        void queryClient.invalidateQueries({
          queryKey: api.caseDesk.getCase.queryKey({ input: { id } }),
        });
        onClose();
      }}
      onClose={onClose}
    >
      {t`The application of ${candidateName} returns to ${receivedBy} for correction. The certificate keeps number ${number} and is withheld until the application is verified again.`}
      {isPrinted && ` ${t`A new copy is printed then. The present copy verifies until that one is there.`}`}
    </CommandDialog>
  );
}

/** For the details of lists that offer no other decision. */
export const reopenAction: RowAction<ListedApplication, Application> = {
  label: t`Reopen`,
  icon: IconLockOpen,
  place: 'details',
  isFor: 'applications:reopen',
  disabledReason: (row, actorId) => whyNotAllowed('reopen', { ...row, lease: null }, actorId),
  dialog: (row, onClose) => <ReopenDialog application={row} onClose={onClose} />,
};

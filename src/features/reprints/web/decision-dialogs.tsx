import { Stack, Text } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconX } from '@tabler/icons-react';
import { client } from '#features/client.ts';
import { CommandDialog, reasonField } from '#platform/web/components/command-dialog.tsx';
import type { RowAction } from '#platform/web/components/list.tsx';
import { whyNot } from '#shared/errors.ts';
import { t } from '#shared/words.ts';
import { reasonOf } from '../columns.ts';
import type { ReprintRequest } from '../contract.ts';
import { reprintCan } from '../rules.ts';
import { ChargeFacts } from './reprint-charge.tsx';
import { ReprintEvidence } from './reprint-screen.tsx';
import { TakeBackApproval } from './take-back-approval.tsx';

type QuestionProps = { request: ReprintRequest; onClose: () => void };

/** Shows what the approval is based on. */
function ApproveDialog({ request, onClose }: QuestionProps) {
  const number = request.convocationNumber;
  return (
    <CommandDialog
      title={t`Approve the reprint of ${number}?`}
      confirmLabel={t`Approve`}
      size="lg"
      call={client.reprints.approveReprint}
      input={() => ({ id: request.id, version: request.version })}
      done={() => t`The reprint of ${number} is approved and waits in the print queue.`}
      offer={<TakeBackApproval id={request.id} />}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text fw={600}>{request.studentName}</Text>
        <Text>{reasonOf(request)}</Text>
        <Text size="sm">{`${t`Asked for by`}: ${request.requestedBy}`}</Text>
        <ChargeFacts request={request} />
        <ReprintEvidence request={request} />
      </Stack>
    </CommandDialog>
  );
}

/** Asks for the reason, which whoever made the request can read. */
function RejectDialog({ request, onClose }: QuestionProps) {
  const number = request.convocationNumber;
  return (
    <CommandDialog
      title={t`Reject the reprint of ${number}?`}
      confirmLabel={t`Reject`}
      tone="danger"
      call={client.reprints.rejectReprint}
      fields={{
        remark: reasonField({
          label: t`Why it is rejected`,
          description: t`${request.requestedBy} asked for it and reads this.`,
          missing: t`Enter why it is rejected.`,
        }),
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

function ReopenDialog({ request, onClose }: QuestionProps) {
  const number = request.convocationNumber;
  return (
    <CommandDialog
      title={t`Take back the decision on the reprint of ${number}?`}
      confirmLabel={t`Take back`}
      call={client.reprints.reopenReprint}
      input={() => ({ id: request.id, version: request.version })}
      done={() => t`The request for a reprint of ${number} is pending again.`}
      onClose={onClose}
    >
      {request.status === 'approved'
        ? t`The certificate of ${request.studentName} leaves the print queue, and the request waits for a decision again.`
        : t`The request for ${request.studentName} waits for a decision again.`}
    </CommandDialog>
  );
}

/** By what is chosen in the select of a row. */
export const decisionDialogs = { none: ReopenDialog, approved: ApproveDialog, rejected: RejectDialog };
export type Decision = keyof typeof decisionDialogs;

/** Why a pending request cannot be approved, or the decision on another one not be taken back; null if it can. */
export function whyNotDecided(request: ReprintRequest, staffId: string): string | null {
  const may = request.status === null ? reprintCan.approve : reprintCan.reopen;
  return whyNot(may(request, staffId), { facts: request.missingFacts });
}

/** The same decisions in Row Details. */
export const decisionActions: RowAction<ReprintRequest>[] = [
  {
    label: t`Reject`,
    icon: IconX,
    place: 'details',
    tone: 'danger',
    disabledReason: (request, staffId) => whyNot(reprintCan.reject(request, staffId)),
    dialog: (request, onClose) => <RejectDialog request={request} onClose={onClose} />,
  },
  {
    label: t`Approve`,
    icon: IconCheck,
    place: 'details',
    onRow: ({ status }) =>
      status === null
        ? { label: t`Approve`, icon: IconCheck }
        : { label: t`Take back`, icon: IconArrowBackUp },
    disabledReason: whyNotDecided,
    dialog: (request, onClose) => {
      const Question = decisionDialogs[request.status === null ? 'approved' : 'none'];
      return <Question request={request} onClose={onClose} />;
    },
  },
];

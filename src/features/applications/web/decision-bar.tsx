import { Checkbox, Group, Stack, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconArrowBackUp, IconCheck, IconHandGrab, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { errorSentence } from '#shared/errors.ts';
import { formatRupees } from '#shared/money.ts';
import { t } from '#shared/words.ts';
import { client } from '#web/api/client.ts';
import { ActionButton } from '#web/components/action-button.tsx';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { useCommand } from '#web/components/use-command.ts';
import type { Application } from '../contract.ts';
import { type ReturnReason, returnReasonLabels, returnReasons } from '../decisions.ts';
import { applicationCan, type Ruling } from '../rules.ts';
import { applicationsKey } from './application-list.ts';

type Decision = 'verify' | 'reject' | 'return';

/** What can be done with the open application, each with the reason when it cannot. */
export function DecisionBar(props: {
  application: Application;
  actorId: string;
  isCounter: boolean;
  onHandOver: () => void;
}) {
  const { application, actorId } = props;
  const [asked, setAsked] = useState<Decision | null>(null);
  if (props.isCounter) {
    const isPrinted = application.certificateState === 'printed';
    return (
      <Group justify="flex-end">
        <ActionButton
          leftSection={<IconHandGrab size={16} aria-hidden />}
          reason={isPrinted ? null : errorSentence('certificates.not_printed', undefined)}
          onClick={props.onHandOver}
        >
          {t`Hand over`}
        </ActionButton>
      </Group>
    );
  }
  const reason = (decision: Decision) =>
    sentenceOf(applicationCan[decision](application, actorId), application);
  const close = () => setAsked(null);
  return (
    <>
      <Group justify="flex-end" gap="xs">
        <ActionButton
          variant="default"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          reason={reason('return')}
          onClick={() => setAsked('return')}
        >
          {t`Return`}
        </ActionButton>
        <ActionButton
          variant="light"
          color="red"
          leftSection={<IconX size={16} aria-hidden />}
          reason={reason('reject')}
          onClick={() => setAsked('reject')}
        >
          {t`Reject`}
        </ActionButton>
        <ActionButton
          leftSection={<IconCheck size={16} aria-hidden />}
          reason={reason('verify')}
          onClick={() => setAsked('verify')}
        >
          {t`Verify`}
        </ActionButton>
      </Group>
      {asked === 'verify' && <VerifyDialog application={application} onClose={close} />}
      {asked === 'reject' && <RejectDialog application={application} onClose={close} />}
      {asked === 'return' && <ReturnDialog application={application} onClose={close} />}
    </>
  );
}

type DialogProps = { application: Application; onClose: () => void };

function VerifyDialog({ application, onClose }: DialogProps) {
  const command = useCommand(client.applications.verifyApplication, {
    invalidates: [applicationsKey],
    onSuccess: ({ convocationNumber }) => {
      tell(t`${application.candidateName} is verified: convocation number ${convocationNumber}.`);
      onClose();
    },
  });
  return (
    <DecisionDialog
      title={t`Verify this application?`}
      confirmLabel={t`Verify`}
      command={command}
      onConfirm={() => command.run({ id: application.id, version: application.version })}
      onClose={onClose}
    >
      <Text>
        {t`${application.candidateName} (${application.registrationNumber}) gets a convocation number, and the certificate goes to the print queue. A number cannot be taken back.`}
      </Text>
    </DecisionDialog>
  );
}

function RejectDialog({ application, onClose }: DialogProps) {
  const [remark, setRemark] = useState(t`${formatRupees(application.pendingAmount)} of the fee are missing.`);
  const command = useCommand(client.applications.rejectApplication, {
    invalidates: [applicationsKey],
    onSuccess: () => {
      tell(t`${application.candidateName} is rejected. A further draft brings the application back.`);
      onClose();
    },
  });
  return (
    <DecisionDialog
      title={t`Reject this application?`}
      confirmLabel={t`Reject`}
      tone="danger"
      reason={remark.trim().length < 3 ? t`Say what is missing.` : null}
      command={command}
      onConfirm={() => command.run({ id: application.id, version: application.version, remark })}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text>
          {t`${formatRupees(application.pendingAmount)} of ${formatRupees(application.totalAmount)} are pending for ${application.candidateName}. A further draft brings the application back to the queue.`}
        </Text>
        <Textarea
          label={t`What is missing`}
          autosize
          minRows={2}
          maxLength={500}
          value={remark}
          onChange={(event) => setRemark(event.currentTarget.value)}
        />
      </Stack>
    </DecisionDialog>
  );
}

function ReturnDialog({ application, onClose }: DialogProps) {
  const [reasons, setReasons] = useState<ReturnReason[]>([]);
  const [remark, setRemark] = useState('');
  const command = useCommand(client.applications.returnApplication, {
    invalidates: [applicationsKey],
    onSuccess: () => {
      tell(t`${application.candidateName} is back with ${application.receivedBy}.`);
      onClose();
    },
  });
  return (
    <DecisionDialog
      title={t`Return this application?`}
      confirmLabel={t`Return`}
      reason={reasons.length === 0 ? t`Choose at least one reason.` : null}
      command={command}
      onConfirm={() => command.run({ id: application.id, version: application.version, reasons, remark })}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Checkbox.Group
          label={t`What is wrong`}
          value={reasons}
          onChange={(chosen) => setReasons(chosen as ReturnReason[])}
        >
          <Stack gap={6} mt={6}>
            {returnReasons.map((reason) => (
              <Checkbox key={reason} value={reason} label={returnReasonLabels[reason]} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Textarea
          label={t`Remark to the receiver`}
          autosize
          minRows={2}
          maxLength={500}
          value={remark}
          onChange={(event) => setRemark(event.currentTarget.value)}
        />
      </Stack>
    </DecisionDialog>
  );
}

function DecisionDialog(props: {
  title: string;
  confirmLabel: string;
  tone?: 'danger';
  reason?: string | null;
  command: { isPending: boolean; error: unknown };
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <ConfirmDialog
      isOpen
      title={props.title}
      confirmLabel={props.confirmLabel}
      tone={props.tone}
      reason={props.reason}
      isPending={props.command.isPending}
      error={props.command.error}
      // The refusal is shown in the dialog by the command's own state.
      onConfirm={() => props.onConfirm().catch(() => {})}
      onCancel={props.onClose}
    >
      {props.children}
    </ConfirmDialog>
  );
}

function tell(message: string): void {
  notifications.show({ message, color: 'green' });
}

function sentenceOf(ruling: Ruling, application: Application): string | null {
  if (ruling === true) return null;
  if (ruling === 'applications.fee_short')
    return errorSentence(ruling, { pending: application.pendingAmount });
  return errorSentence(ruling as 'applications.own_work', undefined);
}

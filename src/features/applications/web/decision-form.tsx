import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconMail, IconMailOff } from '@tabler/icons-react';
import { type FormEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { ActionButton } from '#platform/web/components/action-button.tsx';
import { ErrorNotice } from '#platform/web/components/error-notice.tsx';
import type { KeyPress } from '#platform/web/components/irreversible-keys.ts';
import { useIrreversibleKeys } from '#platform/web/components/use-irreversible-keys.ts';
import { formatRupees } from '#shared/money.ts';
import { t } from '#shared/words.ts';
import { describeConcession } from '../concession.ts';
import type { Application } from '../contract.ts';
import {
  type RejectionReason,
  type ReturnReason,
  rejectionReasonLabels,
  rejectionReasons,
  returnReasonLabels,
  returnReasons,
} from '../decision-contract.ts';
import classes from './decision-form.module.css';
import { ReasonList } from './reason-list.tsx';
import { type Decided, type Decision, useDecide } from './use-decide.ts';

export const decisionTitles: Record<Decision, string> = {
  verify: t`Verify this application?`,
  reject: t`Reject this application?`,
  return: t`Return this application?`,
};

const decisionVerbs: Record<Decision, string> = {
  verify: t`Verify`,
  reject: t`Reject`,
  return: t`Return`,
};

/** Asks for what a decision needs and carries it out, in a dialog or beside the case. Digits choose, Enter confirms. */
export function DecisionForm(props: {
  decision: Decision;
  application: Application;
  /** Where a mail goes; null when the college has no address, undefined as long as that is not known. */
  collegeEmail: string | null | undefined;
  onDecided: (decided: Decided) => void;
  onCancel: () => void;
  /** The keys of the screen around it; a dialog has none. */
  keys?: ScreenKeys;
}) {
  const { decision, application, keys = noKeys } = props;
  const [reasons, setReasons] = useState<string[]>([]);
  const [remark, setRemark] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const remarkField = useRef<HTMLTextAreaElement>(null);
  const command = useDecide(decision, application, props.onDecided);
  const choices = choicesOf[decision];

  function choose(reason: string): void {
    const isChosen = reasons.includes(reason);
    if (decision === 'reject') setReasons([reason]);
    else setReasons(isChosen ? reasons.filter((one) => one !== reason) : [...reasons, reason]);
    if (reason === 'other' && !isChosen) remarkField.current?.focus();
  }

  function submit(event?: FormEvent): void {
    event?.preventDefault();
    if (lackOf(decision, reasons, remark) !== null || command.isPending) return;
    void command.attempt({
      reasons: reasons as ReturnReason[],
      reason: reasons[0] as RejectionReason,
      remark,
    });
  }

  // Not the button: the space bar scrolls, and pressed on a button it would decide.
  useLayoutEffect(() => form.current?.focus({ preventScroll: true }), []);
  useIrreversibleKeys({
    ...keys,
    question: {
      act: decision,
      choiceCount: choices.length,
      isPending: command.isPending,
      within: form,
      onChoose: (index) => choose(choices[index]!.value),
      onConfirm: submit,
      onClose: props.onCancel,
    },
  });

  return (
    <form
      ref={form}
      className={classes.form}
      onSubmit={submit}
      noValidate
      tabIndex={-1}
      data-autofocus
      aria-label={decisionTitles[decision]}
    >
      <Stack gap="xs">
        <Text size="sm">{questionOf(decision, application)}</Text>
        {decision === 'verify' && application.concession && (
          <Text size="sm" fw={600}>
            {t`You confirm: ${describeConcession(application.feeAmount, application.concession)}.`}
          </Text>
        )}
        {choices.length > 0 && (
          <>
            <ReasonList
              label={decision === 'return' ? t`What is wrong` : t`Why the fee is short`}
              choices={choices}
              chosen={reasons}
              isSingle={decision === 'reject'}
              onChoose={choose}
            />
            <Textarea
              ref={remarkField}
              label={decision === 'return' ? t`Remark to the receiver` : t`What is missing`}
              autosize
              minRows={1}
              maxRows={4}
              maxLength={500}
              value={remark}
              onChange={(event) => setRemark(event.currentTarget.value)}
            />
            <MailLine to={props.collegeEmail} />
          </>
        )}
        {command.error != null && <ErrorNotice error={command.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={props.onCancel}>
            {t`Cancel`}
          </Button>
          <ActionButton
            type="submit"
            color={decision === 'reject' ? 'red' : undefined}
            reason={lackOf(decision, reasons, remark)}
            isPending={command.isPending}
            aria-keyshortcuts="Enter"
          >
            {decisionVerbs[decision]}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  );
}

type ScreenKeys = {
  acts: Readonly<Partial<Record<Decision, string>>>;
  isLook: (press: KeyPress) => boolean;
  onOpen: (decision: Decision) => void;
  shownAt: RefObject<number>;
};

const noKeys = { acts: {}, isLook: () => false, onOpen: () => {} };

const choicesOf: Record<Decision, { value: string; label: string }[]> = {
  verify: [],
  reject: rejectionReasons.map((value) => ({ value, label: rejectionReasonLabels[value] })),
  return: returnReasons.map((value) => ({ value, label: returnReasonLabels[value] })),
};

function MailLine({ to }: { to: string | null | undefined }) {
  if (to === undefined) return null;
  const Picture = to === null ? IconMailOff : IconMail;
  return (
    <Text size="sm" className={classes.mail}>
      <Picture size={16} aria-hidden />
      {to === null ? t`This college has no email address, so no mail is sent.` : t`Mail goes to ${to}`}
    </Text>
  );
}

function questionOf(decision: Decision, application: Application): string {
  const { candidateName, registrationNumber } = application;
  if (decision === 'verify') {
    return t`${candidateName} (${registrationNumber}) is assigned a permanent convocation number, and the certificate goes to the print queue. This cannot be undone.`;
  }
  if (decision === 'reject') {
    return t`${formatRupees(application.pendingAmount)} of ${formatRupees(application.totalAmount)} are pending for ${candidateName}. A further draft brings the application back to the queue.`;
  }
  return t`${candidateName} goes back to ${application.receivedBy}, who puts right what is wrong.`;
}

/** Why it cannot be confirmed yet, or null. */
function lackOf(decision: Decision, reasons: string[], remark: string): string | null {
  if (decision === 'verify') return null;
  if (reasons.length === 0) return t`Choose at least one reason.`;
  return reasons.includes('other') && remark.trim() === '' ? t`Say in the remark what it is.` : null;
}

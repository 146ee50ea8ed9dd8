import { Box, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconMail, IconMailOff } from '@tabler/icons-react';
import { type FormEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { useChoices } from '#features/masters/web/use-choices.ts';
import { ActionButton } from '#platform/web/components/action-button.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { useIrreversibleKeys } from '#platform/web/components/use-shortcuts.ts';
import { optionsOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';
import type { Case } from '../case-desk-contract.ts';
import { describeConcession } from '../concession.ts';
import type { Application } from '../contract.ts';
import { type ComparedField, differencesOf } from '../master-comparison.ts';
import classes from './decision-form.module.css';
import { type Decided, type Decision, type DecisionKind, decisions, useDecide } from './decisions.ts';
import { ReasonList } from './reason-list.tsx';

/** Asks for a decision's reasons and executes it, in a dialog or beside the case. Digits choose, Enter confirms. */
export function DecisionForm(props: {
  decision: Decision;
  application: Application;
  found: Case;
  onDecided: (decided: Decided) => void;
  onCancel: () => void;
  /** The keys of the surrounding screen; a dialog has none. */
  keys?: ScreenKeys;
}) {
  const { decision, application, found, keys = noKeys } = props;
  const [reasons, setReasons] = useState<string[]>([]);
  const [remark, setRemark] = useState('');
  const [isTried, setIsTried] = useState(false);
  const faultId = useId();
  const form = useRef<HTMLFormElement>(null);
  const remarkField = useRef<HTMLTextAreaElement>(null);
  const command = useDecide(decision, application, props.onDecided);
  const { title, verb, question, reasons: asked } = decisions[decision];
  const differences = decision === 'verify' ? differencesOf(found.application, found.student) : [];
  const offered = useReasons(asked);
  const choices = decision === 'verify' && differences.length === 0 ? [] : offered;
  const lack = faultOf(asked, { choices, reasons, remark });

  function choose(reason: string): void {
    const isChosen = reasons.includes(reason);
    if (asked.isSingle) setReasons([reason]);
    else setReasons(isChosen ? reasons.filter((one) => one !== reason) : [...reasons, reason]);
    if (reason === 'other' && !isChosen) remarkField.current?.focus();
  }

  function submit(event?: FormEvent): void {
    event?.preventDefault();
    setIsTried(true);
    if (lack !== null || command.isPending) return;
    void command.attempt({ reasons, remark, fields: differences.map(({ name }) => name) });
  }

  // Focus the form, not the button: the space bar scrolls, and on a button it would decide.
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
      aria-label={title(application)}
    >
      <Stack gap="xs">
        {question && <Text size="sm">{question(application)}</Text>}
        {decision === 'verify' && application.concession && (
          <Text size="sm" fw={600}>
            {t`You confirm: ${describeConcession(application.feeAmount, application.concession)}.`}
          </Text>
        )}
        {differences.length > 0 && <DifferenceList differences={differences} />}
        {choices.length > 0 && (
          <ReasonList
            label={asked.label}
            choices={choices}
            chosen={reasons}
            isSingle={asked.isSingle}
            isFaulty={isTried && lack !== null && reasons.length === 0}
            faultId={faultId}
            onChoose={choose}
          />
        )}
        {asked.remark && (
          <>
            <Textarea
              ref={remarkField}
              label={asked.remark}
              autosize
              minRows={1}
              maxRows={4}
              maxLength={500}
              error={isTried && lack !== null && reasons.length > 0}
              aria-describedby={isTried && lack !== null ? faultId : undefined}
              value={remark}
              onChange={(event) => setRemark(event.currentTarget.value)}
            />
            <MailLine to={found.collegeEmail} />
          </>
        )}
        {isTried && lack !== null && (
          <Text id={faultId} size="sm" c="red" role="alert">
            {lack}
          </Text>
        )}
        {command.error != null && <ErrorNotice error={command.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={props.onCancel}>
            {t`Cancel`}
          </Button>
          <ActionButton
            type="submit"
            color={decision === 'reject' ? 'red' : undefined}
            reason={lack}
            isPending={command.isPending}
            aria-keyshortcuts="Enter"
          >
            {verb}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  );
}

/** The reasons to choose from, in the university's wording. */
function useReasons({ list, own }: DecisionKind['reasons']) {
  const offered = useChoices(list ?? 'return_reasons', own);
  return list === undefined ? optionsOf(own) : offered;
}

type ScreenKeys = Omit<Parameters<typeof useIrreversibleKeys<Decision>>[0], 'question'>;

const noKeys: ScreenKeys = { acts: {}, isLook: () => false, onOpen: () => {} };

function MailLine({ to }: { to: string | null }) {
  const Picture = to === null ? IconMailOff : IconMail;
  return (
    <Group gap={6} fz="sm" lh="sm" wrap="nowrap">
      <Picture size={16} aria-hidden />
      {to === null ? t`This college has no email address, so no mail is sent.` : t`Mail goes to ${to}`}
    </Group>
  );
}

/** Why it cannot be confirmed yet, or null. */
function faultOf(
  { isSingle }: { isSingle: boolean },
  { choices, reasons, remark }: { choices: readonly unknown[]; reasons: string[]; remark: string },
): string | null {
  if (choices.length === 0) return null;
  if (reasons.length === 0) return isSingle ? t`Choose a reason.` : t`Choose at least one reason.`;
  return reasons.includes('other') && remark.trim() === '' ? t`Describe it in the remark.` : null;
}

/** Each field in which application and student master differ, with both values. */
function DifferenceList({ differences }: { differences: readonly ComparedField[] }) {
  return (
    <Box component="ul" m={0} pl={18}>
      {differences.map(({ name, label, value, master }) => (
        <li key={name}>{t`${label}: ${value || '-'} here, ${master ?? '-'} in the student master`}</li>
      ))}
    </Box>
  );
}

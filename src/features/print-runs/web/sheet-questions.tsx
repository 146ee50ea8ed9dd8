import { Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { ReasonList } from '#features/applications/web/reason-list.tsx';
import { ConfirmDialog } from '#platform/web/components/confirm-dialog.tsx';
import { useIrreversibleKeys } from '#platform/web/components/use-irreversible-keys.ts';
import { t } from '#shared/words.ts';
import { MissingRemark, type Sheet, spoilReasons } from '../contract.ts';
import classes from './sheet-table.module.css';
import type { Recorded } from './use-outcomes.ts';

/** The keys of the run desk, in a question about one sheet as well: the key of another act replaces it. */
export const sheetActs = { good: 'KeyG', spoilt: 'KeyS', missing: 'KeyM', takeBack: 'KeyT' } as const;
export type SheetAct = keyof typeof sheetActs;
export type SheetQuestion = { act: Exclude<SheetAct, 'good'>; sheet: Sheet };

type QuestionProps = {
  sheet: Sheet;
  onAct: (act: SheetAct) => void;
  onRecord: (recorded: Recorded) => void;
  onTakeBack: () => void;
  onClose: () => void;
};

/** Asks what cannot be read from the key alone. */
export function SheetQuestionDialog({ act, ...props }: QuestionProps & { act: SheetQuestion['act'] }) {
  if (act === 'spoilt') return <SpoilDialog {...props} />;
  return act === 'missing' ? <MissingDialog {...props} /> : <TakeBackDialog {...props} />;
}

/** What happened to one sheet: a digit chooses, Enter records. */
function SpoilDialog({ sheet, ...props }: QuestionProps) {
  const [reason, setReason] = useState<(typeof spoilReasons)[number] | null>(null);
  return (
    <Question
      {...props}
      act="spoilt"
      title={t`Sheet ${sheet.position}, ${sheet.blankSerial}, is spoilt?`}
      confirmLabel={t`Record as spoilt`}
      reason={reason === null ? t`Choose what happened.` : null}
      choiceCount={spoilReasons.length}
      onChoose={(index) => setReason(spoilReasons[index]!)}
      onConfirm={() => reason && props.onRecord({ outcome: 'spoilt', reason })}
    >
      <Text size="sm">
        {t`The blank stays in the books as spoilt: keep the sheet. The certificate of ${sheet.studentName} goes back to the print queue and is printed in another run.`}
      </Text>
      <ReasonList
        label={t`What happened`}
        choices={spoilReasons.map((value) => ({ value, label: value }))}
        chosen={reason === null ? [] : [reason]}
        isSingle
        onChoose={(value) => setReason(value as typeof reason)}
      />
    </Question>
  );
}

/** For a sheet that nobody finds, neither good nor spoilt. */
function MissingDialog({ sheet, ...props }: QuestionProps) {
  const [remark, setRemark] = useState('');
  const read = MissingRemark.safeParse(remark);
  return (
    <Question
      {...props}
      act="missing"
      title={t`Sheet ${sheet.position}, ${sheet.blankSerial}, is missing?`}
      confirmLabel={t`Record as missing`}
      reason={read.success ? null : t`Enter where it was looked for.`}
      onConfirm={() => read.success && props.onRecord({ outcome: 'missing', reason: read.data })}
    >
      <Text size="sm">
        {t`Record it only after looking in the printer, on both stacks and on the floor. The sheet never verifies, also when it is found later. The certificate of ${sheet.studentName} goes back to the print queue.`}
      </Text>
      <TextInput
        label={t`Where it was looked for`}
        required
        data-autofocus
        maxLength={200}
        value={remark}
        onChange={(event) => setRemark(event.currentTarget.value)}
        onKeyDown={(event) => {
          // A held M opened the question; it is no remark.
          if (event.repeat && remark === '') event.preventDefault();
        }}
      />
    </Question>
  );
}

function TakeBackDialog({ sheet, ...props }: QuestionProps) {
  return (
    <Question
      {...props}
      act="takeBack"
      title={t`Take back the outcome of sheet ${sheet.position}, ${sheet.blankSerial}?`}
      confirmLabel={t`Take back`}
      reason={null}
      onConfirm={props.onTakeBack}
    >
      <Text size="sm">{whatIsTakenBack(sheet)}</Text>
    </Question>
  );
}

function whatIsTakenBack({ outcome, copyNumber, studentName: student }: Sheet): string {
  if (outcome !== 'good')
    return t`The sheet is bound to the certificate of ${student} again and needs an outcome.`;
  if (copyNumber === 0)
    return t`The certificate of ${student} is not printed any more: the sheet is bound again and needs an outcome. Until then it does not verify.`;
  return t`The sheet is bound again and needs an outcome. Until then it does not verify, and the copy of ${student} that it replaced is valid again.`;
}

/** One question by the grammar of irreversible acts. */
function Question(props: {
  act: SheetQuestion['act'];
  title: string;
  confirmLabel: string;
  reason: string | null;
  children: ReactNode;
  choiceCount?: number;
  onChoose?: (index: number) => void;
  onConfirm: () => void;
  onAct: (act: SheetAct) => void;
  onClose: () => void;
}) {
  const { act, reason } = props;
  const form = useRef<HTMLFormElement>(null);
  const confirm = () => reason === null && props.onConfirm();
  useIrreversibleKeys<SheetAct>({
    acts: sheetActs,
    isLook: () => false,
    onOpen: props.onAct,
    question: {
      act,
      choiceCount: props.choiceCount ?? 0,
      isPending: false,
      within: form,
      onChoose: (index) => props.onChoose?.(index),
      onConfirm: confirm,
      onClose: props.onClose,
    },
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    confirm();
  }

  return (
    <ConfirmDialog
      isOpen
      title={props.title}
      confirmLabel={props.confirmLabel}
      reason={reason}
      onConfirm={confirm}
      onCancel={props.onClose}
    >
      <form
        ref={form}
        className={classes.question}
        onSubmit={submit}
        noValidate
        tabIndex={-1}
        data-autofocus={act === 'missing' ? undefined : true}
        aria-label={props.title}
      >
        <Stack gap="sm">{props.children}</Stack>
      </form>
    </ConfirmDialog>
  );
}

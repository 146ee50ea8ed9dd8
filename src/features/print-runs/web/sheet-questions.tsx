import { Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { ReasonList } from '#features/applications/web/reason-list.tsx';
import { ConfirmDialog } from '#platform/web/components/dialog.tsx';
import type { KeyHelp } from '#platform/web/components/screen-registry.ts';
import { useIrreversibleKeys } from '#platform/web/components/use-shortcuts.ts';
import { t } from '#shared/words.ts';
import { MissingRemark, type Sheet, spoilReasons } from '../contract.ts';
import classes from './sheet-table.module.css';
import type { Recorded } from './use-outcomes.ts';

/** The run desk's keys also work in the dialog about one sheet, where the key of another act replaces it. */
export const sheetActs = { good: 'KeyG', spoilt: 'KeyS', missing: 'KeyM', takeBack: 'KeyT' } as const;

/** Their descriptions in the `?` help. */
export const sheetKeys = {
  move: { keys: ['↓', '↑'], what: t`The next sheet, the one before` },
  good: { keys: ['G'], what: t`Record the sheet as good` },
  spoilt: { keys: ['S'], what: t`Record the sheet as spoilt` },
  missing: { keys: ['M'], what: t`Record the sheet as missing` },
  takeBack: { keys: ['T'], what: t`Take its outcome back` },
} satisfies Record<keyof typeof sheetActs | 'move', KeyHelp>;
export type SheetAct = keyof typeof sheetActs;
export type SheetQuestion = { act: Exclude<SheetAct, 'good'>; sheet: Sheet };

/** Asks for what the key alone does not say, in the same way as other irreversible acts. */
export function SheetQuestionDialog(
  props: SheetQuestion & {
    onAct: (act: SheetAct) => void;
    onRecord: (recorded: Recorded) => void;
    onTakeBack: () => void;
    onClose: () => void;
  },
) {
  const { act, sheet } = props;
  const [spoiltBy, setSpoiltBy] = useState<(typeof spoilReasons)[number] | null>(null);
  const [remark, setRemark] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const read = MissingRemark.safeParse(remark);
  const question = {
    /** What happened to the sheet: a digit chooses, Enter records. */
    spoilt: {
      title: t`Record sheet ${sheet.position} (${sheet.blankSerial}) as spoilt?`,
      confirmLabel: t`Record as spoilt`,
      reason: spoiltBy === null ? t`Choose what happened.` : null,
      text: t`Keep the sheet: it stays in the books as spoilt. The certificate of ${sheet.studentName} goes back to the print queue and is printed in another run.`,
      field: (
        <ReasonList
          label={t`What happened`}
          choices={spoilReasons.map((value) => ({ value, label: value }))}
          chosen={spoiltBy === null ? [] : [spoiltBy]}
          isSingle
          onChoose={(value) => setSpoiltBy(value as typeof spoiltBy)}
        />
      ),
      onConfirm: () => spoiltBy && props.onRecord({ outcome: 'spoilt', reason: spoiltBy }),
    },
    /** For a sheet that cannot be found. */
    missing: {
      title: t`Record sheet ${sheet.position} (${sheet.blankSerial}) as missing?`,
      confirmLabel: t`Record as missing`,
      reason: read.success ? null : t`Enter where it was looked for.`,
      text: t`Record it only after looking in the printer, on both stacks and on the floor. The sheet never verifies, also when it is found later. The certificate of ${sheet.studentName} goes back to the print queue.`,
      field: (
        <TextInput
          label={t`Where it was looked for`}
          required
          data-autofocus
          maxLength={200}
          value={remark}
          onChange={(event) => setRemark(event.currentTarget.value)}
          onKeyDown={(event) => {
            // A held M opened the dialog; its repeats are not part of the remark.
            if (event.repeat && remark === '') event.preventDefault();
          }}
        />
      ),
      onConfirm: () => read.success && props.onRecord({ outcome: 'missing', reason: read.data }),
    },
    takeBack: {
      title: t`Take back the outcome of sheet ${sheet.position}, ${sheet.blankSerial}?`,
      confirmLabel: t`Take back`,
      reason: null,
      text: describeUndo(sheet),
      field: null,
      onConfirm: props.onTakeBack,
    },
  }[act];
  const confirm = () => question.reason === null && question.onConfirm();
  useIrreversibleKeys<SheetAct>({
    acts: sheetActs,
    isLook: () => false,
    onOpen: props.onAct,
    question: {
      act,
      choiceCount: act === 'spoilt' ? spoilReasons.length : 0,
      isPending: false,
      within: form,
      onChoose: (index) => setSpoiltBy(spoilReasons[index]!),
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
      hasKeys
      title={question.title}
      confirmLabel={question.confirmLabel}
      reason={question.reason}
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
        aria-label={question.title}
      >
        <Stack gap="sm">
          <Text size="sm">{question.text}</Text>
          {question.field}
        </Stack>
      </form>
    </ConfirmDialog>
  );
}

function describeUndo({ outcome, copyNumber, studentName: student }: Sheet): string {
  if (outcome !== 'good')
    return t`The sheet belongs to the certificate of ${student} again and needs an outcome.`;
  if (copyNumber === 0)
    return t`The certificate of ${student} is no longer printed, and the sheet needs an outcome again. Until then it does not verify.`;
  return t`The sheet needs an outcome again. Until then it does not verify, and the copy of ${student} that it replaced is valid again.`;
}

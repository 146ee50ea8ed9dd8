import { Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { ReasonList } from '#features/applications/web/reason-list.tsx';
import { formatSomeRanges, rangesOf, readSerial, splitSerial } from '#features/stock/serials.ts';
import { formatCount } from '#shared/money.ts';
import { t } from '#shared/words.ts';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { useScanner } from '#web/components/use-scanner.ts';
import { useShortcuts } from '#web/components/use-shortcuts.ts';
import { type Sheet, spoilReasons } from '../contract.ts';

export type SpoilReason = (typeof spoilReasons)[number];

/** What happened to one sheet: a digit chooses, Enter records. */
export function SpoilDialog(props: {
  sheet: Sheet;
  onConfirm: (reason: SpoilReason) => unknown;
  onClose: () => void;
}) {
  const [reason, setReason] = useState<SpoilReason | null>(null);
  const content = useRef<HTMLDivElement>(null);
  const confirm = () => reason && props.onConfirm(reason);
  useShortcuts(
    [
      ...spoilReasons.map((value, index) => ({
        codes: [`Digit${index + 1}`, `Numpad${index + 1}`],
        once: true,
        run: () => setReason(value),
      })),
      // However fast it comes: the dialog takes the focus a moment after it is there.
      { codes: ['Enter', 'NumpadEnter'], once: true, run: confirm },
    ],
    content,
  );
  return (
    <ConfirmDialog
      isOpen
      title={t`Sheet ${props.sheet.position}, ${props.sheet.blankSerial}, is spoilt?`}
      confirmLabel={t`Record as spoilt`}
      reason={reason === null ? t`Choose what happened.` : null}
      onConfirm={confirm}
      onCancel={props.onClose}
    >
      <Stack gap="sm" ref={content}>
        <Text size="sm">
          {t`The blank stays in the books as spoilt: keep the sheet. The certificate of ${props.sheet.studentName} goes back to the print queue and is printed in another run. This is not taken back.`}
        </Text>
        <ReasonList
          label={t`What happened`}
          choices={spoilReasons.map((value) => ({ value, label: value }))}
          chosen={reason === null ? [] : [reason]}
          isSingle
          onChoose={(value) => setReason(value as SpoilReason)}
        />
      </Stack>
    </ConfirmDialog>
  );
}

/** Asks up to which serial the stack is good; sheets in it that are spoilt were marked before and stay so. */
export function AllGoodDialog(props: {
  sheets: readonly Sheet[];
  onConfirm: (sheets: Sheet[]) => unknown;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState('');
  const { good, kept, reason } = readLast(props.sheets, typed);
  // What becomes good is read before it is recorded, so a scan only fills the field.
  useScanner({ accepts: (text) => splitSerial(readSerial(text)) !== null, onScan: setTyped });

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (reason === null) props.onConfirm(good);
  }

  return (
    <ConfirmDialog
      isOpen
      title={t`All good to which serial?`}
      confirmLabel={
        good.length === 1 ? t`Record 1 sheet as good` : t`Record ${formatCount(good.length)} sheets as good`
      }
      reason={reason}
      onConfirm={() => props.onConfirm(good)}
      onCancel={props.onClose}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <TextInput
            label={t`Last good serial`}
            description={t`Type or scan it. Mark the spoilt sheets before it first.`}
            required
            data-autofocus
            autoComplete="off"
            spellCheck={false}
            maxLength={20}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={typed !== '' && reason}
          />
          <Text size="sm" role="status">
            {reason === null && whatBecomesGood(good, kept)}
          </Text>
        </Stack>
      </form>
    </ConfirmDialog>
  );
}

function readLast(sheets: readonly Sheet[], typed: string) {
  const serial = readSerial(typed);
  const last = sheets.find((sheet) => sheet.blankSerial === serial);
  const upTo = last ? sheets.filter((sheet) => sheet.position <= last.position) : [];
  const good = upTo.filter((sheet) => sheet.outcome === null);
  const kept = upTo.filter((sheet) => sheet.outcome === 'spoilt');
  return { good, kept, reason: reasonAgainst() };

  function reasonAgainst(): string | null {
    if (serial === '') return t`Type or scan the last good serial.`;
    if (!last) return t`${serial} is not in this run.`;
    if (last.outcome === 'spoilt') return t`${serial} is spoilt. The last good serial comes before it.`;
    return good.length === 0 ? t`Every sheet up to ${serial} has an outcome.` : null;
  }
}

function whatBecomesGood(good: readonly Sheet[], kept: readonly Sheet[]): string {
  const serials = formatSomeRanges(rangesOf(good.map((sheet) => sheet.blankSerial)));
  const becomes =
    good.length === 1
      ? t`${serials} becomes good: its certificate is printed, and this is not taken back.`
      : t`${serials} become good: their certificates are printed, and this is not taken back.`;
  if (kept.length === 0) return becomes;
  const spoilt = formatSomeRanges(rangesOf(kept.map((sheet) => sheet.blankSerial)));
  return t`${becomes} Spoilt stays: ${spoilt}.`;
}

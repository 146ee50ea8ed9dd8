import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatSomeRanges, rangesOf, readSerial, splitSerial } from '#features/stock/serials.ts';
import { ConfirmForm } from '#platform/web/components/dialog.tsx';
import { useScanner } from '#platform/web/components/use-scanner.ts';
import { formatCount } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import type { Sheet } from '../contract.ts';

/** Asks up to which serial the stack is good; sheets already recorded as spoilt or missing stay so. */
export function AllGoodDialog(props: {
  sheets: readonly Sheet[];
  onConfirm: (sheets: Sheet[]) => unknown;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState('');
  const { good, kept, reason } = readLast(props.sheets, typed);
  // A scan only fills the field, so that the result can be read before it is recorded.
  useScanner({ accepts: (text) => splitSerial(text) !== null, onScan: setTyped });

  return (
    <ConfirmForm
      title={t`All good to which serial?`}
      confirmLabel={
        good.length === 1 ? t`Record 1 sheet as good` : t`Record ${formatCount(good.length)} sheets as good`
      }
      reason={reason}
      onConfirm={() => props.onConfirm(good)}
      onCancel={props.onClose}
    >
      <TextInput
        label={t`Last good serial`}
        description={t`Enter or scan it. Mark the spoilt and missing sheets before it first.`}
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
        {reason === null && summaryOf(good, kept)}
      </Text>
    </ConfirmForm>
  );
}

function readLast(sheets: readonly Sheet[], typed: string) {
  const serial = readSerial(typed);
  const last = sheets.find((sheet) => sheet.blankSerial === serial);
  const upTo = last ? sheets.filter((sheet) => sheet.position <= last.position) : [];
  const good = upTo.filter((sheet) => sheet.outcome === null);
  const kept = upTo.filter((sheet) => sheet.outcome === 'spoilt' || sheet.outcome === 'missing');
  return { good, kept, reason: reasonAgainst() };

  function reasonAgainst(): string | null {
    if (serial === '') return t`Enter or scan the last good serial.`;
    if (!last) return t`${serial} is not in this run.`;
    if (last.outcome === 'spoilt') return t`${serial} is spoilt. The last good serial comes before it.`;
    if (last.outcome === 'missing') return t`${serial} is missing. The last good serial comes before it.`;
    return good.length === 0 ? t`Every sheet up to ${serial} has an outcome.` : null;
  }
}

function summaryOf(good: readonly Sheet[], kept: readonly Sheet[]): string {
  const serials = formatSomeRanges(rangesOf(good.map((sheet) => sheet.blankSerial)));
  const becomes =
    good.length === 1
      ? t`${serials} becomes good: its certificate is printed.`
      : t`${serials} become good: their certificates are printed.`;
  if (kept.length === 0) return becomes;
  const stay = formatSomeRanges(rangesOf(kept.map((sheet) => sheet.blankSerial)));
  return t`${becomes} Spoilt or missing stays: ${stay}.`;
}

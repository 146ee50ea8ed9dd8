import { Textarea } from '@mantine/core';
import { isEnter } from '#platform/web/components/irreversible-keys.ts';
import { formatCount } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import { faultySentence, maximumSheetsPerAct, parseSerials, type SerialRange, sheetsIn } from '../serials.ts';

/** A field for serials, typed or scanned, with the number of sheets below. */
export function SerialsInput(props: {
  value: string;
  onChange: (text: string) => void;
  description?: string;
  /** Enter, of a scanner as well; Shift and Enter begin a line. Without it Enter does, as a dialog has its own button. */
  onEnter?: () => void;
}) {
  const { ranges, faulty } = parseSerials(props.value);
  const count = sheetsIn(ranges);
  return (
    <Textarea
      label={t`Serials`}
      description={props.description ?? t`Single ones or ranges, for example A001001-A001050, A001060.`}
      required
      autosize
      minRows={2}
      maxRows={6}
      data-autofocus
      spellCheck={false}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (!props.onEnter || !isEnter(event) || event.shiftKey) return;
        event.preventDefault();
        if (!event.repeat) props.onEnter();
      }}
      error={faulty && faultySentence(faulty)}
      inputWrapperOrder={['label', 'description', 'input', 'error']}
      rightSectionWidth={90}
      rightSection={count > 0 ? <small>{t`${formatCount(count)} sheets`}</small> : undefined}
    />
  );
}

/** Why nothing else may be done before what is typed is entered; null while nothing is. */
export function whyUnentered(text: string): string | null {
  if (text.trim() === '') return null;
  const { ranges, faulty } = parseSerials(text);
  if (faulty !== null) return faultySentence(faulty);
  const count = sheetsIn(ranges);
  return count === 1
    ? t`1 sheet is typed but not entered. Enter it or clear the field first.`
    : t`${formatCount(count)} sheets are typed but not entered. Enter them or clear the field first.`;
}

/** The typed serials, or why they cannot be used yet. */
export function readSerials(text: string): { ranges: SerialRange[]; reason: string | null } {
  const { ranges, faulty } = parseSerials(text);
  if (faulty !== null) return { ranges, reason: faultySentence(faulty) };
  if (ranges.length === 0) return { ranges, reason: t`Enter the serial numbers.` };
  return {
    ranges,
    reason: sheetsIn(ranges) > maximumSheetsPerAct ? t`At most 20,000 sheets at a time.` : null,
  };
}

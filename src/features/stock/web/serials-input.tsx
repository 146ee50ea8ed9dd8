import { Textarea } from '@mantine/core';
import { formatCount } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import { faultySentence, maximumSheetsPerAct, parseSerials, type SerialRange, sheetsIn } from '../serials.ts';

/** A field for serials, typed or scanned, with the number of sheets below. */
export function SerialsInput(props: {
  value: string;
  onChange: (text: string) => void;
  description?: string;
}) {
  const { ranges, faulty } = parseSerials(props.value);
  const count = sheetsIn(ranges);
  return (
    <Textarea
      label={t`Serials`}
      description={props.description ?? t`Single ones or ranges, such as A001001-A001050, A001060.`}
      required
      autosize
      minRows={2}
      maxRows={6}
      data-autofocus
      spellCheck={false}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      error={faulty && faultySentence(faulty)}
      inputWrapperOrder={['label', 'description', 'input', 'error']}
      rightSectionWidth={90}
      rightSection={count > 0 ? <small>{t`${formatCount(count)} sheets`}</small> : undefined}
    />
  );
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

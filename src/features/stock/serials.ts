import { z } from 'zod';
import { typedNumber } from '#shared/fields.ts';
import { numberText } from '#shared/number-text.ts';
import { bareNumber } from '#shared/typed-number.ts';
import { t } from '#shared/words.ts';

/** Consecutive serials of one prefix, both ends included. */
export type SerialRange = { prefix: string; first: number; last: number };

/** The letters before the number printed on the blank. */
export const SerialPrefix = typedNumber()
  .trim()
  .regex(/^[A-Z]{1,4}$/, t`One to four capital letters.`);

export const highestSerial = 999_999;

/** The most sheets that one act moves. */
export const maximumSheetsPerAct = 20_000;

export const SerialRange = z
  .object({
    prefix: SerialPrefix,
    first: z.number().int().min(1).max(highestSerial),
    last: z.number().int().min(1).max(highestSerial),
  })
  .refine(({ first, last }) => first <= last, {
    path: ['last'],
    message: t`The last serial must be after the first.`,
  });

/** Consecutive serials in a displayed row. */
export const Serials = z.object({
  firstSerial: z.string(),
  lastSerial: z.string(),
  quantity: z.number().int(),
});

/** The serials in an act's input. */
export const SerialRanges = z
  .array(SerialRange)
  .min(1, t`Enter the serial numbers.`)
  .max(200)
  .transform((ranges) => mergeRanges(ranges))
  .refine((ranges) => sheetsIn(ranges) <= maximumSheetsPerAct, t`At most 20,000 sheets at a time.`);

/** `A` + 123 → `A000123`, as printed on the blank. With six digits, serials sort as text in numeric order. */
export function formatSerial(prefix: string, number: number): string {
  return numberText(prefix, number);
}

/** Such as `A000001–A000050`, or a single serial. */
export function formatRange({ prefix, first, last }: SerialRange): string {
  const start = formatSerial(prefix, first);
  return first === last ? start : `${start}–${formatSerial(prefix, last)}`;
}

export function formatRanges(ranges: readonly SerialRange[]): string {
  return ranges.map(formatRange).join(', ');
}

/** The first ranges in full, and how many serials follow. */
export function formatSomeRanges(ranges: readonly SerialRange[], shown = 3): string {
  const rest = sheetsIn(ranges.slice(shown));
  const start = formatRanges(ranges.slice(0, shown));
  return rest === 0 ? start : t`${start} and ${rest} more`;
}

export function sheetsIn(ranges: readonly SerialRange[]): number {
  return ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
}

export function numbersIn({ first, last }: SerialRange): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

export function serialsIn(ranges: readonly SerialRange[]): string[] {
  return ranges.flatMap((range) => numbersIn(range).map((number) => formatSerial(range.prefix, number)));
}

/** The same serials sorted, without duplicates, in the fewest ranges. */
export function mergeRanges(ranges: readonly SerialRange[]): SerialRange[] {
  const merged: SerialRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.prefix.localeCompare(b.prefix) || a.first - b.first)) {
    const before = merged.at(-1);
    if (before && before.prefix === range.prefix && range.first <= before.last + 1) {
      before.last = Math.max(before.last, range.last);
    } else {
      merged.push({ ...range });
    }
  }
  return merged;
}

/** Combines single serials into ranges. */
export function rangesOf(serials: readonly string[]): SerialRange[] {
  return mergeRanges(
    serials.map((serial) => {
      const { prefix, number } = splitSerial(serial)!;
      return { prefix, first: number, last: number };
    }),
  );
}

export function splitSerial(serial: string): { prefix: string; number: number } | null {
  const parts = /^([A-Z]{1,4})(\d{1,6})$/.exec(bareSerial(serial));
  return parts && Number(parts[2]) > 0 ? { prefix: parts[1]!, number: Number(parts[2]) } : null;
}

/** A serial as printed on the blank: ` a 1001` → `A001001`. Other text is returned in upper case without spaces. */
export function readSerial(typed: string): string {
  const parts = splitSerial(typed);
  return parts ? formatSerial(parts.prefix, parts.number) : bareSerial(typed);
}

/** A serial, or its beginning, without what people write around it: ` No. a 10` → `A10`. */
export function bareSerial(typed: string): string {
  return bareNumber(typed).toUpperCase().replace(/\s/g, '');
}

/**
 * Parses typed or scanned serials: `A001001-A001050, A001060`. The end of a range may omit the prefix. `faulty` is the
 * first unreadable part.
 */
export function parseSerials(text: string): { ranges: SerialRange[]; faulty: string | null } {
  const ranges: SerialRange[] = [];
  for (const part of bareNumber(text)
    .toUpperCase()
    .replace(/\s*(?:-|\bTO\b)\s*/g, '-')
    .split(/[\s,;]+/)) {
    if (part === '') continue;
    const [start = '', end] = part.split('-');
    const first = splitSerial(start);
    const last = end === undefined ? first : splitSerial(/^\d/.test(end) ? `${first?.prefix}${end}` : end);
    if (!first || !last || first.prefix !== last.prefix || first.number > last.number) {
      return { ranges: [], faulty: part };
    }
    ranges.push({ prefix: first.prefix, first: first.number, last: last.number });
  }
  return { ranges: mergeRanges(ranges), faulty: null };
}

export function faultySentence(faulty: string): string {
  return t`'${faulty}' is not a valid serial number, for example A001017.`;
}

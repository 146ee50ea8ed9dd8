import { z } from 'zod';
import './schema-sentences.ts';
import { t } from '#shared/words.ts';
import { containsAadhaar, maskAadhaar } from './aadhaar.ts';
import { findDisguisedLetter, findForeignLetter, findHidden, withoutInvisible } from './characters.ts';
import { type DataArgument, type ErrorCode, type ErrorData, errorSentence } from './errors.ts';
import { type RecordKind, recordKinds } from './record-kinds.ts';
import { findDamage } from './spreadsheet-damage.ts';
import { plainNumber } from './typed-number.ts';

/**
 * Text as people type and paste it, in forms, operations and uploads. What nobody sees in it is removed; letters that
 * only look Latin and Aadhaar numbers are refused. A field whose numbers may look like one is a `typedNumber()`,
 * listed in `numberFields` of aadhaar.ts.
 */
export function typedText() {
  return z
    .string()
    .overwrite(withoutInvisible)
    .check(({ value, issues }) => {
      const letter = findDisguisedLetter(value);
      const fault =
        hiddenFault(value) ??
        (letter && faultOf('request.foreign_letter', letter)) ??
        (containsAadhaar(value) ? faultOf('request.aadhaar_number') : null);
      if (fault) issues.push({ ...fault, input: value });
    });
}

/** An identifying number or a code in plain characters, `plainNumber`, without letters that only look Latin. */
export function typedNumber() {
  return z
    .string()
    .overwrite(plainNumber)
    .check(({ value, issues }) => {
      const letter = findForeignLetter(value);
      const fault = hiddenFault(value) ?? (letter && faultOf('request.foreign_letter', letter));
      if (fault) issues.push({ ...fault, input: value });
    });
}

/** An email address. */
export function typedEmail(sentence: string) {
  return typedNumber().trim().regex(z.regexes.email, sentence).meta({ format: 'email' });
}

function hiddenFault(text: string) {
  const character = findHidden(text);
  return character === null ? null : faultOf('request.hidden_characters', { character });
}

/** An issue of a schema by a code of the table of errors; further rules of the field are not asked. */
function faultOf<Code extends ErrorCode>(code: Code, ...[data]: DataArgument<Code>) {
  const message = errorSentence(code, data as ErrorData<Code>);
  return { code: 'custom', message, params: { code, data }, continue: false } as const;
}

/** The name of an uploaded file; Aadhaar numbers in it are masked. */
export const FileName = z.string().overwrite(withoutInvisible).trim().min(1).max(200).overwrite(maskAadhaar);

/** A record's id: a UUID, version 7, so that ids sort by creation time. */
export const Id = z.uuid();

/** `yyyy-mm-dd`. */
export const Day = z.iso.date(t`Enter the date as dd/mm/yyyy.`);

/** `yyyy-mm`. */
export const Month = z
  .string()
  .regex(/^(?:19|20)\d{2}-(?:0[1-9]|1[0-2])$/, t`Enter month and year as mm/yyyy.`);

/** ISO 8601 with offset. */
export const Moment = z.iso.datetime({ offset: true });

export const Rupees = z.number().int(t`Whole rupees, without paise.`).min(0).max(100_000_000);

/** Whole rupees above zero; the sentence is the message of the field. */
export function positiveRupees(sentence: string) {
  return z.number(sentence).int(t`Whole rupees, without paise.`).min(1, sentence).max(100_000_000);
}

/** An identifying number that no spreadsheet program has damaged. */
export function unchangedNumber(number: z.ZodString) {
  return number.refine(
    (text) => findDamage(text, 'number')?.level !== 'error',
    t`A spreadsheet program changed this number. Enter it as on the marks card.`,
  );
}

/** The version of the record that the caller read; a change is refused if it is not the newest. */
export const Version = z.number().int().positive();

/** A stored error: code, data and English message. */
export const Failure = z.object({ code: z.string(), data: z.unknown().optional(), message: z.string() });
export type Failure = z.infer<typeof Failure>;

/** An uploaded file: its bytes are at `/api/files/{id}`, its thumbnail at `/api/files/{id}/thumbnail`. */
export const FileReference = z.object({
  id: Id,
  name: z.string(),
  mediaType: z.string(),
  byteSize: z.number().int(),
});
export type FileReference = z.infer<typeof FileReference>;

export const pageSize = 100;

/** `<column>` ascending or `-<column>` descending. */
export function sortOf<const Columns extends readonly [string, ...string[]]>(columns: Columns) {
  const both = columns.flatMap((column) => [column, `-${column}`]) as [
    Columns[number] | `-${Columns[number]}`,
    ...(Columns[number] | `-${Columns[number]}`)[],
  ];
  return z.enum(both);
}

/**
 * A page of a list: `offset` is the position of its first row. The `cursor` of the previous page makes it fast; without
 * one (a jump of the scrollbar) rows are skipped to reach the position.
 */
export const PageRequest = z.object({
  offset: z.coerce.number().int().min(0).max(100_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(pageSize).default(pageSize),
  cursor: z.string().max(400).optional(),
});
export type PageRequest = z.infer<typeof PageRequest>;

/** Search text: a case-insensitive substring; empty matches all rows. */
export const SearchTerm = z.string().trim().max(100).default('');

/** The filters of a list that only has a search. */
export const Search = z.object({ search: SearchTerm });
export type Search = z.infer<typeof Search>;

/** Days in India, both inclusive. */
export const DayRange = z.object({ from: Day.optional(), to: Day.optional() });
export type DayRange = z.infer<typeof DayRange>;

/** The filters of a list by college and days, with a search. */
export const CollegeAndDayFilters = Search.extend({
  ...DayRange.shape,
  collegeId: z.literal('all').or(Id).default('all'),
});
export type CollegeAndDayFilters = z.infer<typeof CollegeAndDayFilters>;

/** A page of rows; `nextCursor` is null on the last one. */
export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.object({ rows: z.array(row), nextCursor: z.string().nullable() });
}

/** The exact number of filtered rows. */
export const RowCount = z.object({ count: z.number().int().min(0) });

/** The name of a kind in a contract, which may load before the features that declare kinds. */
export const KindName = z.lazy(() => z.enum(Object.keys(recordKinds) as [RecordKind]));

import type { z } from 'zod';
import type { SpreadsheetRow } from '#platform/server/spreadsheets/spreadsheet-row.ts';
import { inAllLanguages } from '#platform/server/words/in-language.ts';
import { maskAadhaar, numberFields } from '#shared/aadhaar.ts';
import { awardRecord } from '#shared/award-record.ts';
import { crossFieldErrors, type FieldValue } from '#shared/declared-field.ts';
import { formatCount } from '#shared/format.ts';
import { findSpreadsheetDamage, type SpreadsheetDamage } from '#shared/spreadsheet-damage.ts';
import {
  type ColumnMapping,
  declaredFields,
  type ExpectedColumn,
  expectedColumns,
  type FaultCode,
  type ImportKind,
} from '../contract.ts';
import { openingFaults } from '../opening-balances.ts';
import { simplify } from '../rules.ts';
import { noValues, type StagedValues, stagedValues } from './staged-values.ts';

type RowFault = { field: string | null; code: FaultCode; found: string; wanted: string };

/** A row as the form would save it; a value is null if its rule rejects it. */
export type StagedRow = {
  number: number;
  cells: string[];
  values: StagedValues;
  faults: RowFault[];
};

const maximumFoundLength = 200;
/** Numbers that are identifiers, which spreadsheet programs mistake for amounts and dates. */
const namingNumbers: ReadonlySet<string> = new Set([
  'code',
  'registrationNumber',
  'examRollNumber',
  'contactNumber',
  'number',
  'serial',
  'firstSerial',
  'lastSerial',
  ...Object.entries(awardRecord).flatMap(([name, field]) => ('isNumber' in field ? [name] : [])),
]);
const remedy = 'Format the column as Text, paste the numbers again from where they came, and save.';
const unchanged: Record<SpreadsheetDamage, string> = {
  exponent: `The number itself: the spreadsheet program rounded it and wrote it with an exponent. ${remedy}`,
  date: `The number itself: the spreadsheet program turned it into a date. ${remedy}`,
};
/** Applies the rules that need no other row. */
export function readRow(
  row: SpreadsheetRow,
  sheet: { kind: ImportKind; columns: ColumnMapping; headerCount: number },
): StagedRow {
  const cells = row.cells.map((cell) => cell.replaceAll('\0', '\uFFFD').toWellFormed());
  const staged: StagedRow = {
    number: row.number,
    cells: withoutAadhaar(cells, sheet.columns),
    values: { ...noValues },
    faults: [],
  };
  const values: StagedValues = {};
  const surplus = cells.slice(sheet.headerCount);
  if (surplus.some((cell) => cell.trim() !== '') || cells.length < sheet.headerCount) {
    staged.faults.push({
      field: null,
      code: 'cells',
      found: shortened(`${cells.length} cells: ${staged.cells.join(' | ')}`),
      wanted: `${sheet.headerCount} cells, as in the header.`,
    });
    return staged;
  }
  const cellOf = (field: string) => {
    const place = sheet.columns[field] ?? null;
    return place === null ? '' : cells[place]!.replace(/\s+/gu, ' ').trim();
  };
  for (const { field, rule, isRequired, words } of expectedColumns[sheet.kind]) {
    const cell = cellOf(field);
    if (cell === '' && !isRequired) continue;
    const read = readCell(words ? inEnglish(cell, words) : cell, field, rule);
    if ('value' in read) values[field] = read.value;
    else staged.faults.push({ field, found: foundIn(field, cell), ...read });
  }
  const between =
    staged.faults.length > 0
      ? []
      : [...crossFieldErrors(declaredFields[sheet.kind], values), ...openingFaults(sheet.kind, values)];
  for (const { name: field, sentence: wanted } of between)
    staged.faults.push({ field, code: 'format', found: foundIn(field, cellOf(field)), wanted });
  staged.values = stagedValues(sheet.kind, values);
  return staged;
}

/** Translates a label, or several separated by `|`, from any language of the portal. */
function inEnglish(cell: string, words: readonly string[]): string {
  const meant = (written: string) =>
    words.find((word) => inAllLanguages(word).some((said) => simplify(said) === simplify(written)));
  return cell
    .split('|')
    .map((part) => meant(part) ?? part)
    .join('|');
}

/** The cells to store: Aadhaar numbers are masked, except in columns of other numbers. */
function withoutAadhaar(cells: string[], columns: ColumnMapping): string[] {
  const ofNumbers = new Set(
    Object.entries(columns).flatMap(([field, place]) => (numberFields.has(field) ? [place] : [])),
  );
  return cells.map((cell, place) => (ofNumbers.has(place) ? cell : maskAadhaar(cell)));
}

function foundIn(field: string, cell: string): string {
  return shortened(numberFields.has(field) ? cell : maskAadhaar(cell));
}

/** The parsed value of a cell, or its fault. */
function readCell(
  cell: string,
  field: string,
  rule: ExpectedColumn['rule'],
): { value: FieldValue } | Pick<RowFault, 'code' | 'wanted'> {
  if (/\p{Cc}|\uFFFD/u.test(cell))
    return {
      code: 'unreadable',
      wanted: 'Readable characters; these were garbled before the file was saved.',
    };
  const damage = findDamage(cell, field);
  if (damage) return { code: 'spreadsheet', wanted: unchanged[damage] };
  const parsed = rule.safeParse(cell);
  if (parsed.success) return { value: parsed.data };
  const issue = parsed.error.issues[0]!;
  const isTooLong = issue.code === 'too_big' && issue.origin === 'string';
  const code = cell === '' ? 'missing' : isTooLong ? 'too_long' : 'format';
  return { code, wanted: wantedBy(issue, cell) };
}

/** A college code may look like a date: `MAY-01`. */
function findDamage(cell: string, field: string): SpreadsheetDamage | null {
  const damage = namingNumbers.has(field) ? findSpreadsheetDamage(cell) : null;
  return field === 'code' && damage === 'date' ? null : damage;
}

function wantedBy(issue: z.core.$ZodIssue, cell: string): string {
  if (issue.code !== 'too_big') return issue.message;
  const most = formatCount(Number(issue.maximum));
  return issue.origin === 'string'
    ? `At most ${most} characters; these are ${cell.length}.`
    : `At most ${most}.`;
}

function shortened(text: string): string {
  return text.length > maximumFoundLength ? `${text.slice(0, maximumFoundLength - 1)}…` : text;
}

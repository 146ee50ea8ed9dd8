import type { z } from 'zod';
import type { SpreadsheetRow } from '#platform/server/spreadsheets/spreadsheet-row.ts';
import { inAllLanguages } from '#platform/server/words/in-language.ts';
import { maskAadhaar, numberFields } from '#shared/aadhaar.ts';
import { crossFieldErrors, type FieldValue, unprintableIn } from '#shared/declared-field.ts';
import { formatCount } from '#shared/format.ts';
import { type PrintedScript, unprintableSentence } from '#shared/printed-scripts.ts';
import { findDamage } from '#shared/spreadsheet-damage.ts';
import { withoutMidnight } from '#shared/written-day.ts';
import {
  type ColumnMapping,
  declaredFields,
  type ExpectedColumn,
  expectedColumns,
  type Fault,
  type ImportKind,
} from '../contract.ts';
import { openingFaults } from '../opening-balances.ts';
import { simplify } from '../rules.ts';
import { noValues, type StagedValues, stagedValues } from './staged-values.ts';

export type RowFault = Pick<Fault, 'field' | 'level' | 'code' | 'found' | 'wanted'>;

/** A row as the form would save it; a value is null if its rule rejects it. */
export type StagedRow = {
  number: number;
  cells: string[];
  datePlaces: number[] | null;
  values: StagedValues;
  faults: RowFault[];
};

const maximumFoundLength = 200;

/** Applies the rules that need no other row. */
export function readRow(
  row: SpreadsheetRow,
  sheet: {
    kind: ImportKind;
    columns: ColumnMapping;
    headerCount: number;
    isCsv: boolean;
    scripts: readonly PrintedScript[];
  },
): StagedRow {
  const { cells } = row;
  const staged: StagedRow = {
    number: row.number,
    cells: withoutAadhaar(cells, sheet.columns),
    datePlaces: row.dates?.length ? row.dates : null,
    values: { ...noValues },
    faults: [],
  };
  const values: StagedValues = {};
  const surplus = cells.slice(sheet.headerCount);
  // A workbook has no cell where nothing stands; programs leave out only empty last cells of a CSV row.
  const isShort =
    sheet.isCsv &&
    expectedColumns[sheet.kind].some(
      ({ field, isRequired }) => isRequired && (sheet.columns[field] ?? 0) >= cells.length,
    );
  if (surplus.some((cell) => cell.trim() !== '') || isShort) {
    staged.faults.push({
      field: null,
      level: 'error',
      code: 'cells',
      found: shortened(`${cells.length} cells: ${staged.cells.join(' | ')}`),
      wanted: `${sheet.headerCount} cells, as in the header.`,
    });
    return staged;
  }
  const cellOf = (field: string) => {
    const place = sheet.columns[field] ?? null;
    return place === null ? '' : bareCell(cells[place]);
  };
  for (const column of expectedColumns[sheet.kind]) {
    const { field } = column;
    const cell = cellOf(field);
    if (cell === '' && !column.isRequired) continue;
    const read = readCell(cell, column);
    if ('value' in read) values[field] = read.value;
    const fault = letterFault(column, values[field] ?? '', sheet.scripts) ?? read.fault;
    if (fault) staged.faults.push({ field, found: foundIn(field, cell), ...fault });
  }
  const between = staged.faults.some(({ level }) => level === 'error')
    ? []
    : [...crossFieldErrors(declaredFields[sheet.kind], values), ...openingFaults(sheet.kind, values)];
  for (const { name: field, sentence: wanted } of between)
    staged.faults.push({
      field,
      level: 'error',
      code: 'format',
      found: foundIn(field, cellOf(field)),
      wanted,
    });
  staged.values = stagedValues(sheet.kind, values);
  return staged;
}

export function bareCell(cell = ''): string {
  return cell.replace(/\s+/gu, ' ').trim();
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

export function foundIn(field: string, cell: string): string {
  return shortened(numberFields.has(field) ? cell : maskAadhaar(cell));
}

type CellFault = Pick<RowFault, 'level' | 'code' | 'wanted'>;

/** The parsed value of a cell, with a warning if it is doubtful; or its error. */
export function readCell(
  found: string,
  { holds, rule, words }: ExpectedColumn,
): { value: FieldValue; fault: CellFault | null } | { fault: CellFault } {
  const cell = holds === 'day' ? withoutMidnight(found) : found;
  const damage = findDamage(cell, holds);
  if (damage?.level === 'error') return { fault: damage };
  const parsed = rule.safeParse(words ? inEnglish(cell, words) : cell);
  // One of a list of words is not doubtful.
  if (parsed.success) return { value: parsed.data, fault: words ? null : damage };
  const issue = parsed.error.issues[0]!;
  const isTooLong = issue.code === 'too_big' && issue.origin === 'string';
  const code = cell === '' ? 'missing' : isTooLong ? 'too_long' : 'format';
  return { fault: { level: 'error', code, wanted: wantedBy(issue, cell) } };
}

/** A letter that the university's certificates cannot print. */
function letterFault(
  { isPrinted }: ExpectedColumn,
  value: FieldValue,
  scripts: readonly PrintedScript[],
): CellFault | null {
  const found = isPrinted ? unprintableIn(value, scripts) : null;
  return found && { level: 'error', code: 'format', wanted: unprintableSentence(found, scripts) };
}

function wantedBy(issue: z.core.$ZodIssue, cell: string): string {
  if (issue.code !== 'too_big') return issue.message;
  const most = formatCount(Number(issue.maximum));
  return issue.origin === 'string'
    ? `At most ${most} characters; these are ${cell.length}.`
    : `At most ${most}.`;
}

export function shortened(text: string): string {
  return text.length > maximumFoundLength ? `${text.slice(0, maximumFoundLength - 1)}…` : text;
}

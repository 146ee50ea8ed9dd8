import { z } from 'zod';
import { CollegeEntry } from '#features/colleges/contract.ts';
import { StudentEntry } from '#features/students/contract.ts';
import type { SheetRow } from '#platform/server/sheets/sheet-row.ts';
import { positiveRupees } from '#shared/identifiers.ts';
import { formatCount } from '#shared/money.ts';
import { findSpreadsheetDamage, type SpreadsheetDamage } from '#shared/spreadsheet-damage.ts';
import { type ColumnMapping, type FaultCode, type ImportKind, wantedColumns } from '../contract.ts';

/** What the form would save of a row; null where it would refuse. */
export type StagedRow = {
  number: number;
  cells: string[];
  code: string | null;
  name: string | null;
  address: string | null;
  registrationNumber: string | null;
  examRollNumber: string | null;
  nameNative: string | null;
  contactNumber: string | null;
  convocationFee: number | null;
  email: string | null;
  faults: RowFault[];
};

type RowFault = { field: string | null; code: FaultCode; found: string; wanted: string };

const longestFound = 200;
/** Numbers that are names: spreadsheet programs take them for amounts and dates. */
const namingNumbers: ReadonlySet<string> = new Set([
  'code',
  'registrationNumber',
  'examRollNumber',
  'contactNumber',
]);
const mending = 'Format the column as Text, paste the numbers again from where they came, and save.';
const unchanged: Record<SpreadsheetDamage, string> = {
  exponent: `The number itself: the spreadsheet program rounded it and wrote it with an exponent. ${mending}`,
  date: `The number itself: the spreadsheet program turned it into a date. ${mending}`,
};
const absent = {
  code: null,
  name: null,
  address: null,
  registrationNumber: null,
  examRollNumber: null,
  nameNative: null,
  contactNumber: null,
  convocationFee: null,
  email: null,
};

const collegeCode = z
  .string()
  .transform((code) => code.replaceAll(' ', '').toUpperCase())
  .pipe(z.string().min(1, 'The code of a college, such as COL001.').max(12));

/** `₹1,200`, `Rs. 1200/-` and `1200.00` are whole rupees, too. */
const writtenRupees = z
  .string()
  .transform((fee) => fee.replace(/^(₹|rs\.?|inr)/i, '').replace(/[\s,]|\/-$|\.0+$/g, ''))
  .pipe(z.string().regex(/^\d+$/, 'Whole rupees, such as 700.'))
  .transform(Number)
  .pipe(positiveRupees('The fee must be more than zero.'));

/** The rules of the forms, field by field: what a form refuses, an upload refuses with the same sentence. */
const fieldRules: Record<ImportKind, Record<string, z.ZodType<string | number>>> = {
  students: {
    code: collegeCode,
    registrationNumber: StudentEntry.shape.registrationNumber,
    examRollNumber: StudentEntry.shape.examRollNumber,
    name: StudentEntry.shape.name,
    nameNative: StudentEntry.shape.nameNative,
    address: StudentEntry.shape.address,
  },
  colleges: {
    code: CollegeEntry.shape.code,
    name: CollegeEntry.shape.name,
    contactNumber: CollegeEntry.shape.contactNumber,
    address: CollegeEntry.shape.address,
    convocationFee: writtenRupees,
    email: CollegeEntry.shape.email,
  },
};

/** Holds one row of a file to the rules that need no other row. */
export function readRow(
  row: SheetRow,
  sheet: { kind: ImportKind; columns: ColumnMapping; headerCount: number },
): StagedRow {
  const cells = row.cells.map((cell) => cell.replaceAll('\0', '\uFFFD').toWellFormed());
  const staged: StagedRow = { number: row.number, cells, ...absent, faults: [] };
  const surplus = cells.slice(sheet.headerCount);
  if (surplus.some((cell) => cell.trim() !== '') || cells.length < sheet.headerCount) {
    staged.faults.push({
      field: null,
      code: 'cells',
      found: shortened(`${cells.length} cells: ${cells.join(' | ')}`),
      wanted: `${sheet.headerCount} cells, as in the header.`,
    });
    return staged;
  }
  const values: Record<string, string | number | null> = {};
  for (const column of wantedColumns[sheet.kind]) {
    const place = sheet.columns[column.field] ?? null;
    const cell = place === null ? '' : cells[place]!.replace(/\s+/gu, ' ').trim();
    if (cell === '' && !column.isRequired) continue;
    const fault = faultOf(cell, fieldRules[sheet.kind][column.field]!, values, column.field);
    if (fault) staged.faults.push(fault);
  }
  return Object.assign(staged, values);
}

/** Keeps the value that the rule makes of a cell, or says what is wrong with it. */
function faultOf(
  cell: string,
  rule: z.ZodType<string | number>,
  values: Record<string, string | number | null>,
  field: string,
): RowFault | null {
  if (/\p{Cc}|\uFFFD/u.test(cell)) {
    const wanted = 'Readable characters; these were garbled before the file was saved.';
    return { field, code: 'unreadable', found: shortened(cell), wanted };
  }
  const damage = findDamage(cell, field);
  if (damage) return { field, code: 'spreadsheet', found: shortened(cell), wanted: unchanged[damage] };
  const parsed = rule.safeParse(cell);
  if (parsed.success) {
    values[field] = parsed.data;
    return null;
  }
  const issue = parsed.error.issues[0]!;
  const isTooLong = issue.code === 'too_big' && issue.origin === 'string';
  return {
    field,
    code: cell === '' ? 'missing' : isTooLong ? 'too_long' : 'format',
    found: shortened(cell),
    wanted: wantedBy(issue, cell),
  };
}

/** The code of a college may look like a date: `MAY-01`. */
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
  return text.length > longestFound ? `${text.slice(0, longestFound - 1)}…` : text;
}

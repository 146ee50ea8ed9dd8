import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { RequestContext } from '#platform/server/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { sha256Of, storeBytes } from '#platform/server/files/stored-files.ts';
import { readCsv } from '#platform/server/spreadsheets/csv.ts';
import { spreadsheetFormatOf } from '#platform/server/spreadsheets/spreadsheet-format.ts';
import type { SpreadsheetRow } from '#platform/server/spreadsheets/spreadsheet-row.ts';
import { openWorkbook } from '#platform/server/spreadsheets/xlsx.ts';
import { type SpreadsheetFormat, spreadsheetTypes } from '#shared/spreadsheet-format.ts';
import type { StatementColumns } from '../contract.ts';
import { missingFields } from '../rules.ts';
import { type ReceivedStatement, receiveBankStatement } from './commands/receive-bank-statement.ts';
import { readStatement } from './read-statement.ts';
import { findLayout, type StatementLayout } from './statement-layout.ts';

export type StatementFile = {
  fileName: string;
  bytes: Buffer;
  /** A person's answers for an unknown layout. */
  asked?: { headerRow: number; columns: StatementColumns };
};

/** The most faults that an error lists; with more, the file has another problem. */
const maximumFaults = 200;
/** Enough to detect the format. */
const startBytes = 64 * 1024;
/** Enough for a university's account over several years. */
const maximumLines = 20_000;
const maximumCharacters = 2_000 * maximumLines;

/**
 * Reads a bank's file and receives it. Nothing is written unless all of it can be read. A file received before is
 * recognised by its content and changes nothing.
 */
export async function importStatement(
  context: RequestContext,
  { fileName, bytes, asked }: StatementFile,
): Promise<ReceivedStatement & { isNew: boolean }> {
  const { db } = context.services;
  const sha256 = sha256Of(bytes);
  const earlier = await findByContent(db, sha256);
  if (earlier) return { ...earlier, isNew: false };

  if (bytes.length === 0) throw domainError('files.empty');
  const format = await spreadsheetFormatOf(bytes.subarray(0, startBytes));
  const rows = await rowsOf(bytes, format);
  const layout = await layoutOf(db, rows, asked);
  const read = readStatement(rows, layout);
  if (read.faults.length > 0) {
    throw domainError('bank_statements.faulty', {
      count: read.faults.length,
      faults: read.faults.slice(0, maximumFaults),
    });
  }
  if (read.lines.length === 0) throw domainError('bank_statements.empty');
  if (read.lines.length > maximumLines) throw domainError('bank_statements.too_many_lines');

  // Bytes before row: a crash in between leaves only unreferenced bytes.
  const stored = await storeBytes(context.services, {
    folder: 'bank-statements',
    mediaType: spreadsheetTypes[format],
    bytes,
  });
  const received = await receiveBankStatement(context, {
    fileName,
    sha256,
    stored,
    format,
    layout,
    read,
  });
  return { ...received, isNew: true };
}

async function findByContent(db: Db, sha256: string): Promise<ReceivedStatement | undefined> {
  const row = await db
    .selectFrom('bank_statements')
    .where('sha256', '=', sha256)
    .select(['id', 'repeated_count as repeated'])
    .select(sql<number>`line_count - repeated_count`.as('lines'))
    .executeTakeFirst();
  return row && { ...row, settled: 0 };
}

async function rowsOf(bytes: Buffer, format: SpreadsheetFormat): Promise<SpreadsheetRow[]> {
  const rows =
    format === 'xlsx'
      ? (await openWorkbook(Readable.from([bytes]))).rows
      : readCsv(Readable.from([bytes]), delimiterOf(bytes.toString('utf8')));
  const all: SpreadsheetRow[] = [];
  let characters = 0;
  for await (const row of rows) {
    for (const cell of row.cells) characters += cell.length + 1;
    // Blank rows and rows above the table are no entries, so twice the limit is allowed.
    if (all.length > 2 * maximumLines || characters > maximumCharacters) {
      throw domainError('bank_statements.too_many_lines');
    }
    all.push(row);
  }
  return all;
}

const delimiters = [',', '\t', ';', '|'];
const looksAtLines = 100;

/** The delimiter that splits the most lines into columns; addresses above the table contain commas too. */
function delimiterOf(text: string): string {
  const lines = text.replace(/"[^"\n]*"/g, '').split(/\r?\n/, looksAtLines);
  const cut = delimiters.map((delimiter) => lines.filter((line) => line.split(delimiter).length > 3).length);
  return delimiters[cut.indexOf(Math.max(...cut))]!;
}

/** A person's answer if given; else the names banks use; else the last answer for the same headers. */
async function layoutOf(
  db: Db,
  rows: readonly SpreadsheetRow[],
  asked: StatementFile['asked'],
): Promise<StatementLayout> {
  const found = findLayout(rows, asked);
  if (!found) throw domainError('bank_statements.no_header');
  if (asked) found.columns = asked.columns;
  if (missingFields(found.columns).length > 0 && !asked) {
    found.columns = (await columnsOfBefore(db, found.headers)) ?? found.columns;
  }
  if (missingFields(found.columns).length > 0) {
    throw domainError('bank_statements.columns_unknown', { ...found });
  }
  return found;
}

async function columnsOfBefore(db: Db, headers: string[]): Promise<StatementColumns | undefined> {
  const row = await db
    .selectFrom('bank_statements')
    .where(sql<boolean>`headers = ${headers}::text[]`)
    .orderBy('uploaded_at', 'desc')
    .select('columns')
    .executeTakeFirst();
  return row?.columns as StatementColumns | undefined;
}

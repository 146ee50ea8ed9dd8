import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { RequestContext } from '#platform/server/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { sha256Of, storeBytes } from '#platform/server/files/stored-files.ts';
import { detectDelimiter, readCsv } from '#platform/server/spreadsheets/csv.ts';
import { openTable } from '#platform/server/spreadsheets/open-table.ts';
import { spreadsheetFormatOf } from '#platform/server/spreadsheets/spreadsheet-format.ts';
import type { SpreadsheetRow } from '#platform/server/spreadsheets/spreadsheet-row.ts';
import { dayInIndia } from '#shared/format.ts';
import { type BankMessageFormat, type UploadFormat, uploadTypes } from '#shared/spreadsheet-format.ts';
import { withoutMidnight } from '#shared/written-day.ts';
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
  /** The sheet that a person chose of several. */
  sheet?: string;
};

type StatementFormat = UploadFormat | BankMessageFormat;
/** What was read of the file: `sheetName` and `hiddenSheets` of a workbook. */
export type StatementTable = {
  format: StatementFormat;
  rows: SpreadsheetRow[];
  sheetName: string | null;
  hiddenSheets: string[];
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
  { fileName, bytes, asked, sheet }: StatementFile,
): Promise<ReceivedStatement & { isNew: boolean }> {
  const { db } = context.services;
  const sha256 = sha256Of(bytes);
  const earlier = await findByContent(db, sha256);
  if (earlier) return { ...earlier, isNew: false };

  if (bytes.length === 0) throw domainError('files.empty');
  const { rows, ...table } = await openStatement(bytes, sheet);
  const layout = await layoutOf(db, rows, asked);
  const read = readStatement(rows, layout, dayInIndia(context.now ?? new Date()));
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
    mediaType: uploadTypes[table.format],
    bytes,
  });
  const received = await receiveBankStatement(context, { fileName, sha256, stored, layout, read, ...table });
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

async function openStatement(bytes: Buffer, sheet: string | undefined): Promise<StatementTable> {
  const start = bytes.subarray(0, startBytes);
  const format = bankMessageFormatOf(start) ?? (await spreadsheetFormatOf(start));
  const source = Readable.from([bytes]);
  if (format === 'csv') {
    const rows = await allOf(readCsv(source, detectDelimiter(start.toString('utf8'))));
    return { format, rows, sheetName: null, hiddenSheets: [] };
  }
  const request = { format, isOneNamed: true, ...(sheet !== undefined && { sheet }) };
  const { sheets, hiddenSheets, rows } = await openTable(source, request);
  return { format, rows: evened(await allOf(rows)), sheetName: sheet ?? sheets[0] ?? null, hiddenSheets };
}

/**
 * Cells of these formats have their columns by themselves, so empty ones at the end of a row mean nothing. Days that a
 * workbook ends some seconds early or late are whole days.
 */
function evened(rows: SpreadsheetRow[]): SpreadsheetRow[] {
  const count = Math.max(0, ...rows.map(({ cells }) => cells.length));
  return rows.map(({ dates, cells, ...row }) => ({
    ...row,
    ...(dates && { dates }),
    cells: Array.from({ length: count }, (_cell, place) =>
      dates?.includes(place) ? withoutMidnight(cells[place]!) : (cells[place] ?? ''),
    ),
  }));
}

/** MT940 and camt.053 by their first field and their namespace. */
function bankMessageFormatOf(start: Buffer): BankMessageFormat | null {
  const text = start.toString('utf8');
  if (/^\uFEFF?\s*(?:\{1:|:20:)/.test(text)) return 'mt940';
  return /^\uFEFF?\s*<[\s\S]*?\burn:iso:std:iso:20022:tech:xsd:camt\.053\b/.test(text) ? 'camt' : null;
}

async function allOf(rows: AsyncIterable<SpreadsheetRow>): Promise<SpreadsheetRow[]> {
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

import { sql } from 'kysely';
import type { RequestContext } from '#platform/server/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { sha256Of, storeBytes } from '#platform/server/files/stored-files.ts';
import type { SpreadsheetRow } from '#platform/server/spreadsheets/spreadsheet-row.ts';
import { dayInIndia } from '#shared/format.ts';
import { uploadTypes } from '#shared/spreadsheet-format.ts';
import type { StatementColumns } from '../contract.ts';
import { missingFields } from '../rules.ts';
import { type ReceivedStatement, receiveBankStatement } from './commands/receive-bank-statement.ts';
import { maximumLines, openStatement } from './open-statement.ts';
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

/** The most faults that an error lists; with more, the file has another problem. */
const maximumFaults = 200;

/**
 * Reads a bank's file and receives it. Nothing is written unless all of it can be read. A file received before is
 * recognised by its content and changes nothing.
 */
export async function importStatement(
  context: RequestContext,
  { fileName, bytes, asked, sheet }: StatementFile,
): Promise<ReceivedStatement & { isNew: boolean }> {
  const { db } = context.services;
  if (bytes.length === 0) throw domainError('files.empty');
  const { rows, ...table } = await openStatement(bytes, sheet);
  const sha256 = sha256Of(bytes);
  const earlier = await findByContent(db, { sha256, ...table });
  if (earlier) return { ...earlier, isNew: false };

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

async function findByContent(
  db: Db,
  { sha256, sheetName }: { sha256: string; sheetName: string | null },
): Promise<ReceivedStatement | undefined> {
  const row = await db
    .selectFrom('bank_statements')
    .where('sha256', '=', sha256)
    .where('sheet_name', 'is not distinct from', sheetName)
    .select(['id', 'repeated_count as repeated'])
    .select(sql<number>`line_count - repeated_count`.as('lines'))
    .executeTakeFirst();
  return row && { ...row, settled: 0 };
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

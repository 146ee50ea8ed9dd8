import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { type CommandTransaction, command } from '#platform/server/command.ts';
import { toRow } from '#platform/server/db/database.ts';
import { recordStored, type StoredFile } from '#platform/server/files/stored-files.ts';
import { assertWholeUniversity, lockOpenLines } from '../lock-line.ts';
import { findNewLines, type NewLine } from '../new-lines.ts';
import type { StatementTable } from '../open-statement.ts';
import type { ReadLine, ReadStatement } from '../read-line.ts';
import { settleAutomatically } from '../settle-lines.ts';
import type { StatementLayout } from '../statement-layout.ts';

/** A file read without faults; its bytes are already stored. */
export type CleanStatement = Omit<StatementTable, 'rows'> & {
  fileName: string;
  sha256: string;
  stored: StoredFile;
  layout: StatementLayout;
  read: ReadStatement;
};

export type ReceivedStatement = { id: string; lines: number; repeated: number; settled: number };

/** Receives a statement: stores the lines that no earlier one had, and settles those that match automatically. */
export const receiveBankStatement = command(
  'receiveBankStatement',
  async (transaction, input: CleanStatement): Promise<ReceivedStatement> => {
    const { db, audit } = transaction;
    assertWholeUniversity(db);
    // Two overlapping statements received at once would each miss the other's lines.
    await sql`select pg_advisory_xact_lock(hashtext('bank_statements'))`.execute(db);
    const { taken, repeated } = await findNewLines(db, input.read.lines);

    const id = uuid();
    await recordStored(db, [input.stored]);
    await insertStatement(transaction, { id, input, repeated });
    await insertLines(transaction, id, taken);
    const settled = await settleAutomatically(transaction, await lockOpenLines(db, id));

    const counts = { lines: taken.length, repeated: repeated.length, settled };
    audit({
      event: 'bank_statements.uploaded',
      record: { type: 'bank_statement', id, label: input.fileName },
      after: {
        sha256: input.sha256,
        isProvenByBalance: input.read.isProvenByBalance,
        ...(input.sheetName !== null && { sheetName: input.sheetName }),
        ...counts,
      },
    });
    return { id, ...counts };
  },
);

async function insertStatement(
  { db, actor, now }: CommandTransaction,
  { id, input, repeated }: { id: string; input: CleanStatement; repeated: readonly ReadLine[] },
): Promise<void> {
  const { read, layout } = input;
  const days = read.lines.map((line) => line.bookedOn).sort();
  await db
    .insertInto('bank_statements')
    .values({
      id,
      file_name: input.fileName,
      sha256: input.sha256,
      storage_key: input.stored.key,
      format: input.format,
      sheet_name: input.sheetName,
      hidden_sheets: input.hiddenSheets,
      is_proven_by_balance: read.isProvenByBalance,
      byte_size: input.stored.byteSize,
      headers: layout.headers,
      header_row: layout.headerRow,
      columns: JSON.stringify(layout.columns),
      first_day: days[0]!,
      last_day: days.at(-1)!,
      line_count: read.lines.length,
      repeated_count: repeated.length,
      credit_paise: sumOf(read.lines, 'credit'),
      debit_paise: sumOf(read.lines, 'debit'),
      repeated_credit_paise: sumOf(repeated, 'credit'),
      repeated_debit_paise: sumOf(repeated, 'debit'),
      uploaded_by: actor.id,
      uploaded_at: now,
    })
    .execute();
}

/** Lines per insert: an SQL statement has at most 65,535 parameters. */
const linesAtOnce = 2_000;

async function insertLines(
  { db }: CommandTransaction,
  statementId: string,
  lines: readonly NewLine[],
): Promise<void> {
  for (let first = 0; first < lines.length; first += linesAtOnce) {
    await db
      .insertInto('bank_statement_lines')
      .values(
        lines.slice(first, first + linesAtOnce).map((line, index) => ({
          id: uuid(),
          statement_id: statementId,
          position: first + index + 1,
          ...toRow(line),
        })),
      )
      .execute();
  }
}

function sumOf(lines: readonly ReadLine[], side: ReadLine['side']): number {
  return lines.reduce((sum, line) => (line.side === side ? sum + line.amountPaise : sum), 0);
}

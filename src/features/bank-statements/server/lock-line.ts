import { commandOf } from '#platform/server/command.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { RowOf } from '#platform/server/db/list-page.ts';
import { collegeOf } from '#platform/server/db/scope.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { bankStatementsContract } from '../contract.ts';
import type { LineState } from '../line-contract.ts';

export const lineCommand = commandOf<typeof bankStatementsContract>();

/** A statement has lines of every college, so people limited to one college may not see any. */
export function assertWholeUniversity(db: Db): void {
  if (collegeOf(db) !== null) throw domainError('bank_statements.university_only');
}

/** Locks the line's row until the transaction ends; always before any draft. */
export async function lockLine(db: Db, id: string) {
  assertWholeUniversity(db);
  const row = await lineRows(db)
    .where('bank_statement_lines.id', '=', id)
    .forUpdate('bank_statement_lines')
    .executeTakeFirstOrThrow(() => domainError('bank_statements.line_not_found'));
  return toLine(row);
}

/** Locks the open lines of a statement until the transaction ends, in the order of the file. */
export async function lockOpenLines(db: Db, statementId: string) {
  const rows = await lineRows(db)
    .where('bank_statement_lines.statement_id', '=', statementId)
    .where('bank_statement_lines.state', '=', 'open')
    .orderBy('bank_statement_lines.position')
    .forUpdate('bank_statement_lines')
    .execute();
  return rows.map(toLine);
}

export type LockedLine = Awaited<ReturnType<typeof lockLine>>;

/** How every audit event names a line. */
export function lineRecordOf(line: LockedLine) {
  return {
    record: {
      type: 'bank_statement_line' as const,
      id: line.id,
      label: `${line.file_name}, row ${line.row_number}`,
    },
  };
}

function lineRows(db: Db) {
  return db
    .selectFrom('bank_statement_lines')
    .innerJoin('bank_statements', 'bank_statements.id', 'bank_statement_lines.statement_id')
    .selectAll('bank_statement_lines')
    .select('bank_statements.file_name');
}

function toLine(row: RowOf<typeof lineRows>) {
  return {
    ...row,
    state: row.state as LineState,
    side: row.side as 'credit' | 'debit',
    valueDate: row.value_date,
    amountPaise: row.amount_paise,
  };
}

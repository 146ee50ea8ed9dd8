import { partOf } from '#platform/server/contract-part.ts';
import { bankStatementsLayout, statementLinesLayout } from '../columns.ts';
import { bankStatementsContract } from '../contract.ts';
import { matchBankStatement } from './commands/match-bank-statement.ts';
import { reopenLine } from './commands/reopen-line.ts';
import { returnDraftOfLine } from './commands/return-draft-of-line.ts';
import { setLineAside } from './commands/set-line-aside.ts';
import { settleStatementLine } from './commands/settle-statement-line.ts';
import { countStatementLines, listLineCandidates, listStatementLines } from './line-queries.ts';
import { bankStatements, getBankStatement } from './queries.ts';

export const bankStatementsPart = partOf(bankStatementsContract, {
  lists: { BankStatements: [bankStatements, bankStatementsLayout] },
  queries: {
    getBankStatement: (db, scope, { id }) => getBankStatement(db, scope, id),
    listStatementLines,
    countStatementLines,
    listLineCandidates: (db, scope, { id }) => listLineCandidates(db, scope, id),
  },
  commands: { matchBankStatement, settleStatementLine, returnDraftOfLine, setLineAside, reopenLine },
  layouts: {
    listStatementLines: [statementLinesLayout],
  },
});

import '../words.ts';
import { partOf } from '#platform/server/contract-part.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { bankStatementsLayout, statementLinesLayout } from '../columns.ts';
import { bankStatementsContract } from '../contract.ts';
import { matchBankStatement } from './commands/match-bank-statement.ts';
import { reopenLine } from './commands/reopen-line.ts';
import { returnDraftOfLine } from './commands/return-draft-of-line.ts';
import { setLineAside } from './commands/set-line-aside.ts';
import { settleStatementLine } from './commands/settle-statement-line.ts';
import { countStatementLines, listLineCandidates, listStatementLines } from './line-queries.ts';
import { bankStatements, getBankStatement } from './queries.ts';
import { realisedNotInStatementRule } from './rules/realised-not-in-statement.ts';
import { statementRoutes } from './statement-routes.ts';

const bankStatementsPart = partOf(bankStatementsContract, {
  lists: { BankStatements: [bankStatements, bankStatementsLayout] },
  queries: {
    getBankStatement: (db, { id }) => getBankStatement(db, id),
    listStatementLines,
    countStatementLines,
    listLineCandidates: (db, { id }) => listLineCandidates(db, id),
  },
  commands: { matchBankStatement, settleStatementLine, returnDraftOfLine, setLineAside, reopenLine },
  layouts: {
    listStatementLines: [statementLinesLayout],
  },
});

export const server: ServerFeature = {
  parts: { bankStatements: bankStatementsPart },
  scoped: { bank_statement_settlements: { column: 'demand_draft_id', of: 'demand_drafts' } },
  routes: statementRoutes,
  constraints: {
    bank_statements__file_once: 'bank_statements.uploaded_before',
    bank_statement_lines__taken_once: 'bank_statements.uploaded_before',
    bank_statement_lines__settles_once: 'bank_statements.not_open',
    bank_statement_settlements__draft_once: 'bank_statements.draft_has_line',
  },
  rules: [realisedNotInStatementRule],
};

import { implement } from '@orpc/server';
import { actorOf, type RequestContext } from '#platform/server/context.ts';
import { bankStatementsContract } from '../contract.ts';
import { matchBankStatement } from './commands/match-bank-statement.ts';
import { reopenLine } from './commands/reopen-line.ts';
import { returnDraftOfLine } from './commands/return-draft-of-line.ts';
import { setLineAside } from './commands/set-line-aside.ts';
import { settleStatementLine } from './commands/settle-statement-line.ts';
import { countStatementLines, listLineCandidates, listStatementLines } from './line-queries.ts';
import { countBankStatements, getBankStatement, listBankStatements } from './queries.ts';

const os = implement(bankStatementsContract).$context<RequestContext>();

export const bankStatementsRouter = os.router({
  listBankStatements: os.listBankStatements.handler(({ context, input }) =>
    listBankStatements(context.services.db, actorOf(context).scope, input),
  ),
  countBankStatements: os.countBankStatements.handler(({ context, input }) =>
    countBankStatements(context.services.db, actorOf(context).scope, input),
  ),
  getBankStatement: os.getBankStatement.handler(({ context, input }) =>
    getBankStatement(context.services.db, actorOf(context).scope, input.id),
  ),
  listStatementLines: os.listStatementLines.handler(({ context, input }) =>
    listStatementLines(context.services.db, actorOf(context).scope, input),
  ),
  countStatementLines: os.countStatementLines.handler(({ context, input }) =>
    countStatementLines(context.services.db, actorOf(context).scope, input),
  ),
  listLineCandidates: os.listLineCandidates.handler(({ context, input }) =>
    listLineCandidates(context.services.db, actorOf(context).scope, input.id),
  ),
  matchBankStatement: os.matchBankStatement.handler(({ context, input }) =>
    matchBankStatement(context, input),
  ),
  settleStatementLine: os.settleStatementLine.handler(({ context, input }) =>
    settleStatementLine(context, input),
  ),
  returnDraftOfLine: os.returnDraftOfLine.handler(({ context, input }) => returnDraftOfLine(context, input)),
  setLineAside: os.setLineAside.handler(({ context, input }) => setLineAside(context, input)),
  reopenLine: os.reopenLine.handler(({ context, input }) => reopenLine(context, input)),
});

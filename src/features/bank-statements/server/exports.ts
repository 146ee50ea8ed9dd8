import { listExport } from '#platform/server/exports/list-export.ts';
import { bankStatementsSheet, statementLinesSheet } from '../columns.ts';
import { bankStatementsContract } from '../contract.ts';
import { listStatementLines } from './line-queries.ts';
import { listBankStatements } from './queries.ts';

export const statementExports = [
  listExport({
    sheet: bankStatementsSheet,
    operation: bankStatementsContract.listBankStatements,
    read: listBankStatements,
  }),
  listExport({
    sheet: statementLinesSheet,
    operation: bankStatementsContract.listStatementLines,
    read: listStatementLines,
  }),
];

import { listExport } from '#server/exports/list-export.ts';
import { bankStatementsSheet, statementLinesSheet } from '../statement-columns.ts';
import { bankStatementsContract } from '../statement-contract.ts';
import { listStatementLines } from './line-queries.ts';
import { listBankStatements } from './statement-queries.ts';

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

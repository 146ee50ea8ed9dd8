import { caseDeskRouter } from '#features/applications/server/case-desk-handlers.ts';
import { applicationExports } from '#features/applications/server/exports.ts';
import { applicationsRouter } from '#features/applications/server/handlers.ts';
import { auditExports } from '#features/audit/server/exports.ts';
import { auditRouter } from '#features/audit/server/handlers.ts';
import { authRouter } from '#features/auth/server/handlers.ts';
import { statementExports } from '#features/bank-statements/server/exports.ts';
import { bankStatementsRouter } from '#features/bank-statements/server/handlers.ts';
import { bundlesRouter } from '#features/certificates/server/bundle-handlers.ts';
import { copiesRouter } from '#features/certificates/server/copy-handlers.ts';
import { certificateExports } from '#features/certificates/server/exports.ts';
import { certificatesRouter } from '#features/certificates/server/handlers.ts';
import { collegeExports } from '#features/colleges/server/exports.ts';
import { collegesRouter } from '#features/colleges/server/handlers.ts';
import { dashboardExports } from '#features/dashboard/server/exports.ts';
import { dashboardRouter } from '#features/dashboard/server/handlers.ts';
import { demandDraftExports } from '#features/demand-drafts/server/exports.ts';
import { demandDraftsRouter, depositSlipsRouter } from '#features/demand-drafts/server/handlers.ts';
import { feeExports } from '#features/fees/server/exports.ts';
import { feesRouter } from '#features/fees/server/handlers.ts';
import { feeTotalsRouter } from '#features/fees/server/totals-handlers.ts';
import { importsRouter } from '#features/imports/server/handlers.ts';
import { printRunExports } from '#features/print-runs/server/exports.ts';
import { printRunsRouter } from '#features/print-runs/server/handlers.ts';
import { printersRouter } from '#features/print-runs/server/printer-handlers.ts';
import { proofsRouter } from '#features/print-runs/server/proof-handlers.ts';
import { reprintExports } from '#features/reprints/server/exports.ts';
import { reprintsRouter } from '#features/reprints/server/handlers.ts';
import { staffExports } from '#features/staff/server/exports.ts';
import { staffRouter } from '#features/staff/server/handlers.ts';
import { stockExports } from '#features/stock/server/exports.ts';
import { stockRouter } from '#features/stock/server/handlers.ts';
import { studentExports } from '#features/students/server/exports.ts';
import { studentsRouter } from '#features/students/server/handlers.ts';
import { verificationRouter } from '#features/verification/server/handlers.ts';
import type { ListExport } from '#platform/server/exports/list-export.ts';
import { formDraftsRouter } from '#platform/server/form-drafts/handlers.ts';

/** Every operation of the contract with the code that carries it out. */
export const router = {
  audit: auditRouter,
  auth: authRouter,
  formDrafts: formDraftsRouter,
  colleges: collegesRouter,
  staff: staffRouter,
  students: studentsRouter,
  stock: stockRouter,
  demandDrafts: demandDraftsRouter,
  depositSlips: depositSlipsRouter,
  applications: applicationsRouter,
  caseDesk: caseDeskRouter,
  certificates: certificatesRouter,
  bundles: bundlesRouter,
  copies: copiesRouter,
  printRuns: printRunsRouter,
  printers: printersRouter,
  proofs: proofsRouter,
  reprints: reprintsRouter,
  fees: feesRouter,
  feeTotals: feeTotalsRouter,
  bankStatements: bankStatementsRouter,
  imports: importsRouter,
  dashboard: dashboardRouter,
  verification: verificationRouter,
};

/** Every list that can be saved as a file. */
export const listExports: readonly ListExport[] = [
  ...auditExports,
  ...collegeExports,
  ...staffExports,
  ...studentExports,
  ...stockExports,
  ...demandDraftExports,
  ...applicationExports,
  ...certificateExports,
  ...printRunExports,
  ...reprintExports,
  ...feeExports,
  ...statementExports,
  ...dashboardExports,
];

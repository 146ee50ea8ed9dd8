import { bankStatementsContract } from '#features/bank-statements/contract.ts';
import { caseDeskContract } from './applications/case-desk-contract.ts';
import { applicationsContract } from './applications/contract.ts';
import { auditContract } from './audit/contract.ts';
import { authContract } from './auth/contract.ts';
import { bundlesContract } from './certificates/bundle-contract.ts';
import { certificatesContract } from './certificates/contract.ts';
import { copiesContract } from './certificates/copy-contract.ts';
import { collegesContract } from './colleges/contract.ts';
import { dashboardContract } from './dashboard/contract.ts';
import { demandDraftsContract } from './demand-drafts/contract.ts';
import { depositSlipsContract } from './demand-drafts/slip-contract.ts';
import { feesContract, feeTotalsContract } from './fees/contract.ts';
import { formDraftsContract } from './form-drafts/contract.ts';
import { importsContract } from './imports/contract.ts';
import { printRunsContract } from './print-runs/contract.ts';
import { printersContract } from './print-runs/printer-contract.ts';
import { proofsContract } from './print-runs/proof-contract.ts';
import { reprintsContract } from './reprints/contract.ts';
import { staffContract } from './staff/contract.ts';
import { stockContract } from './stock/contract.ts';
import { studentsContract } from './students/contract.ts';
import { verificationContract } from './verification/contract.ts';

/** Everything that can be asked of the portal: server, screens, OpenAPI document, permission matrix and fuzzer derive from it. */
export const contract = {
  audit: auditContract,
  auth: authContract,
  formDrafts: formDraftsContract,
  colleges: collegesContract,
  staff: staffContract,
  students: studentsContract,
  stock: stockContract,
  demandDrafts: demandDraftsContract,
  depositSlips: depositSlipsContract,
  applications: applicationsContract,
  caseDesk: caseDeskContract,
  certificates: certificatesContract,
  bundles: bundlesContract,
  copies: copiesContract,
  printRuns: printRunsContract,
  printers: printersContract,
  proofs: proofsContract,
  reprints: reprintsContract,
  fees: feesContract,
  feeTotals: feeTotalsContract,
  bankStatements: bankStatementsContract,
  imports: importsContract,
  dashboard: dashboardContract,
  verification: verificationContract,
};
export type Contract = typeof contract;

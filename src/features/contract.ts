import { caseDeskContract } from '#features/applications/case-desk-contract.ts';
import { applicationsContract } from '#features/applications/contract.ts';
import { auditContract } from '#features/audit/contract.ts';
import { authContract } from '#features/auth/contract.ts';
import { bankStatementsContract } from '#features/bank-statements/contract.ts';
import { bundlesContract } from '#features/certificates/bundle-contract.ts';
import { certificatesContract } from '#features/certificates/contract.ts';
import { copiesContract } from '#features/certificates/copy-contract.ts';
import { postingContract } from '#features/certificates/posting-contract.ts';
import { revocationsContract } from '#features/certificates/revocation-contract.ts';
import { checklistContract } from '#features/checklist/contract.ts';
import { collegesContract } from '#features/colleges/contract.ts';
import { dashboardContract } from '#features/dashboard/contract.ts';
import { demandDraftsContract } from '#features/demand-drafts/contract.ts';
import { depositSlipsContract } from '#features/demand-drafts/slip-contract.ts';
import { collectionsContract } from '#features/fees/collection-contract.ts';
import { feesContract, feeTotalsContract } from '#features/fees/contract.ts';
import { importsContract } from '#features/imports/contract.ts';
import { mastersContract, settingsContract } from '#features/masters/contract.ts';
import { proposalsContract } from '#features/masters/proposal-contract.ts';
import { printRunsContract } from '#features/print-runs/contract.ts';
import { printersContract } from '#features/print-runs/printer-contract.ts';
import { proofsContract } from '#features/print-runs/proof-contract.ts';
import { recordsContract } from '#features/records/contract.ts';
import { recoveriesContract } from '#features/recoveries/contract.ts';
import { reprintsContract } from '#features/reprints/contract.ts';
import { rollsContract } from '#features/rolls/contract.ts';
import { searchContract } from '#features/search/contract.ts';
import { signingContract } from '#features/signing/contract.ts';
import { staffContract } from '#features/staff/contract.ts';
import { statusContract } from '#features/status/contract.ts';
import { stockContract } from '#features/stock/contract.ts';
import { studentsContract } from '#features/students/contract.ts';
import { templatesContract } from '#features/templates/contract.ts';
import { pictureContract } from '#features/templates/picture-contract.ts';
import { verificationContract } from '#features/verification/contract.ts';
import { waitingContract } from '#features/waiting/contract.ts';
import { formDraftsContract } from '#platform/contract/form-drafts.ts';

/** All operations of the portal. Server, screens, OpenAPI document, permission matrix and fuzzer derive from it. */
export const contract = {
  audit: auditContract,
  auth: authContract,
  formDrafts: formDraftsContract,
  checklist: checklistContract,
  colleges: collegesContract,
  settings: settingsContract,
  ...mastersContract,
  proposals: proposalsContract,
  staff: staffContract,
  students: studentsContract,
  stock: stockContract,
  demandDrafts: demandDraftsContract,
  depositSlips: depositSlipsContract,
  applications: applicationsContract,
  caseDesk: caseDeskContract,
  certificates: certificatesContract,
  bundles: bundlesContract,
  posting: postingContract,
  copies: copiesContract,
  revocations: revocationsContract,
  rolls: rollsContract,
  templates: templatesContract,
  templatePictures: pictureContract,
  printRuns: printRunsContract,
  printers: printersContract,
  proofs: proofsContract,
  signing: signingContract,
  recoveries: recoveriesContract,
  records: recordsContract,
  reprints: reprintsContract,
  fees: feesContract,
  feeTotals: feeTotalsContract,
  collections: collectionsContract,
  bankStatements: bankStatementsContract,
  imports: importsContract,
  dashboard: dashboardContract,
  verification: verificationContract,
  status: statusContract,
  search: searchContract,
  waiting: waitingContract,
};
export type Contract = typeof contract;

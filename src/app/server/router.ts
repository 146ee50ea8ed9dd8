import { caseDeskPart } from '#features/applications/server/case-desk-handlers.ts';
import { applicationsPart } from '#features/applications/server/handlers.ts';
import { auditPart } from '#features/audit/server/handlers.ts';
import { authPart } from '#features/auth/server/handlers.ts';
import { bankStatementsPart } from '#features/bank-statements/server/handlers.ts';
import {
  bundlesPart,
  certificatesPart,
  copiesPart,
  postingPart,
  revocationsPart,
} from '#features/certificates/server/handlers.ts';
import { checklistPart } from '#features/checklist/server/handlers.ts';
import { dashboardPart } from '#features/dashboard/server/handlers.ts';
import { demandDraftsPart, depositSlipsPart } from '#features/demand-drafts/server/handlers.ts';
import { collectionsPart, feesPart, feeTotalsPart } from '#features/fees/server/handlers.ts';
import { importsPart } from '#features/imports/server/handlers.ts';
import { collegesPart } from '#features/masters/server/college-handlers.ts';
import { mastersParts, proposalsPart, settingsPart } from '#features/masters/server/handlers.ts';
import { printersPart, printRunsPart, proofsPart } from '#features/print-runs/server/handlers.ts';
import { recordsPart } from '#features/records/server/handlers.ts';
import { recoveriesPart } from '#features/recoveries/server/handlers.ts';
import { reprintsPart } from '#features/reprints/server/handlers.ts';
import { rollsPart } from '#features/rolls/server/handlers.ts';
import { searchPart } from '#features/search/server/handlers.ts';
import { signingPart } from '#features/signing/server/handlers.ts';
import { staffPart } from '#features/staff/server/handlers.ts';
import { statusPart } from '#features/status/server/handlers.ts';
import { stockPart } from '#features/stock/server/handlers.ts';
import { studentsPart } from '#features/students/server/handlers.ts';
import { templatePicturesPart, templatesPart } from '#features/templates/server/handlers.ts';
import { verificationPart } from '#features/verification/server/handlers.ts';
import { waitingPart } from '#features/waiting/server/handlers.ts';
import type { ListExport } from '#platform/server/exports/export-list.ts';
import { formDraftsPart } from '#platform/server/form-drafts/form-drafts.ts';

/** The parts of the contract with their implementations. */
const parts = {
  audit: auditPart,
  auth: authPart,
  formDrafts: formDraftsPart,
  checklist: checklistPart,
  colleges: collegesPart,
  settings: settingsPart,
  proposals: proposalsPart,
  ...mastersParts,
  staff: staffPart,
  students: studentsPart,
  stock: stockPart,
  demandDrafts: demandDraftsPart,
  depositSlips: depositSlipsPart,
  applications: applicationsPart,
  caseDesk: caseDeskPart,
  certificates: certificatesPart,
  bundles: bundlesPart,
  posting: postingPart,
  copies: copiesPart,
  revocations: revocationsPart,
  rolls: rollsPart,
  templates: templatesPart,
  templatePictures: templatePicturesPart,
  printRuns: printRunsPart,
  printers: printersPart,
  proofs: proofsPart,
  signing: signingPart,
  recoveries: recoveriesPart,
  records: recordsPart,
  reprints: reprintsPart,
  fees: feesPart,
  feeTotals: feeTotalsPart,
  collections: collectionsPart,
  bankStatements: bankStatementsPart,
  imports: importsPart,
  dashboard: dashboardPart,
  verification: verificationPart,
  status: statusPart,
  search: searchPart,
  waiting: waitingPart,
};

type Routers<Parts extends Record<string, { router: object }>> = {
  [Name in keyof Parts]: Parts[Name]['router'];
};

/** Every operation of the contract with its handler. */
export const router = Object.fromEntries(
  Object.entries(parts).map(([name, part]) => [name, part.router]),
) as Routers<typeof parts>;

/** Every list that can be exported as a file. */
export const listExports = Object.values(parts).flatMap((part): readonly ListExport[] => part.exports);

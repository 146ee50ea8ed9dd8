import '#platform/contract/platform-names.ts';
import { formDraftsContract } from '#platform/contract/form-drafts.ts';
import { applicationsFeature } from './applications/feature.ts';
import { auditFeature } from './audit/feature.ts';
import { authFeature } from './auth/feature.ts';
import { bankStatementsFeature } from './bank-statements/feature.ts';
import { booksFeature } from './books/feature.ts';
import { certificatesFeature } from './certificates/feature.ts';
import { chargesFeature } from './charges/feature.ts';
import { checklistFeature } from './checklist/feature.ts';
import { collegesFeature } from './colleges/feature.ts';
import { dashboardFeature } from './dashboard/feature.ts';
import { demandDraftsFeature } from './demand-drafts/feature.ts';
import { exceptionsFeature } from './exceptions/feature.ts';
import { feesFeature } from './fees/feature.ts';
import { findingsFeature } from './findings/feature.ts';
import { identitiesFeature } from './identities/feature.ts';
import { importsFeature } from './imports/feature.ts';
import { mastersFeature } from './masters/feature.ts';
import { packsFeature } from './packs/feature.ts';
import { printRunsFeature } from './print-runs/feature.ts';
import { recordsFeature } from './records/feature.ts';
import { recoveriesFeature } from './recoveries/feature.ts';
import { reprintsFeature } from './reprints/feature.ts';
import { rollsFeature } from './rolls/feature.ts';
import { searchFeature } from './search/feature.ts';
import { signingFeature } from './signing/feature.ts';
import { staffFeature } from './staff/feature.ts';
import { statusFeature } from './status/feature.ts';
import { stockFeature } from './stock/feature.ts';
import { studentsFeature } from './students/feature.ts';
import { templatesFeature } from './templates/feature.ts';
import { verificationFeature } from './verification/feature.ts';
import { waitingFeature } from './waiting/feature.ts';

/**
 * All features by folder, in the order in which they may import each other: a feature imports only those before it.
 * Server and screens load `server/feature.ts` and `web/feature.ts` of each.
 */
export const features = {
  checklist: checklistFeature,
  auth: authFeature,
  colleges: collegesFeature,
  audit: auditFeature,
  masters: mastersFeature,
  staff: staffFeature,
  students: studentsFeature,
  stock: stockFeature,
  'demand-drafts': demandDraftsFeature,
  charges: chargesFeature,
  applications: applicationsFeature,
  certificates: certificatesFeature,
  rolls: rollsFeature,
  templates: templatesFeature,
  packs: packsFeature,
  'print-runs': printRunsFeature,
  signing: signingFeature,
  reprints: reprintsFeature,
  fees: feesFeature,
  'bank-statements': bankStatementsFeature,
  identities: identitiesFeature,
  imports: importsFeature,
  dashboard: dashboardFeature,
  recoveries: recoveriesFeature,
  exceptions: exceptionsFeature,
  findings: findingsFeature,
  books: booksFeature,
  records: recordsFeature,
  verification: verificationFeature,
  status: statusFeature,
  search: searchFeature,
  waiting: waitingFeature,
} as const;
export type FeatureName = keyof typeof features;
export const featureNames = Object.keys(features) as FeatureName[];

type Contracts = (typeof features)[FeatureName]['contract'];
type Merged<Union> = (Union extends unknown ? (part: Union) => void : never) extends (part: infer All) => void
  ? { [Section in keyof All]: All[Section] }
  : never;

/** All operations of the portal. Server, screens, OpenAPI document, permission matrix and fuzzer derive from it. */
export const contract = Object.assign(
  { formDrafts: formDraftsContract },
  ...Object.values(features).map((feature) => feature.contract),
) as Merged<Contracts> & { formDrafts: typeof formDraftsContract };
export type Contract = typeof contract;

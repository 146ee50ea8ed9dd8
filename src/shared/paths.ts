import type { MasterName } from './masters/named-masters.ts';
import { type Role, roles } from './roles.ts';

/** The page for editing a person of each role: the form that adds one, or for an admin the list of all users. */
const staffForms: Record<Role, string> = {
  admin: '/admin/user-management',
  case_worker: '/admin/add-case-worker',
  receiver: '/admin/add-application-receiver',
  printer: '/admin/add-printer',
  auditor: '/admin/add-auditor',
};

function withCollege(path: string, collegeCode: string | undefined): string {
  return collegeCode === undefined ? path : `${path}?college=${encodeURIComponent(collegeCode)}`;
}

/** All paths of the portal; nothing else hard-codes one. */
export const paths = {
  login: '/',
  /** The OpenID provider's redirect URI; registered there. */
  signInWithProvider: '/sign-in/provider',
  verify: '/verify',
  /** The status of an application, for its candidate. */
  status: '/status',
  account: '/account',
  firstPassword: '/first-password',
  firstAuthenticator: '/first-authenticator',
  outbox: '/demo/outbox',
  admin: {
    dashboard: '/admin/dashboard',
    userManagement: '/admin/user-management',
    caseWorkerManagement: '/admin/case-worker-management',
    editStaff: ({ id, role }: { id: string; role: Role }) =>
      `${staffForms[role]}?edit=${encodeURIComponent(id)}`,
    addCaseWorker: '/admin/add-case-worker',
    applicationReceiverManagement: '/admin/application-receiver-management',
    addApplicationReceiver: '/admin/add-application-receiver',
    printerManagement: '/admin/printer-management',
    addPrinter: '/admin/add-printer',
    auditorManagement: '/admin/auditor-management',
    addAuditor: '/admin/add-auditor',
    collegeManagement: '/admin/college-management',
    addCollege: '/admin/add-college',
    editCollege: (id: string) => `/admin/add-college?edit=${encodeURIComponent(id)}`,
    completedPrinting: '/admin/completed-printing',
    pendingPrint: '/admin/pending-print',
    approvedForReprint: '/admin/approved-for-reprint',
    pendingReprintApprovals: '/admin/pending-reprint-approvals',
    signingBatches: '/admin/signing-batches',
    signingBatch: (id: string) => `/admin/signing-batches/${encodeURIComponent(id)}`,
    newSigningBatch: '/admin/new-signing-batch',
    studentMaster: '/admin/student-master',
    addStudent: '/admin/add-student',
    editStudent: (id: string) => `/admin/add-student?edit=${encodeURIComponent(id)}`,
    bulkUpload: (of: 'colleges' | 'students' | MasterName, id?: string) =>
      `/admin/bulk-upload?of=${of}${id ? `&import=${encodeURIComponent(id)}` : ''}`,
    printedCertificates: '/admin/printed-certificates',
    pendingCertificates: '/admin/pending-certificates',
    revocations: '/admin/revocations',
    rolls: '/admin/rolls',
    roll: (id: string) => `/admin/rolls/${encodeURIComponent(id)}`,
    register: (convocationId: string) => `/admin/degree-register/${encodeURIComponent(convocationId)}`,
    bundles: '/admin/bundles',
    bundle: (id: string) => `/admin/bundles/${encodeURIComponent(id)}`,
    newBundle: (collegeCode?: string) => withCollege('/admin/new-bundle', collegeCode),
    totalApplications: '/admin/total-applications',
    inkStock: '/admin/ink-stock',
    addInkStock: '/admin/add-ink-stock',
    editInkStock: (id: string) => `/admin/add-ink-stock?edit=${encodeURIComponent(id)}`,
    inkUse: '/admin/ink-use',
    certificateStock: '/admin/certificate-stock',
    addCertificateStock: '/admin/add-certificate-stock',
    editCertificateStock: (id: string) => `/admin/add-certificate-stock?edit=${encodeURIComponent(id)}`,
    custody: '/admin/custody',
    stockCounts: '/admin/stock-counts',
    stockCount: (id: string) => `/admin/stock-counts/${encodeURIComponent(id)}`,
    completedApplications: '/admin/completed-applications',
    rejectedApplications: '/admin/rejected-applications',
    feeGenerated: '/admin/fee-generated',
    totalFeeGenerated: '/admin/total-fee-generated',
    pendingFee: '/admin/pending-fee',
    feeTotals: '/admin/fee-totals',
    feeCollected: '/admin/fee-collected',
    demandDrafts: '/admin/demand-drafts',
    depositSlips: '/admin/deposit-slips',
    newDepositSlip: '/admin/new-deposit-slip',
    bankStatements: '/admin/bank-statements',
    bankStatement: (id: string) => `/admin/bank-statements/${encodeURIComponent(id)}`,
    openingBalances: (of?: string, id?: string) =>
      `/admin/settings/opening-balances${of ? `?of=${of}` : ''}${id ? `&import=${encodeURIComponent(id)}` : ''}`,
    pack: '/admin/settings/pack',
    checklist: '/admin/settings/checklist',
    recovery: '/admin/settings/recovery',
    proposals: '/admin/settings/proposals',
    templates: '/admin/settings/templates',
    template: (id: string) => `/admin/settings/templates/${encodeURIComponent(id)}`,
    master: (name: MasterName) => `/admin/settings/${name}`,
    addEntry: (name: MasterName) => `/admin/settings/${name}/add`,
    editEntry: (name: MasterName, id: string) => `/admin/settings/${name}/add?edit=${encodeURIComponent(id)}`,
  },
  caseWorker: {
    manageApplication: '/case-worker/manage-application',
    verifyApplications: '/case-worker/verify',
  },
  applicationReceiver: {
    manageApplication: '/application-receiver/manage-application',
    newApplication: '/application-receiver/new-application',
    application: (id: string) => `/application-receiver/manage-application?open=${encodeURIComponent(id)}`,
    correctApplication: (id: string) =>
      `/application-receiver/new-application?edit=${encodeURIComponent(id)}`,
    demandDrafts: '/application-receiver/demand-drafts',
    depositSlips: '/application-receiver/deposit-slips',
    newDepositSlip: '/application-receiver/new-deposit-slip',
    printedCertificates: '/application-receiver/printed-certificates',
    bundles: '/application-receiver/bundles',
    bundle: (id: string) => `/application-receiver/bundles/${encodeURIComponent(id)}`,
    newBundle: (collegeCode?: string) => withCollege('/application-receiver/new-bundle', collegeCode),
  },
  printer: {
    printQueue: '/printer/print-queue',
    printRuns: '/printer/print-runs',
    printRun: (id: string) => `/printer/print-runs/${encodeURIComponent(id)}`,
    printers: '/printer/printers',
    proofs: '/printer/proofs',
    completedPrinting: '/printer/completed-printing',
    reprintRequests: '/printer/reprint-requests',
    signingBatches: '/printer/signing-batches',
    signingBatch: (id: string) => `/printer/signing-batches/${encodeURIComponent(id)}`,
    newSigningBatch: '/printer/new-signing-batch',
    stock: '/printer/stock',
    stockCounts: '/printer/stock-counts',
    stockCount: (id: string) => `/printer/stock-counts/${encodeURIComponent(id)}`,
  },
  auditor: {
    overview: '/auditor/overview',
    proposals: '/auditor/settings/proposals',
    recovery: '/auditor/settings/recovery',
    templates: '/auditor/settings/templates',
    template: (id: string) => `/auditor/settings/templates/${encodeURIComponent(id)}`,
    master: (name: MasterName) => `/auditor/settings/${name}`,
    auditLog: '/auditor/audit-log',
    accessLog: '/auditor/audit-log/access',
    applications: '/auditor/applications',
    fees: '/auditor/fees',
    feeTotals: '/auditor/fee-totals',
    feeCollected: '/auditor/fee-collected',
    demandDrafts: '/auditor/demand-drafts',
    depositSlips: '/auditor/deposit-slips',
    bankStatements: '/auditor/bank-statements',
    bankStatement: (id: string) => `/auditor/bank-statements/${encodeURIComponent(id)}`,
    certificates: '/auditor/certificates',
    rolls: '/auditor/rolls',
    roll: (id: string) => `/auditor/rolls/${encodeURIComponent(id)}`,
    register: (convocationId: string) => `/auditor/degree-register/${encodeURIComponent(convocationId)}`,
    revocations: '/auditor/revocations',
    printRuns: '/auditor/print-runs',
    printRun: (id: string) => `/auditor/print-runs/${encodeURIComponent(id)}`,
    bundles: '/auditor/bundles',
    bundle: (id: string) => `/auditor/bundles/${encodeURIComponent(id)}`,
    signingBatches: '/auditor/signing-batches',
    signingBatch: (id: string) => `/auditor/signing-batches/${encodeURIComponent(id)}`,
    stock: '/auditor/stock',
    stockCounts: '/auditor/stock-counts',
    stockCount: (id: string) => `/auditor/stock-counts/${encodeURIComponent(id)}`,
  },
} as const;

export const deskPrefixes: Record<Role, string> = {
  admin: 'admin',
  case_worker: 'case-worker',
  receiver: 'application-receiver',
  printer: 'printer',
  auditor: 'auditor',
};

/** The desk that a path belongs to; null for pages outside the desks. */
export function deskOf(pathname: string): Role | null {
  const prefix = pathname.split('/')[1];
  return roles.find((role) => deskPrefixes[role] === prefix) ?? null;
}

/** Admins may open every desk, everyone else their own. */
export function mayOpen(role: Role, pathname: string): boolean {
  const desk = deskOf(pathname);
  return desk === null || role === 'admin' || role === desk;
}

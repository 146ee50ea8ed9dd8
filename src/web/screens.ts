import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import { t } from '#shared/words.ts';
import { paths } from './paths.ts';

export type Screen = { path: string; title: string; component: RouteComponent };

const totalApplications = lazyRouteComponent(
  () => import('#features/applications/web/total-applications-page.tsx'),
  'TotalApplicationsPage',
);
const feeTotals = lazyRouteComponent(() => import('#features/fees/web/fee-totals-page.tsx'), 'FeeTotalsPage');
const manageApplications = lazyRouteComponent(
  () => import('#features/reprints/web/manage-applications-desk.tsx'),
  'ManageApplicationsDesk',
);
const printedCertificates = lazyRouteComponent(
  () => import('#features/certificates/web/printed-certificates-page.tsx'),
  'PrintedCertificatesPage',
);
const printRuns = lazyRouteComponent(
  () => import('#features/print-runs/web/print-runs-page.tsx'),
  'PrintRunsPage',
);
const printRun = lazyRouteComponent(
  () => import('#features/print-runs/web/print-run-page.tsx'),
  'PrintRunPage',
);
const completedPrinting = lazyRouteComponent(
  () => import('#features/print-runs/web/completed-printing-page.tsx'),
  'CompletedPrintingPage',
);
const bundles = lazyRouteComponent(
  () => import('#features/certificates/web/bundles-page.tsx'),
  'BundlesPage',
);
const bundle = lazyRouteComponent(() => import('#features/certificates/web/bundle-page.tsx'), 'BundlePage');
const newBundle = lazyRouteComponent(
  () => import('#features/certificates/web/new-bundle-page.tsx'),
  'NewBundlePage',
);
const stock = lazyRouteComponent(() => import('#features/stock/web/stock-page.tsx'), 'StockPage');
const stockCount = lazyRouteComponent(
  () => import('#features/stock/web/stock-count-page.tsx'),
  'StockCountPage',
);
const demandDrafts = lazyRouteComponent(
  () => import('#features/fees/web/demand-drafts-page.tsx'),
  'DemandDraftsPage',
);
const depositSlips = lazyRouteComponent(
  () => import('#features/demand-drafts/web/deposit-slips-page.tsx'),
  'DepositSlipsPage',
);
const newDepositSlip = lazyRouteComponent(
  () => import('#features/demand-drafts/web/new-deposit-slip-page.tsx'),
  'NewDepositSlipPage',
);
const bankStatements = lazyRouteComponent(
  () => import('#features/bank-statements/web/bank-statements-page.tsx'),
  'BankStatementsPage',
);
const bankStatement = lazyRouteComponent(
  () => import('#features/bank-statements/web/bank-statement-page.tsx'),
  'BankStatementPage',
);

/** Every screen that stands in the frame with the menu; addresses and titles, and the code that is loaded for them. */
export const screens: readonly Screen[] = [
  screen(
    paths.account,
    t`My account`,
    lazyRouteComponent(() => import('#features/auth/web/account-page.tsx'), 'AccountPage'),
  ),
  screen(
    paths.admin.dashboard,
    t`Dashboard`,
    lazyRouteComponent(() => import('#features/dashboard/web/dashboard-page.tsx'), 'DashboardPage'),
  ),
  screen(
    paths.admin.collegeManagement,
    t`College management`,
    lazyRouteComponent(() => import('#features/colleges/web/colleges-page.tsx'), 'CollegesPage'),
  ),
  screen(
    paths.admin.addCollege,
    t`Add college`,
    lazyRouteComponent(() => import('#features/colleges/web/college-form-page.tsx'), 'CollegeFormPage'),
  ),
  screen(
    paths.admin.studentMaster,
    t`Student master`,
    lazyRouteComponent(() => import('#features/students/web/students-page.tsx'), 'StudentsPage'),
  ),
  screen(
    paths.admin.addStudent,
    t`Add student`,
    lazyRouteComponent(() => import('#features/students/web/student-form-page.tsx'), 'StudentFormPage'),
  ),
  screen(
    paths.admin.userManagement,
    t`User management`,
    lazyRouteComponent(() => import('#features/staff/web/user-management-page.tsx'), 'UserManagementPage'),
  ),
  screen(
    paths.admin.caseWorkerManagement,
    t`Case worker management`,
    lazyRouteComponent(
      () => import('#features/staff/web/role-management-page.tsx'),
      'CaseWorkerManagementPage',
    ),
  ),
  screen(
    paths.admin.printerManagement,
    t`Printer management`,
    lazyRouteComponent(() => import('#features/staff/web/role-management-page.tsx'), 'PrinterManagementPage'),
  ),
  screen(
    paths.admin.auditorManagement,
    t`Auditor management`,
    lazyRouteComponent(() => import('#features/staff/web/role-management-page.tsx'), 'AuditorManagementPage'),
  ),
  screen(
    paths.admin.applicationReceiverManagement,
    t`Application receiver management`,
    lazyRouteComponent(
      () => import('#features/applications/web/receiver-management-page.tsx'),
      'ReceiverManagementPage',
    ),
  ),
  screen(
    paths.admin.addCaseWorker,
    t`Add case worker`,
    lazyRouteComponent(() => import('#features/staff/web/staff-form-page.tsx'), 'AddCaseWorkerPage'),
  ),
  screen(
    paths.admin.addApplicationReceiver,
    t`Add application receiver`,
    lazyRouteComponent(() => import('#features/staff/web/staff-form-page.tsx'), 'AddApplicationReceiverPage'),
  ),
  screen(
    paths.admin.addPrinter,
    t`Add printer`,
    lazyRouteComponent(() => import('#features/staff/web/staff-form-page.tsx'), 'AddPrinterPage'),
  ),
  screen(
    paths.admin.addAuditor,
    t`Add auditor`,
    lazyRouteComponent(() => import('#features/staff/web/staff-form-page.tsx'), 'AddAuditorPage'),
  ),
  screen(
    '/admin/bulk-upload',
    t`Bulk Upload`,
    lazyRouteComponent(() => import('#features/imports/web/bulk-upload-page.tsx'), 'BulkUploadPage'),
  ),
  screen(paths.admin.totalApplications, t`Total applications`, totalApplications),
  screen(
    paths.admin.completedApplications,
    t`Completed applications`,
    lazyRouteComponent(
      () => import('#features/applications/web/completed-applications-page.tsx'),
      'CompletedApplicationsPage',
    ),
  ),
  screen(
    paths.admin.rejectedApplications,
    t`Rejected applications`,
    lazyRouteComponent(
      () => import('#features/applications/web/rejected-applications-page.tsx'),
      'RejectedApplicationsPage',
    ),
  ),
  screen(
    paths.admin.feeGenerated,
    t`Fee generated`,
    lazyRouteComponent(() => import('#features/dashboard/web/fees-page.tsx'), 'FeeGeneratedPage'),
  ),
  screen(
    paths.admin.totalFeeGenerated,
    t`Total fee generated`,
    lazyRouteComponent(
      () => import('#features/fees/web/total-fee-generated-page.tsx'),
      'TotalFeeGeneratedPage',
    ),
  ),
  screen(
    paths.admin.pendingFee,
    t`Pending fee`,
    lazyRouteComponent(() => import('#features/fees/web/pending-fee-page.tsx'), 'PendingFeePage'),
  ),
  screen(paths.admin.feeTotals, t`Fee totals`, feeTotals),
  screen(paths.admin.printedCertificates, t`Printed certificates`, printedCertificates),
  screen(paths.applicationReceiver.printedCertificates, t`Printed certificates`, printedCertificates),
  screen(paths.admin.bundles, t`Bundles`, bundles),
  screen(paths.applicationReceiver.bundles, t`Bundles`, bundles),
  screen(paths.auditor.bundles, t`Bundles`, bundles),
  screen(`${paths.admin.bundles}/$id`, t`Bundle`, bundle),
  screen(`${paths.applicationReceiver.bundles}/$id`, t`Bundle`, bundle),
  screen(`${paths.auditor.bundles}/$id`, t`Bundle`, bundle),
  screen(paths.admin.newBundle(), t`New bundle`, newBundle),
  screen(paths.applicationReceiver.newBundle(), t`New bundle`, newBundle),
  screen(paths.admin.completedPrinting, t`Completed printing`, completedPrinting),
  screen(paths.printer.completedPrinting, t`Completed printing`, completedPrinting),
  screen(
    paths.admin.pendingPrint,
    t`Pending print`,
    lazyRouteComponent(() => import('#features/print-runs/web/pending-print-page.tsx'), 'PendingPrintPage'),
  ),
  screen(
    paths.admin.pendingCertificates,
    t`Pending certificates`,
    lazyRouteComponent(
      () => import('#features/certificates/web/pending-certificates-page.tsx'),
      'PendingCertificatesPage',
    ),
  ),
  screen(
    paths.admin.approvedForReprint,
    t`Approved for reprint`,
    lazyRouteComponent(
      () => import('#features/reprints/web/approved-for-reprint-page.tsx'),
      'ApprovedForReprintPage',
    ),
  ),
  screen(
    paths.admin.pendingReprintApprovals,
    t`Pending reprint approvals`,
    lazyRouteComponent(
      () => import('#features/reprints/web/pending-reprint-approvals-page.tsx'),
      'PendingReprintApprovalsPage',
    ),
  ),
  screen(
    paths.admin.inkStock,
    t`Ink stock`,
    lazyRouteComponent(() => import('#features/stock/web/ink-stock.tsx'), 'InkStockPage'),
  ),
  screen(
    paths.admin.addInkStock,
    t`Add ink stock`,
    lazyRouteComponent(() => import('#features/stock/web/stock-form-pages.tsx'), 'InkStockFormPage'),
  ),
  screen(
    paths.admin.inkUse,
    t`Ink use`,
    lazyRouteComponent(() => import('#features/stock/web/ink-use-page.tsx'), 'InkUsePage'),
  ),
  screen(
    paths.admin.certificateStock,
    t`Certificate stock`,
    lazyRouteComponent(() => import('#features/stock/web/certificate-stock.tsx'), 'CertificateStockPage'),
  ),
  screen(
    paths.admin.addCertificateStock,
    t`Add certificate stock`,
    lazyRouteComponent(() => import('#features/stock/web/stock-form-pages.tsx'), 'CertificateStockFormPage'),
  ),
  screen(
    paths.admin.custody,
    t`Custody`,
    lazyRouteComponent(() => import('#features/stock/web/custody-page.tsx'), 'CustodyPage'),
  ),
  screen(
    paths.admin.stockCounts,
    t`Stock counts`,
    lazyRouteComponent(() => import('#features/stock/web/stock-counts-page.tsx'), 'StockCountsPage'),
  ),
  screen(`${paths.admin.stockCounts}/$id`, t`Stock count`, stockCount),
  screen(paths.printer.stock, t`Stock`, stock),
  screen(`${paths.printer.stockCounts}/$id`, t`Stock count`, stockCount),
  screen(paths.auditor.stock, t`Stock`, stock),
  screen(`${paths.auditor.stockCounts}/$id`, t`Stock count`, stockCount),
  screen(paths.caseWorker.manageApplication, t`Manage Application`, manageApplications),
  screen(
    paths.caseWorker.verifyApplications,
    t`Verify applications`,
    lazyRouteComponent(
      () => import('#features/applications/web/verify-applications-page.tsx'),
      'VerifyApplicationsPage',
    ),
  ),
  screen(paths.applicationReceiver.manageApplication, t`Manage Application`, manageApplications),
  screen(
    paths.applicationReceiver.newApplication,
    t`New application`,
    lazyRouteComponent(
      () => import('#features/applications/web/application-form-page.tsx'),
      'ApplicationFormPage',
    ),
  ),
  screen(
    paths.printer.printQueue,
    t`Print queue`,
    lazyRouteComponent(() => import('#features/print-runs/web/print-queue-page.tsx'), 'PrintQueuePage'),
  ),
  screen(paths.printer.printRuns, t`Print runs`, printRuns),
  screen(`${paths.printer.printRuns}/$id`, t`Print run`, printRun),
  screen(paths.auditor.printRuns, t`Print runs`, printRuns),
  screen(`${paths.auditor.printRuns}/$id`, t`Print run`, printRun),
  screen(
    paths.printer.printers,
    t`Printers`,
    lazyRouteComponent(() => import('#features/print-runs/web/printers-page.tsx'), 'PrintersPage'),
  ),
  screen(
    paths.printer.proofs,
    t`Proof sheets`,
    lazyRouteComponent(() => import('#features/print-runs/web/proofs-page.tsx'), 'ProofsPage'),
  ),
  screen(
    paths.printer.reprintRequests,
    t`Reprint requests`,
    lazyRouteComponent(
      () => import('#features/reprints/web/reprint-requests-page.tsx'),
      'ReprintRequestsPage',
    ),
  ),
  screen(
    paths.auditor.overview,
    t`Overview`,
    lazyRouteComponent(() => import('#features/audit/web/overview-page.tsx'), 'AuditorOverviewPage'),
  ),
  screen(
    paths.auditor.auditLog,
    t`Audit log`,
    lazyRouteComponent(() => import('#features/audit/web/audit-log-page.tsx'), 'AuditLogPage'),
  ),
  screen(
    paths.auditor.accessLog,
    t`Access log`,
    lazyRouteComponent(() => import('#features/audit/web/access-log-page.tsx'), 'AccessLogPage'),
  ),
  screen(paths.auditor.applications, t`Applications`, totalApplications),
  screen(
    paths.auditor.fees,
    t`Fees`,
    lazyRouteComponent(() => import('#features/dashboard/web/fees-page.tsx'), 'AuditorFeesPage'),
  ),
  screen(paths.auditor.feeTotals, t`Fee totals`, feeTotals),
  screen(paths.auditor.certificates, t`Certificates`, printedCertificates),
  screen(paths.admin.demandDrafts, t`Demand drafts`, demandDrafts),
  screen(paths.applicationReceiver.demandDrafts, t`Demand drafts`, demandDrafts),
  screen(paths.auditor.demandDrafts, t`Demand drafts`, demandDrafts),
  screen(paths.admin.depositSlips, t`Deposit slips`, depositSlips),
  screen(paths.applicationReceiver.depositSlips, t`Deposit slips`, depositSlips),
  screen(paths.auditor.depositSlips, t`Deposit slips`, depositSlips),
  screen(paths.admin.newDepositSlip, t`New deposit slip`, newDepositSlip),
  screen(paths.applicationReceiver.newDepositSlip, t`New deposit slip`, newDepositSlip),
  screen(paths.admin.bankStatements, t`Bank statements`, bankStatements),
  screen(`${paths.admin.bankStatements}/$id`, t`Bank statement`, bankStatement),
  screen(paths.auditor.bankStatements, t`Bank statements`, bankStatements),
  screen(`${paths.auditor.bankStatements}/$id`, t`Bank statement`, bankStatement),
];

function screen(path: string, title: string, component: RouteComponent): Screen {
  return { path, title, component };
}

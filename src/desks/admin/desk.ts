import type { Desk } from '#platform/web/router/desk.ts';
import { screen } from '#platform/web/router/screen.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';

const admin = paths.admin;

/** The administrator: everything that is managed, and a menu of all of it. */
export const adminDesk: Desk = {
  menu: [
    { label: t`Home`, icon: 'home', to: admin.dashboard },
    {
      label: t`User management`,
      icon: 'users',
      to: admin.userManagement,
      entries: [
        { label: t`Case worker management`, to: admin.caseWorkerManagement },
        { label: t`Application receiver management`, to: admin.applicationReceiverManagement },
        { label: t`Printer management`, to: admin.printerManagement },
        { label: t`Auditor management`, to: admin.auditorManagement },
      ],
    },
    {
      label: t`Add forms`,
      icon: 'add',
      entries: [
        { label: t`Add case worker`, to: admin.addCaseWorker },
        { label: t`Add application receiver`, to: admin.addApplicationReceiver },
        { label: t`Add printer`, to: admin.addPrinter },
        { label: t`Add auditor`, to: admin.addAuditor },
        { label: t`Add college`, to: admin.addCollege },
        { label: t`Add student`, to: admin.addStudent },
      ],
    },
    {
      label: t`Print management`,
      icon: 'print',
      entries: [
        { label: t`Completed printing`, to: admin.completedPrinting },
        { label: t`Pending print`, to: admin.pendingPrint },
        { label: t`Approved for reprint`, to: admin.approvedForReprint },
        { label: t`Pending reprint approvals`, to: admin.pendingReprintApprovals },
      ],
    },
    {
      label: t`Fee generated`,
      icon: 'fee',
      entries: [
        { label: t`Fee generated`, to: admin.feeGenerated },
        { label: t`Total fee generated`, to: admin.totalFeeGenerated },
        { label: t`Pending fee`, to: admin.pendingFee },
      ],
    },
    {
      label: t`Convocation certificate`,
      icon: 'certificate',
      entries: [
        { label: t`Printed certificates`, to: admin.printedCertificates },
        { label: t`Pending certificates`, to: admin.pendingCertificates },
      ],
    },
    {
      label: t`Application Management`,
      icon: 'application',
      entries: [
        { label: t`Total applications`, to: admin.totalApplications },
        { label: t`Completed applications`, to: admin.completedApplications },
        { label: t`Rejected applications`, to: admin.rejectedApplications },
      ],
    },
    { label: t`College management`, icon: 'college', to: admin.collegeManagement },
    { label: t`Student master`, icon: 'student', to: admin.studentMaster },
    {
      label: t`Stock management`,
      icon: 'stock',
      entries: [
        { label: t`Ink stock`, to: admin.inkStock },
        { label: t`Certificate stock`, to: admin.certificateStock },
      ],
    },
  ],
  screens: [
    screen(
      admin.dashboard,
      t`Dashboard`,
      () => import('#features/dashboard/web/dashboard-page.tsx'),
      'DashboardPage',
    ),
    screen(
      admin.collegeManagement,
      t`College management`,
      () => import('#features/colleges/web/colleges-page.tsx'),
      'CollegesPage',
    ),
    screen(
      admin.addCollege,
      t`Add college`,
      () => import('#features/colleges/web/college-form-page.tsx'),
      'CollegeFormPage',
    ),
    screen(
      admin.studentMaster,
      t`Student master`,
      () => import('#features/students/web/students-page.tsx'),
      'StudentsPage',
    ),
    screen(
      admin.addStudent,
      t`Add student`,
      () => import('#features/students/web/student-form-page.tsx'),
      'StudentFormPage',
    ),
    screen(
      admin.userManagement,
      t`User management`,
      () => import('#features/staff/web/user-management-page.tsx'),
      'UserManagementPage',
    ),
    screen(
      admin.caseWorkerManagement,
      t`Case worker management`,
      () => import('#features/staff/web/role-management-page.tsx'),
      'CaseWorkerManagementPage',
    ),
    screen(
      admin.printerManagement,
      t`Printer management`,
      () => import('#features/staff/web/role-management-page.tsx'),
      'PrinterManagementPage',
    ),
    screen(
      admin.auditorManagement,
      t`Auditor management`,
      () => import('#features/staff/web/role-management-page.tsx'),
      'AuditorManagementPage',
    ),
    screen(
      admin.applicationReceiverManagement,
      t`Application receiver management`,
      () => import('#features/applications/web/receiver-management-page.tsx'),
      'ReceiverManagementPage',
    ),
    screen(
      admin.addCaseWorker,
      t`Add case worker`,
      () => import('#features/staff/web/staff-form-page.tsx'),
      'AddCaseWorkerPage',
    ),
    screen(
      admin.addApplicationReceiver,
      t`Add application receiver`,
      () => import('#features/staff/web/staff-form-page.tsx'),
      'AddApplicationReceiverPage',
    ),
    screen(
      admin.addPrinter,
      t`Add printer`,
      () => import('#features/staff/web/staff-form-page.tsx'),
      'AddPrinterPage',
    ),
    screen(
      admin.addAuditor,
      t`Add auditor`,
      () => import('#features/staff/web/staff-form-page.tsx'),
      'AddAuditorPage',
    ),
    screen(
      '/admin/bulk-upload',
      t`Bulk Upload`,
      () => import('#features/imports/web/bulk-upload-page.tsx'),
      'BulkUploadPage',
    ),
    screen(
      admin.totalApplications,
      t`Total applications`,
      () => import('#features/applications/web/total-applications-page.tsx'),
      'TotalApplicationsPage',
    ),
    screen(
      admin.completedApplications,
      t`Completed applications`,
      () => import('#features/applications/web/completed-applications-page.tsx'),
      'CompletedApplicationsPage',
    ),
    screen(
      admin.rejectedApplications,
      t`Rejected applications`,
      () => import('#features/applications/web/rejected-applications-page.tsx'),
      'RejectedApplicationsPage',
    ),
    screen(
      admin.feeGenerated,
      t`Fee generated`,
      () => import('#features/dashboard/web/fees-page.tsx'),
      'FeeGeneratedPage',
    ),
    screen(
      admin.totalFeeGenerated,
      t`Total fee generated`,
      () => import('#features/fees/web/total-fee-generated-page.tsx'),
      'TotalFeeGeneratedPage',
    ),
    screen(
      admin.pendingFee,
      t`Pending fee`,
      () => import('#features/fees/web/pending-fee-page.tsx'),
      'PendingFeePage',
    ),
    screen(
      admin.feeTotals,
      t`Fee totals`,
      () => import('#features/fees/web/fee-totals-page.tsx'),
      'FeeTotalsPage',
    ),
    screen(
      admin.printedCertificates,
      t`Printed certificates`,
      () => import('#features/certificates/web/printed-certificates-page.tsx'),
      'PrintedCertificatesPage',
    ),
    screen(
      admin.bundles,
      t`Bundles`,
      () => import('#features/certificates/web/bundles-page.tsx'),
      'BundlesPage',
    ),
    screen(
      `${admin.bundles}/$id`,
      t`Bundle`,
      () => import('#features/certificates/web/bundle-page.tsx'),
      'BundlePage',
    ),
    screen(
      admin.newBundle(),
      t`New bundle`,
      () => import('#features/certificates/web/new-bundle-page.tsx'),
      'NewBundlePage',
    ),
    screen(
      admin.completedPrinting,
      t`Completed printing`,
      () => import('#features/print-runs/web/completed-printing-page.tsx'),
      'CompletedPrintingPage',
    ),
    screen(
      admin.pendingPrint,
      t`Pending print`,
      () => import('#features/print-runs/web/pending-print-page.tsx'),
      'PendingPrintPage',
    ),
    screen(
      admin.pendingCertificates,
      t`Pending certificates`,
      () => import('#features/certificates/web/pending-certificates-page.tsx'),
      'PendingCertificatesPage',
    ),
    screen(
      admin.approvedForReprint,
      t`Approved for reprint`,
      () => import('#features/reprints/web/approved-for-reprint-page.tsx'),
      'ApprovedForReprintPage',
    ),
    screen(
      admin.pendingReprintApprovals,
      t`Pending reprint approvals`,
      () => import('#features/reprints/web/pending-reprint-approvals-page.tsx'),
      'PendingReprintApprovalsPage',
    ),
    screen(admin.inkStock, t`Ink stock`, () => import('#features/stock/web/ink-stock.tsx'), 'InkStockPage'),
    screen(
      admin.addInkStock,
      t`Add ink stock`,
      () => import('#features/stock/web/stock-form-pages.tsx'),
      'InkStockFormPage',
    ),
    screen(admin.inkUse, t`Ink use`, () => import('#features/stock/web/ink-use-page.tsx'), 'InkUsePage'),
    screen(
      admin.certificateStock,
      t`Certificate stock`,
      () => import('#features/stock/web/certificate-stock.tsx'),
      'CertificateStockPage',
    ),
    screen(
      admin.addCertificateStock,
      t`Add certificate stock`,
      () => import('#features/stock/web/stock-form-pages.tsx'),
      'CertificateStockFormPage',
    ),
    screen(admin.custody, t`Custody`, () => import('#features/stock/web/custody-page.tsx'), 'CustodyPage'),
    screen(
      admin.stockCounts,
      t`Stock counts`,
      () => import('#features/stock/web/stock-counts-page.tsx'),
      'StockCountsPage',
    ),
    screen(
      `${admin.stockCounts}/$id`,
      t`Stock count`,
      () => import('#features/stock/web/stock-count-page.tsx'),
      'StockCountPage',
    ),
    screen(
      admin.demandDrafts,
      t`Demand drafts`,
      () => import('#features/fees/web/demand-drafts-page.tsx'),
      'DemandDraftsPage',
    ),
    screen(
      admin.depositSlips,
      t`Deposit slips`,
      () => import('#features/demand-drafts/web/deposit-slips-page.tsx'),
      'DepositSlipsPage',
    ),
    screen(
      admin.newDepositSlip,
      t`New deposit slip`,
      () => import('#features/demand-drafts/web/new-deposit-slip-page.tsx'),
      'NewDepositSlipPage',
    ),
    screen(
      admin.bankStatements,
      t`Bank statements`,
      () => import('#features/bank-statements/web/bank-statements-page.tsx'),
      'BankStatementsPage',
    ),
    screen(
      `${admin.bankStatements}/$id`,
      t`Bank statement`,
      () => import('#features/bank-statements/web/bank-statement-page.tsx'),
      'BankStatementPage',
    ),
  ],
};

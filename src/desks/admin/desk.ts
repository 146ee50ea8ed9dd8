import {
  CompletedApplicationsPage,
  ReceiverManagementPage,
  RejectedApplicationsPage,
  TotalApplicationsPage,
} from '#features/applications/web/pages.ts';
import { BankStatementPage, BankStatementsPage } from '#features/bank-statements/web/pages.ts';
import {
  BundlePage,
  BundlesPage,
  NewBundlePage,
  PendingCertificatesPage,
  PrintedCertificatesPage,
} from '#features/certificates/web/pages.ts';
import { CollegeFormPage, CollegesPage } from '#features/colleges/web/pages.ts';
import { DashboardPage, FeeGeneratedPage } from '#features/dashboard/web/pages.ts';
import { DepositSlipsPage, NewDepositSlipPage } from '#features/demand-drafts/web/pages.ts';
import {
  DemandDraftsPage,
  FeeTotalsPage,
  PendingFeePage,
  TotalFeeGeneratedPage,
} from '#features/fees/web/pages.ts';
import { BulkUploadPage } from '#features/imports/web/pages.ts';
import { CompletedPrintingPage, PendingPrintPage } from '#features/print-runs/web/pages.ts';
import { ApprovedForReprintPage, PendingReprintApprovalsPage } from '#features/reprints/web/pages.ts';
import {
  AddApplicationReceiverPage,
  AddAuditorPage,
  AddCaseWorkerPage,
  AddPrinterPage,
  AuditorManagementPage,
  CaseWorkerManagementPage,
  PrinterManagementPage,
  UserManagementPage,
} from '#features/staff/web/pages.ts';
import {
  CertificateStockFormPage,
  CertificateStockPage,
  CustodyPage,
  InkStockFormPage,
  InkStockPage,
  InkUsePage,
  StockCountPage,
  StockCountsPage,
} from '#features/stock/web/pages.ts';
import { StudentFormPage, StudentsPage } from '#features/students/web/pages.ts';
import { type Desk, group, item } from '#platform/web/router/desk.ts';
import { screen } from '#platform/web/router/screen.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';

const admin = paths.admin;

/** The administrator: everything that is managed. The specification's entries come first in their groups. */
export const adminDesk: Desk = [
  { ...item('home', screen(admin.dashboard, t`Dashboard`, DashboardPage)), label: t`Home` },
  item('users', screen(admin.userManagement, t`User management`, UserManagementPage), [
    screen(admin.caseWorkerManagement, t`Case worker management`, CaseWorkerManagementPage),
    screen(admin.applicationReceiverManagement, t`Application receiver management`, ReceiverManagementPage),
    screen(admin.printerManagement, t`Printer management`, PrinterManagementPage),
    screen(admin.auditorManagement, t`Auditor management`, AuditorManagementPage),
  ]),
  group('add', t`Add forms`, [
    screen(admin.addCaseWorker, t`Add case worker`, AddCaseWorkerPage),
    screen(admin.addApplicationReceiver, t`Add application receiver`, AddApplicationReceiverPage),
    screen(admin.addPrinter, t`Add printer`, AddPrinterPage),
    screen(admin.addAuditor, t`Add auditor`, AddAuditorPage),
    screen(admin.addCollege, t`Add college`, CollegeFormPage),
    screen(admin.addStudent, t`Add student`, StudentFormPage),
    screen('/admin/bulk-upload', t`Bulk Upload`, BulkUploadPage),
  ]),
  group('print', t`Print management`, [
    screen(admin.completedPrinting, t`Completed printing`, CompletedPrintingPage),
    screen(admin.pendingPrint, t`Pending print`, PendingPrintPage),
    screen(admin.approvedForReprint, t`Approved for reprint`, ApprovedForReprintPage),
    screen(admin.pendingReprintApprovals, t`Pending reprint approvals`, PendingReprintApprovalsPage),
  ]),
  group('fee', t`Fee generated`, [
    screen(admin.feeGenerated, t`Fee generated`, FeeGeneratedPage),
    screen(admin.totalFeeGenerated, t`Total fee generated`, TotalFeeGeneratedPage),
    screen(admin.pendingFee, t`Pending fee`, PendingFeePage),
    screen(admin.feeTotals, t`Fee totals`, FeeTotalsPage),
    screen(admin.demandDrafts, t`Demand drafts`, DemandDraftsPage),
    screen(admin.depositSlips, t`Deposit slips`, DepositSlipsPage, [
      screen(admin.newDepositSlip, t`New deposit slip`, NewDepositSlipPage),
    ]),
    screen(admin.bankStatements, t`Bank statements`, BankStatementsPage, [
      screen(`${admin.bankStatements}/$id`, t`Bank statement`, BankStatementPage),
    ]),
  ]),
  group('certificate', t`Convocation certificate`, [
    screen(admin.printedCertificates, t`Printed certificates`, PrintedCertificatesPage),
    screen(admin.pendingCertificates, t`Pending certificates`, PendingCertificatesPage),
    screen(admin.bundles, t`Bundles`, BundlesPage, [
      screen(`${admin.bundles}/$id`, t`Bundle`, BundlePage),
      screen(admin.newBundle(), t`New bundle`, NewBundlePage),
    ]),
  ]),
  group('application', t`Application Management`, [
    screen(admin.totalApplications, t`Total applications`, TotalApplicationsPage),
    screen(admin.completedApplications, t`Completed applications`, CompletedApplicationsPage),
    screen(admin.rejectedApplications, t`Rejected applications`, RejectedApplicationsPage),
  ]),
  item('college', screen(admin.collegeManagement, t`College management`, CollegesPage)),
  item('student', screen(admin.studentMaster, t`Student master`, StudentsPage)),
  group('stock', t`Stock management`, [
    screen(admin.inkStock, t`Ink stock`, InkStockPage, [
      screen(admin.addInkStock, t`Add ink stock`, InkStockFormPage),
    ]),
    screen(admin.certificateStock, t`Certificate stock`, CertificateStockPage, [
      screen(admin.addCertificateStock, t`Add certificate stock`, CertificateStockFormPage),
    ]),
    screen(admin.inkUse, t`Ink use`, InkUsePage),
    screen(admin.custody, t`Custody`, CustodyPage),
    screen(admin.stockCounts, t`Stock counts`, StockCountsPage, [
      screen(`${admin.stockCounts}/$id`, t`Stock count`, StockCountPage),
    ]),
  ]),
];

import * as applications from '#features/applications/web/feature.ts';
import * as bankStatements from '#features/bank-statements/web/feature.ts';
import * as certificates from '#features/certificates/web/feature.ts';
import * as checklist from '#features/checklist/web/feature.ts';
import * as colleges from '#features/colleges/web/feature.ts';
import * as dashboard from '#features/dashboard/web/feature.ts';
import * as demandDrafts from '#features/demand-drafts/web/feature.ts';
import * as exceptions from '#features/exceptions/web/feature.ts';
import * as fees from '#features/fees/web/feature.ts';
import * as findings from '#features/findings/web/feature.ts';
import * as identities from '#features/identities/web/feature.ts';
import * as imports from '#features/imports/web/feature.ts';
import { masterScreens, ProposalsPage } from '#features/masters/web/feature.ts';
import * as packs from '#features/packs/web/feature.ts';
import * as printRuns from '#features/print-runs/web/feature.ts';
import * as recoveries from '#features/recoveries/web/feature.ts';
import * as reprints from '#features/reprints/web/feature.ts';
import * as rolls from '#features/rolls/web/feature.ts';
import * as signing from '#features/signing/web/feature.ts';
import * as staff from '#features/staff/web/feature.ts';
import * as stock from '#features/stock/web/feature.ts';
import * as students from '#features/students/web/feature.ts';
import * as templates from '#features/templates/web/feature.ts';
import { type Desk, formScreen, group, item, screen } from '#platform/web/router/desk.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { DashboardDesk } from '../pages.ts';
import { recordScreens } from '../record-screens.ts';

const admin = paths.admin;
const { application, certificate, draft, sheet, run, person } = recordScreens('admin');

/** The administrator: manages everything. Within each group, the specification's entries come first. */
export const adminDesk: Desk = [
  { ...item('home', screen(admin.dashboard, t`Dashboard`, DashboardDesk)), label: t`Home` },
  item('users', screen(admin.userManagement, t`User management`, staff.UserManagementPage, [person]), [
    screen(admin.caseWorkerManagement, t`Case worker management`, staff.CaseWorkerManagementPage),
    screen(
      admin.applicationReceiverManagement,
      t`Application receiver management`,
      applications.ReceiverManagementPage,
    ),
    screen(admin.printerManagement, t`Printer management`, staff.PrinterManagementPage),
    screen(admin.auditorManagement, t`Auditor management`, staff.AuditorManagementPage),
  ]),
  group('add', t`Add forms`, [
    screen(admin.addCaseWorker, t`Add case worker`, staff.AddCaseWorkerPage),
    screen(admin.addApplicationReceiver, t`Add application receiver`, staff.AddApplicationReceiverPage),
    screen(admin.addPrinter, t`Add printer`, staff.AddPrinterPage),
    screen(admin.addAuditor, t`Add auditor`, staff.AddAuditorPage),
    formScreen(admin.addCollege, { add: t`Add college`, edit: t`Edit college` }, colleges.CollegeFormPage),
    formScreen(admin.addStudent, { add: t`Add student`, edit: t`Edit student` }, students.StudentFormPage),
    screen('/admin/bulk-upload', t`Bulk Upload`, imports.BulkUploadPage),
  ]),
  group('print', t`Print management`, [
    screen(admin.completedPrinting, t`Completed printing`, printRuns.CompletedPrintingPage, [run]),
    screen(admin.pendingPrint, t`Pending print`, printRuns.PendingPrintPage),
    screen(admin.approvedForReprint, t`Approved for reprint`, reprints.ApprovedForReprintPage),
    screen(admin.pendingReprintApprovals, t`Pending reprint approvals`, reprints.PendingReprintApprovalsPage),
    screen(admin.signingBatches, t`Signing batches`, signing.SigningBatchesPage, [
      screen(`${admin.signingBatches}/$id`, t`Signing batch`, signing.SigningBatchPage),
      screen(admin.newSigningBatch, t`New signing batch`, signing.NewSigningBatchPage),
    ]),
  ]),
  group('fee', t`Fee generated`, [
    screen(admin.feeGenerated, t`Fee generated`, dashboard.FeeGeneratedPage, [
      screen(admin.feeTotals, t`Fee totals`, fees.FeeTotalsPage),
      screen(admin.feeCollected, t`Fee collected`, fees.CollectionsPage),
    ]),
    screen(admin.totalFeeGenerated, t`Total fee generated`, fees.TotalFeeGeneratedPage),
    screen(admin.pendingFee, t`Pending fee`, fees.PendingFeePage),
    screen(admin.demandDrafts, t`Demand drafts`, fees.DemandDraftsPage, [draft]),
    screen(admin.depositSlips, t`Deposit slips`, demandDrafts.DepositSlipsPage, [
      screen(admin.newDepositSlip, t`New deposit slip`, demandDrafts.NewDepositSlipPage),
    ]),
    screen(admin.bankStatements, t`Bank statements`, bankStatements.BankStatementsPage, [
      screen(`${admin.bankStatements}/$id`, t`Bank statement`, bankStatements.BankStatementPage),
    ]),
  ]),
  group('certificate', t`Convocation certificate`, [
    screen(admin.printedCertificates, t`Printed certificates`, certificates.PrintedCertificatesPage, [
      certificate,
    ]),
    screen(admin.pendingCertificates, t`Pending certificates`, certificates.PendingCertificatesPage),
    screen(admin.bundles, t`Bundles`, certificates.BundlesPage, [
      screen(`${admin.bundles}/$id`, t`Bundle`, certificates.BundlePage),
      screen(admin.newBundle(), t`New bundle`, certificates.NewBundlePage),
    ]),
    screen(admin.revocations, t`Revocations`, certificates.RevocationsPage),
    screen(admin.rolls, t`Convocation rolls`, rolls.RollsPage, [
      screen(`${admin.rolls}/$id`, t`Roll`, rolls.RollPage),
      screen('/admin/degree-register/$id', t`Degree register`, rolls.RegisterPage),
    ]),
  ]),
  group('application', t`Application Management`, [
    screen(admin.totalApplications, t`Total applications`, applications.TotalApplicationsPage, [application]),
    screen(admin.completedApplications, t`Completed applications`, applications.CompletedApplicationsPage),
    screen(admin.rejectedApplications, t`Rejected applications`, applications.RejectedApplicationsPage),
  ]),
  item('college', screen(admin.collegeManagement, t`College management`, colleges.CollegesPage)),
  item('student', screen(admin.studentMaster, t`Student master`, students.StudentsPage)),
  group('stock', t`Stock management`, [
    screen(admin.inkStock, t`Ink stock`, stock.InkStockPage, [
      formScreen(
        admin.addInkStock,
        { add: t`Add ink stock`, edit: t`Edit ink stock` },
        stock.InkStockFormPage,
      ),
      screen(admin.inkUse, t`Ink use`, stock.InkUsePage),
    ]),
    screen(admin.certificateStock, t`Certificate stock`, stock.CertificateStockPage, [
      formScreen(
        admin.addCertificateStock,
        { add: t`Add certificate stock`, edit: t`Edit certificate stock` },
        stock.CertificateStockFormPage,
      ),
    ]),
    screen(admin.custody, t`Custody`, stock.CustodyPage, [
      sheet,
      screen(admin.stockCounts, t`Stock counts`, stock.StockCountsPage, [
        screen(`${admin.stockCounts}/$id`, t`Stock count`, stock.StockCountPage),
      ]),
    ]),
  ]),
  item(
    'finding',
    screen(admin.findings, t`Findings`, findings.FindingsPage, [
      screen(`${admin.findings}/$id`, t`Finding`, findings.FindingPage),
    ]),
  ),
  group('settings', t`Settings`, [
    ...masterScreens('admin'),
    screen(admin.templates, t`Templates`, templates.TemplatesPage, [
      screen(`${admin.templates}/$id`, t`Template`, templates.TemplatePage),
    ]),
    screen(admin.proposals, t`Proposals`, ProposalsPage),
    screen(admin.exceptionLimits, t`Limits of exceptions`, exceptions.ExceptionLimitsPage),
    screen(admin.identityCollisions, t`Duplicate numbers`, identities.CollisionsPage),
    {
      ...screen(admin.checklist, t`Set-up`, checklist.ChecklistPage, [
        screen(admin.pack, t`Pack`, packs.PackPage),
        screen(admin.openingBalances(), t`Opening balances`, imports.OpeningBalancesPage),
        screen(admin.recovery, t`Restores`, recoveries.RecoveryPage),
      ]),
      isSetUp: true,
    },
  ]),
];

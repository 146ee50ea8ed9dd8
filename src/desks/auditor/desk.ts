import * as applications from '#features/applications/web/feature.ts';
import * as audit from '#features/audit/web/feature.ts';
import * as bankStatements from '#features/bank-statements/web/feature.ts';
import * as books from '#features/books/web/feature.ts';
import * as certificates from '#features/certificates/web/feature.ts';
import * as dashboard from '#features/dashboard/web/feature.ts';
import * as demandDrafts from '#features/demand-drafts/web/feature.ts';
import * as exceptions from '#features/exceptions/web/feature.ts';
import * as fees from '#features/fees/web/feature.ts';
import * as findings from '#features/findings/web/feature.ts';
import { masterScreens, ProposalsPage } from '#features/masters/web/feature.ts';
import * as printRuns from '#features/print-runs/web/feature.ts';
import { RecordPageOfKind } from '#features/records/web/feature.ts';
import * as recoveries from '#features/recoveries/web/feature.ts';
import * as rolls from '#features/rolls/web/feature.ts';
import * as signing from '#features/signing/web/feature.ts';
import * as staff from '#features/staff/web/feature.ts';
import * as stock from '#features/stock/web/feature.ts';
import * as templates from '#features/templates/web/feature.ts';
import { type Desk, group, item, screen } from '#platform/web/router/desk.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { ConcessionsPage, DraftDaysPage, OverviewDesk, ReprintsPage, SpoilagePage } from '../pages.ts';
import { recordScreens } from '../record-screens.ts';

const auditor = paths.auditor;
const { application, certificate, draft, sheet, person } = recordScreens('auditor');

/** The auditor: reads everything, changes no record of the other desks. */
export const auditorDesk: Desk = [
  item('overview', screen(auditor.overview, t`Overview`, OverviewDesk)),
  item('log', screen(auditor.auditLog, t`Audit log`, audit.AuditLogPage, [person]), [
    screen(auditor.accessLog, t`Access log`, audit.AccessLogPage),
    screen(auditor.people, t`People`, staff.PeopleOnDayPage),
    screen(auditor.mastersChanged, t`Masters changed`, audit.MastersChangedPage),
  ]),
  item(
    'application',
    screen(auditor.applications, t`Applications`, applications.TotalApplicationsPage, [application]),
  ),
  item('fee', screen(auditor.fees, t`Fees`, dashboard.AuditorFeesPage), [
    screen(auditor.feeTotals, t`Fee totals`, fees.FeeTotalsPage),
    screen(auditor.feeCollected, t`Fee collected`, fees.CollectionsPage),
    screen(auditor.concessions, t`Concessions`, ConcessionsPage),
    screen(auditor.draftDays, t`Draft days`, DraftDaysPage),
    screen(auditor.demandDrafts, t`Demand drafts`, fees.DemandDraftsPage, [draft]),
    screen(auditor.depositSlips, t`Deposit slips`, demandDrafts.DepositSlipsPage),
    screen(auditor.bankStatements, t`Bank statements`, bankStatements.BankStatementsPage, [
      screen(`${auditor.bankStatements}/$id`, t`Bank statement`, bankStatements.BankStatementPage),
    ]),
  ]),
  item(
    'certificate',
    screen(auditor.certificates, t`Certificates`, certificates.PrintedCertificatesPage, [certificate]),
    [
      screen(auditor.printRuns, t`Print runs`, printRuns.PrintRunsPage, [
        screen(`${auditor.printRuns}/$id`, t`Print run`, RecordPageOfKind),
      ]),
      screen(auditor.reprints, t`Reprints`, ReprintsPage),
      screen(auditor.spoilage, t`Spoilage`, SpoilagePage),
      screen(auditor.signingBatches, t`Signing batches`, signing.SigningBatchesPage, [
        screen(`${auditor.signingBatches}/$id`, t`Signing batch`, signing.SigningBatchPage),
      ]),
      screen(auditor.bundles, t`Bundles`, certificates.BundlesPage, [
        screen(`${auditor.bundles}/$id`, t`Bundle`, certificates.BundlePage),
      ]),
      screen(auditor.revocations, t`Revocations`, certificates.RevocationsPage),
      screen(auditor.rolls, t`Convocation rolls`, rolls.RollsPage, [
        screen(`${auditor.rolls}/$id`, t`Roll`, rolls.RollPage),
        screen('/auditor/degree-register/$id', t`Degree register`, rolls.RegisterPage),
      ]),
    ],
  ),
  item(
    'stock',
    screen(auditor.stock, t`Stock`, stock.StockPage, [
      screen(`${auditor.stockCounts}/$id`, t`Stock count`, stock.StockCountPage),
      sheet,
    ]),
  ),
  item(
    'exceptions',
    screen(auditor.exceptions, t`Exceptions`, exceptions.ExceptionsPage, [
      screen(`${auditor.exceptions}/$rule`, t`Exceptions of a rule`, exceptions.ExceptionHitsPage),
    ]),
  ),
  item(
    'finding',
    screen(auditor.findings, t`Findings`, findings.FindingsPage, [
      screen(auditor.inspectionReports, t`Inspection reports`, findings.InspectionReportsPage),
      screen(`${auditor.findings}/$id`, t`Finding`, findings.FindingPage),
    ]),
  ),
  item(
    'queue',
    screen(auditor.books, t`Books as of a day`, books.BooksPage, [
      screen(auditor.bookRows, t`Records of a figure`, books.BookRowsPage),
      screen(auditor.handingOver, t`Handing over of charge`, books.HandingOverPage),
    ]),
  ),
  item('proof', screen(auditor.proof, t`Proof of the log`, audit.ProofPage)),
  group('settings', t`Settings`, [
    screen(auditor.recovery, t`Restores`, recoveries.RecoveryPage),
    screen(auditor.exceptionLimits, t`Limits of exceptions`, exceptions.ExceptionLimitsPage),
    ...masterScreens('auditor'),
    screen(auditor.templates, t`Templates`, templates.TemplatesPage, [
      screen(`${auditor.templates}/$id`, t`Template`, templates.TemplatePage),
    ]),
    screen(auditor.proposals, t`Proposals`, ProposalsPage),
  ]),
];

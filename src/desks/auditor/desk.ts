import { TotalApplicationsPage } from '#features/applications/web/pages.ts';
import { AccessLogPage, AuditLogPage, AuditorOverviewPage } from '#features/audit/web/pages.ts';
import { BankStatementPage, BankStatementsPage } from '#features/bank-statements/web/pages.ts';
import { BundlePage, BundlesPage, PrintedCertificatesPage } from '#features/certificates/web/pages.ts';
import { AuditorFeesPage } from '#features/dashboard/web/pages.ts';
import { DepositSlipsPage } from '#features/demand-drafts/web/pages.ts';
import { DemandDraftsPage, FeeTotalsPage } from '#features/fees/web/pages.ts';
import { PrintRunPage, PrintRunsPage } from '#features/print-runs/web/pages.ts';
import { StockCountPage, StockPage } from '#features/stock/web/pages.ts';
import { type Desk, item } from '#platform/web/router/desk.ts';
import { screen } from '#platform/web/router/screen.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';

const auditor = paths.auditor;

/** The auditor: reads everything, changes nothing. */
export const auditorDesk: Desk = [
  item('overview', screen(auditor.overview, t`Overview`, AuditorOverviewPage)),
  item('log', screen(auditor.auditLog, t`Audit log`, AuditLogPage), [
    screen(auditor.accessLog, t`Access log`, AccessLogPage),
  ]),
  item('application', screen(auditor.applications, t`Applications`, TotalApplicationsPage)),
  item('fee', screen(auditor.fees, t`Fees`, AuditorFeesPage), [
    screen(auditor.feeTotals, t`Fee totals`, FeeTotalsPage),
    screen(auditor.demandDrafts, t`Demand drafts`, DemandDraftsPage),
    screen(auditor.depositSlips, t`Deposit slips`, DepositSlipsPage),
    screen(auditor.bankStatements, t`Bank statements`, BankStatementsPage, [
      screen(`${auditor.bankStatements}/$id`, t`Bank statement`, BankStatementPage),
    ]),
  ]),
  item('certificate', screen(auditor.certificates, t`Certificates`, PrintedCertificatesPage), [
    screen(auditor.printRuns, t`Print runs`, PrintRunsPage, [
      screen(`${auditor.printRuns}/$id`, t`Print run`, PrintRunPage),
    ]),
    screen(auditor.bundles, t`Bundles`, BundlesPage, [
      screen(`${auditor.bundles}/$id`, t`Bundle`, BundlePage),
    ]),
  ]),
  item(
    'stock',
    screen(auditor.stock, t`Stock`, StockPage, [
      screen(`${auditor.stockCounts}/$id`, t`Stock count`, StockCountPage),
    ]),
  ),
];

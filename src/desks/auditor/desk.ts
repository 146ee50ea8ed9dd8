import type { Desk } from '#platform/web/router/desk.ts';
import { screen } from '#platform/web/router/screen.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';

const auditor = paths.auditor;

/** The auditor: reads everything, changes nothing. */
export const auditorDesk: Desk = {
  menu: [
    { label: t`Overview`, icon: 'overview', to: auditor.overview },
    { label: t`Audit log`, icon: 'log', to: auditor.auditLog },
    { label: t`Applications`, icon: 'application', to: auditor.applications },
    { label: t`Fees`, icon: 'fee', to: auditor.fees },
    { label: t`Certificates`, icon: 'certificate', to: auditor.certificates },
    { label: t`Stock`, icon: 'stock', to: auditor.stock },
  ],
  screens: [
    screen(
      auditor.bundles,
      t`Bundles`,
      () => import('#features/certificates/web/bundles-page.tsx'),
      'BundlesPage',
    ),
    screen(
      `${auditor.bundles}/$id`,
      t`Bundle`,
      () => import('#features/certificates/web/bundle-page.tsx'),
      'BundlePage',
    ),
    screen(auditor.stock, t`Stock`, () => import('#features/stock/web/stock-page.tsx'), 'StockPage'),
    screen(
      `${auditor.stockCounts}/$id`,
      t`Stock count`,
      () => import('#features/stock/web/stock-count-page.tsx'),
      'StockCountPage',
    ),
    screen(
      auditor.printRuns,
      t`Print runs`,
      () => import('#features/print-runs/web/print-runs-page.tsx'),
      'PrintRunsPage',
    ),
    screen(
      `${auditor.printRuns}/$id`,
      t`Print run`,
      () => import('#features/print-runs/web/print-run-page.tsx'),
      'PrintRunPage',
    ),
    screen(
      auditor.overview,
      t`Overview`,
      () => import('#features/audit/web/overview-page.tsx'),
      'AuditorOverviewPage',
    ),
    screen(
      auditor.auditLog,
      t`Audit log`,
      () => import('#features/audit/web/audit-log-page.tsx'),
      'AuditLogPage',
    ),
    screen(
      auditor.accessLog,
      t`Access log`,
      () => import('#features/audit/web/access-log-page.tsx'),
      'AccessLogPage',
    ),
    screen(
      auditor.applications,
      t`Applications`,
      () => import('#features/applications/web/total-applications-page.tsx'),
      'TotalApplicationsPage',
    ),
    screen(auditor.fees, t`Fees`, () => import('#features/dashboard/web/fees-page.tsx'), 'AuditorFeesPage'),
    screen(
      auditor.feeTotals,
      t`Fee totals`,
      () => import('#features/fees/web/fee-totals-page.tsx'),
      'FeeTotalsPage',
    ),
    screen(
      auditor.certificates,
      t`Certificates`,
      () => import('#features/certificates/web/printed-certificates-page.tsx'),
      'PrintedCertificatesPage',
    ),
    screen(
      auditor.demandDrafts,
      t`Demand drafts`,
      () => import('#features/fees/web/demand-drafts-page.tsx'),
      'DemandDraftsPage',
    ),
    screen(
      auditor.depositSlips,
      t`Deposit slips`,
      () => import('#features/demand-drafts/web/deposit-slips-page.tsx'),
      'DepositSlipsPage',
    ),
    screen(
      auditor.bankStatements,
      t`Bank statements`,
      () => import('#features/bank-statements/web/bank-statements-page.tsx'),
      'BankStatementsPage',
    ),
    screen(
      `${auditor.bankStatements}/$id`,
      t`Bank statement`,
      () => import('#features/bank-statements/web/bank-statement-page.tsx'),
      'BankStatementPage',
    ),
  ],
};

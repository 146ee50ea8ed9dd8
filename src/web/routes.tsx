import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
  redirect,
  useMatches,
} from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { Session } from '#shared/session.ts';
import { t } from '#shared/words.ts';
import { loadSession } from './api/session.ts';
import { useSignInAgainAsked } from './api/sign-in-again.ts';
import { switchLanguage } from './languages/language.ts';
import { paths, signInPath } from './paths.ts';
import { parseSearch, stringifySearch } from './search-params.ts';
import { ErrorPage } from './shell/error-page.tsx';
import { LoadingPage } from './shell/loading-page.tsx';
import { NotFoundPage } from './shell/not-found-page.tsx';
import { RootFrame } from './shell/root-frame.tsx';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** What the document's title and the route announcer say. */
    title?: string;
  }
}

async function loadSignInAgainDialog() {
  const { SignInAgainDialog } = await import('#features/auth/web/sign-in-again-dialog.tsx');
  return { default: SignInAgainDialog };
}

const SignInAgainDialog = lazy(loadSignInAgainDialog);

const OpenByScan = lazy(async () => {
  const { OpenByScan } = await import('#features/applications/web/open-by-scan.tsx');
  return { default: OpenByScan };
});

function Root() {
  const asked = useSignInAgainAsked();
  const isAtDesk = useMatches({
    select: (matches) => matches.some(({ routeId }) => routeId === shellRoute.id),
  });
  return (
    <RootFrame>
      {isAtDesk && (
        <Suspense>
          <OpenByScan />
        </Suspense>
      )}
      {asked && (
        <Suspense>
          <SignInAgainDialog />
        </Suspense>
      )}
    </RootFrame>
  );
}

const rootRoute = createRootRoute({ component: Root, notFoundComponent: NotFoundPage });

const publicRoutes = [
  publicPage(
    paths.login,
    t`Sign in`,
    lazyRouteComponent(() => import('#features/auth/web/sign-in-page.tsx'), 'SignInPage'),
  ),
  publicPage(
    paths.verify,
    t`Verify a certificate`,
    lazyRouteComponent(() => import('#features/verification/web/verify-page.tsx'), 'VerifyPage'),
  ),
  publicPage(
    paths.outbox,
    'Demo outbox',
    lazyRouteComponent(() => import('./demo/outbox-page.tsx'), 'OutboxPage'),
  ),
];

/** Every page below asks for a session, and before it for an own password and a chosen authenticator app. */
const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: async ({ location }) => {
    const session = await loadSession();
    if (!session) throw redirect({ href: signInPath(location.href), replace: true });
    // The page is about to be loaded anew: nothing of it is shown in the wrong language.
    if (switchLanguage(session.preferences.language)) await new Promise(() => {});
    const first = pageBeforeAll(session);
    if (first && location.pathname !== first) {
      // From one of these pages to the other, the way back stays the one to the page that was asked for.
      const { next = location.href }: { next?: string } = isBeforeAll(location.pathname)
        ? location.search
        : {};
      throw redirect({ href: `${first}?${new URLSearchParams({ next })}`, replace: true });
    }
  },
});

function pageBeforeAll(session: Session): string | null {
  if (session.mustChangePassword) return paths.firstPassword;
  return session.mustEnrolAuthenticator ? paths.firstAuthenticator : null;
}

function isBeforeAll(pathname: string): boolean {
  return pathname === paths.firstPassword || pathname === paths.firstAuthenticator;
}

const firstPasswordRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: paths.firstPassword,
  staticData: { title: t`Choose your password` },
  component: lazyRouteComponent(
    () => import('#features/auth/web/first-password-page.tsx'),
    'FirstPasswordPage',
  ),
});

const firstAuthenticatorRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: paths.firstAuthenticator,
  staticData: { title: t`Set up your authenticator app` },
  component: lazyRouteComponent(
    () => import('#features/auth/web/first-authenticator-page.tsx'),
    'FirstAuthenticatorPage',
  ),
});

const shellRoute = createRoute({
  getParentRoute: () => signedInRoute,
  id: 'shell',
  // The dialog that brings an ended session back has to be there when the network is not; it may wait for the page.
  onEnter: () => void setTimeout(loadSignInAgainDialog, 3_000),
  component: lazyRouteComponent(() => import('./shell/shell-layout.tsx'), 'ShellLayout'),
});

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

const shellRoutes = [
  page(
    paths.account,
    t`My account`,
    lazyRouteComponent(() => import('#features/auth/web/account-page.tsx'), 'AccountPage'),
  ),
  page(
    paths.admin.dashboard,
    t`Dashboard`,
    lazyRouteComponent(() => import('#features/dashboard/web/dashboard-page.tsx'), 'DashboardPage'),
  ),
  page(
    paths.admin.collegeManagement,
    t`College management`,
    lazyRouteComponent(() => import('#features/colleges/web/colleges-page.tsx'), 'CollegesPage'),
  ),
  page(
    paths.admin.addCollege,
    t`Add college`,
    lazyRouteComponent(() => import('#features/colleges/web/college-form-page.tsx'), 'CollegeFormPage'),
  ),
  page(
    paths.admin.studentMaster,
    t`Student master`,
    lazyRouteComponent(() => import('#features/students/web/students-page.tsx'), 'StudentsPage'),
  ),
  page(
    paths.admin.addStudent,
    t`Add student`,
    lazyRouteComponent(() => import('#features/students/web/student-form-page.tsx'), 'StudentFormPage'),
  ),
  page(
    paths.admin.userManagement,
    t`User management`,
    lazyRouteComponent(() => import('#features/staff/web/user-management-page.tsx'), 'UserManagementPage'),
  ),
  page(
    paths.admin.caseWorkerManagement,
    t`Case worker management`,
    lazyRouteComponent(
      () => import('#features/staff/web/role-management-page.tsx'),
      'CaseWorkerManagementPage',
    ),
  ),
  page(
    paths.admin.printerManagement,
    t`Printer management`,
    lazyRouteComponent(() => import('#features/staff/web/role-management-page.tsx'), 'PrinterManagementPage'),
  ),
  page(
    paths.admin.auditorManagement,
    t`Auditor management`,
    lazyRouteComponent(() => import('#features/staff/web/role-management-page.tsx'), 'AuditorManagementPage'),
  ),
  page(
    paths.admin.applicationReceiverManagement,
    t`Application receiver management`,
    lazyRouteComponent(
      () => import('#features/applications/web/receiver-management-page.tsx'),
      'ReceiverManagementPage',
    ),
  ),
  page(
    paths.admin.addCaseWorker,
    t`Add case worker`,
    lazyRouteComponent(() => import('#features/staff/web/staff-form-page.tsx'), 'AddCaseWorkerPage'),
  ),
  page(
    paths.admin.addApplicationReceiver,
    t`Add application receiver`,
    lazyRouteComponent(() => import('#features/staff/web/staff-form-page.tsx'), 'AddApplicationReceiverPage'),
  ),
  page(
    paths.admin.addPrinter,
    t`Add printer`,
    lazyRouteComponent(() => import('#features/staff/web/staff-form-page.tsx'), 'AddPrinterPage'),
  ),
  page(
    paths.admin.addAuditor,
    t`Add auditor`,
    lazyRouteComponent(() => import('#features/staff/web/staff-form-page.tsx'), 'AddAuditorPage'),
  ),
  page(
    '/admin/bulk-upload',
    t`Bulk Upload`,
    lazyRouteComponent(() => import('#features/imports/web/bulk-upload-page.tsx'), 'BulkUploadPage'),
  ),
  page(paths.admin.totalApplications, t`Total applications`, totalApplications),
  page(
    paths.admin.completedApplications,
    t`Completed applications`,
    lazyRouteComponent(
      () => import('#features/applications/web/completed-applications-page.tsx'),
      'CompletedApplicationsPage',
    ),
  ),
  page(
    paths.admin.rejectedApplications,
    t`Rejected applications`,
    lazyRouteComponent(
      () => import('#features/applications/web/rejected-applications-page.tsx'),
      'RejectedApplicationsPage',
    ),
  ),
  page(
    paths.admin.feeGenerated,
    t`Fee generated`,
    lazyRouteComponent(() => import('#features/dashboard/web/fees-page.tsx'), 'FeeGeneratedPage'),
  ),
  page(
    paths.admin.totalFeeGenerated,
    t`Total fee generated`,
    lazyRouteComponent(
      () => import('#features/fees/web/total-fee-generated-page.tsx'),
      'TotalFeeGeneratedPage',
    ),
  ),
  page(
    paths.admin.pendingFee,
    t`Pending fee`,
    lazyRouteComponent(() => import('#features/fees/web/pending-fee-page.tsx'), 'PendingFeePage'),
  ),
  page(paths.admin.feeTotals, t`Fee totals`, feeTotals),
  page(paths.admin.printedCertificates, t`Printed certificates`, printedCertificates),
  page(paths.applicationReceiver.printedCertificates, t`Printed certificates`, printedCertificates),
  page(paths.admin.bundles, t`Bundles`, bundles),
  page(paths.applicationReceiver.bundles, t`Bundles`, bundles),
  page(paths.auditor.bundles, t`Bundles`, bundles),
  page(`${paths.admin.bundles}/$id`, t`Bundle`, bundle),
  page(`${paths.applicationReceiver.bundles}/$id`, t`Bundle`, bundle),
  page(`${paths.auditor.bundles}/$id`, t`Bundle`, bundle),
  page(paths.admin.newBundle(), t`New bundle`, newBundle),
  page(paths.applicationReceiver.newBundle(), t`New bundle`, newBundle),
  page(paths.admin.completedPrinting, t`Completed printing`, completedPrinting),
  page(paths.printer.completedPrinting, t`Completed printing`, completedPrinting),
  page(
    paths.admin.pendingPrint,
    t`Pending print`,
    lazyRouteComponent(() => import('#features/print-runs/web/pending-print-page.tsx'), 'PendingPrintPage'),
  ),
  page(
    paths.admin.pendingCertificates,
    t`Pending certificates`,
    lazyRouteComponent(
      () => import('#features/certificates/web/pending-certificates-page.tsx'),
      'PendingCertificatesPage',
    ),
  ),
  page(
    paths.admin.approvedForReprint,
    t`Approved for reprint`,
    lazyRouteComponent(
      () => import('#features/reprints/web/approved-for-reprint-page.tsx'),
      'ApprovedForReprintPage',
    ),
  ),
  page(
    paths.admin.pendingReprintApprovals,
    t`Pending reprint approvals`,
    lazyRouteComponent(
      () => import('#features/reprints/web/pending-reprint-approvals-page.tsx'),
      'PendingReprintApprovalsPage',
    ),
  ),
  page(
    paths.admin.inkStock,
    t`Ink stock`,
    lazyRouteComponent(() => import('#features/stock/web/ink-stock.tsx'), 'InkStockPage'),
  ),
  page(
    paths.admin.addInkStock,
    t`Add ink stock`,
    lazyRouteComponent(() => import('#features/stock/web/stock-form-pages.tsx'), 'InkStockFormPage'),
  ),
  page(
    paths.admin.inkUse,
    t`Ink use`,
    lazyRouteComponent(() => import('#features/stock/web/ink-use-page.tsx'), 'InkUsePage'),
  ),
  page(
    paths.admin.certificateStock,
    t`Certificate stock`,
    lazyRouteComponent(() => import('#features/stock/web/certificate-stock.tsx'), 'CertificateStockPage'),
  ),
  page(
    paths.admin.addCertificateStock,
    t`Add certificate stock`,
    lazyRouteComponent(() => import('#features/stock/web/stock-form-pages.tsx'), 'CertificateStockFormPage'),
  ),
  page(
    paths.admin.custody,
    t`Custody`,
    lazyRouteComponent(() => import('#features/stock/web/custody-page.tsx'), 'CustodyPage'),
  ),
  page(
    paths.admin.stockCounts,
    t`Stock counts`,
    lazyRouteComponent(() => import('#features/stock/web/stock-counts-page.tsx'), 'StockCountsPage'),
  ),
  page(`${paths.admin.stockCounts}/$id`, t`Stock count`, stockCount),
  page(paths.printer.stock, t`Stock`, stock),
  page(`${paths.printer.stockCounts}/$id`, t`Stock count`, stockCount),
  page(paths.auditor.stock, t`Stock`, stock),
  page(`${paths.auditor.stockCounts}/$id`, t`Stock count`, stockCount),
  page(paths.caseWorker.manageApplication, t`Manage Application`, manageApplications),
  page(
    paths.caseWorker.verifyApplications,
    t`Verify applications`,
    lazyRouteComponent(
      () => import('#features/applications/web/verify-applications-page.tsx'),
      'VerifyApplicationsPage',
    ),
  ),
  page(paths.applicationReceiver.manageApplication, t`Manage Application`, manageApplications),
  page(
    paths.applicationReceiver.newApplication,
    t`New application`,
    lazyRouteComponent(
      () => import('#features/applications/web/application-form-page.tsx'),
      'ApplicationFormPage',
    ),
  ),
  page(
    paths.printer.printQueue,
    t`Print queue`,
    lazyRouteComponent(() => import('#features/print-runs/web/print-queue-page.tsx'), 'PrintQueuePage'),
  ),
  page(paths.printer.printRuns, t`Print runs`, printRuns),
  page(`${paths.printer.printRuns}/$id`, t`Print run`, printRun),
  page(paths.auditor.printRuns, t`Print runs`, printRuns),
  page(`${paths.auditor.printRuns}/$id`, t`Print run`, printRun),
  page(
    paths.printer.printers,
    t`Printers`,
    lazyRouteComponent(() => import('#features/print-runs/web/printers-page.tsx'), 'PrintersPage'),
  ),
  page(
    paths.printer.proofs,
    t`Proof sheets`,
    lazyRouteComponent(() => import('#features/print-runs/web/proofs-page.tsx'), 'ProofsPage'),
  ),
  page(
    paths.printer.reprintRequests,
    t`Reprint requests`,
    lazyRouteComponent(
      () => import('#features/reprints/web/reprint-requests-page.tsx'),
      'ReprintRequestsPage',
    ),
  ),
  page(
    paths.auditor.overview,
    t`Overview`,
    lazyRouteComponent(() => import('#features/audit/web/overview-page.tsx'), 'AuditorOverviewPage'),
  ),
  page(
    paths.auditor.auditLog,
    t`Audit log`,
    lazyRouteComponent(() => import('#features/audit/web/audit-log-page.tsx'), 'AuditLogPage'),
  ),
  page(paths.auditor.applications, t`Applications`, totalApplications),
  page(
    paths.auditor.fees,
    t`Fees`,
    lazyRouteComponent(() => import('#features/dashboard/web/fees-page.tsx'), 'AuditorFeesPage'),
  ),
  page(paths.auditor.feeTotals, t`Fee totals`, feeTotals),
  page(paths.auditor.certificates, t`Certificates`, printedCertificates),
  page(paths.admin.demandDrafts, t`Demand drafts`, demandDrafts),
  page(paths.applicationReceiver.demandDrafts, t`Demand drafts`, demandDrafts),
  page(paths.auditor.demandDrafts, t`Demand drafts`, demandDrafts),
  page(paths.admin.depositSlips, t`Deposit slips`, depositSlips),
  page(paths.applicationReceiver.depositSlips, t`Deposit slips`, depositSlips),
  page(paths.auditor.depositSlips, t`Deposit slips`, depositSlips),
  page(paths.admin.newDepositSlip, t`New deposit slip`, newDepositSlip),
  page(paths.applicationReceiver.newDepositSlip, t`New deposit slip`, newDepositSlip),
  page(paths.admin.bankStatements, t`Bank statements`, bankStatements),
  page(`${paths.admin.bankStatements}/$id`, t`Bank statement`, bankStatement),
  page(paths.auditor.bankStatements, t`Bank statements`, bankStatements),
  page(`${paths.auditor.bankStatements}/$id`, t`Bank statement`, bankStatement),
];

function publicPage(path: string, title: string, component: RouteComponent) {
  return createRoute({ getParentRoute: () => rootRoute, path, staticData: { title }, component });
}

function page(path: string, title: string, component: RouteComponent) {
  return createRoute({ getParentRoute: () => shellRoute, path, staticData: { title }, component });
}

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    ...publicRoutes,
    signedInRoute.addChildren([
      firstPasswordRoute,
      firstAuthenticatorRoute,
      shellRoute.addChildren(shellRoutes),
    ]),
  ]),
  parseSearch,
  stringifySearch,
  notFoundMode: 'root',
  defaultErrorComponent: ErrorPage,
  defaultPendingComponent: LoadingPage,
  defaultPendingMs: 150,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

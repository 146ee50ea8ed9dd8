import { type AnyRoute, createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { desks } from '#desks/desks.ts';
import { accountScreen, firstScreens, publicScreens } from '#features/auth/web/feature.ts';
import { statusScreen } from '#features/status/web/feature.ts';
import { verifyScreen } from '#features/verification/web/feature.ts';
import { loadSession, useSessionAnswer } from '#platform/web/api/session.ts';
import { useSignInRequest } from '#platform/web/api/sign-in-again.ts';
import { switchLanguage, useLanguage } from '#platform/web/languages/language.ts';
import {
  lazyPages,
  rerenderedOnLanguageChange,
  type Screen,
  screen,
  screensOf,
} from '#platform/web/router/desk.ts';
import { parseSearch, stringifySearch } from '#platform/web/search-params.ts';
import { ErrorPage, NotFoundPage } from '#platform/web/shell/message-page.tsx';
import { LoadingPage, RootFrame } from '#platform/web/shell/root-frame.tsx';
import { signInPath } from '#platform/web/sign-in-path.ts';
import { paths } from '#shared/paths.ts';
import type { Session } from '#shared/session.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Document title, also read by the route announcer. */
    title?: string;
    /** Title while an existing record is edited. */
    editTitle?: string;
  }
}

async function loadSignInAgainDialog() {
  const { SignInAgainDialog } = await import('#features/auth/web/sign-in-again-dialog.tsx');
  return { default: SignInAgainDialog };
}

const SignInAgainDialog = lazy(loadSignInAgainDialog);

function Root() {
  useLanguage();
  const asked = useSignInRequest();
  return (
    <RootFrame>
      {asked && (
        <Suspense>
          <SignInAgainDialog />
        </Suspense>
      )}
    </RootFrame>
  );
}

/** A signed-in person reads this page in their own language, which a new browser learns from the session only. */
function UnknownAddress() {
  // Re-render when the catalog has loaded.
  useLanguage();
  const { session } = useSessionAnswer();
  useEffect(() => {
    // If the catalog cannot be loaded, the page stays in English.
    if (session) void switchLanguage(session.preferences.language).catch(() => {});
  }, [session]);
  return <NotFoundPage />;
}

const rootRoute = createRootRoute({ component: Root, notFoundComponent: UnknownAddress });

const { OutboxPage } = lazyPages(() => import('./outbox-page.tsx'));
const publicPages = [
  ...publicScreens,
  verifyScreen,
  statusScreen,
  screen(paths.outbox, 'Demo outbox', OutboxPage),
];

/** Every page below requires a session, and first an own password and an enrolled authenticator app. */
const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: async ({ location }) => {
    const session = await loadSession();
    if (!session) throw redirect({ href: signInPath(location.href), replace: true });
    // Switch before anything is shown; if the catalog cannot be loaded, the language of the device stays.
    await switchLanguage(session.preferences.language).catch(() => {});
    const first = pageBeforeAll(session);
    if (first && location.pathname !== first) {
      // Between these pages, `next` stays the page that was requested first.
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

/**
 * Preloads what may load after the first page of a desk: the sign-in-again dialog, which must work while the network is
 * down; the viewer of scanned receipts; and the certificate page, which shares most components with lists and other
 * records.
 */
function fetchAhead(): void {
  // Failed preloads are loaded again when needed.
  loadSignInAgainDialog().catch(() => {});
  import('#platform/web/components/document/pdf-pages.ts').catch(() => {});
  import('#features/records/web/certificate-record-page.tsx').catch(() => {});
}

const shellRoute = createRoute({
  getParentRoute: () => signedInRoute,
  id: 'shell',
  onEnter: () => void setTimeout(fetchAhead, 3_000),
  component: rerenderedOnLanguageChange(lazyPages(() => import('./desk.tsx')).Desk),
});

function pageBelow(parent: AnyRoute) {
  return ({ path, title, editTitle, component }: Screen) =>
    createRoute({ getParentRoute: () => parent, path, staticData: { title, editTitle }, component });
}

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    ...publicPages.map(pageBelow(rootRoute)),
    signedInRoute.addChildren([
      ...firstScreens.map(pageBelow(signedInRoute)),
      shellRoute.addChildren(
        [accountScreen, ...Object.values(desks).flatMap(screensOf)].map(pageBelow(shellRoute)),
      ),
    ]),
  ]),
  parseSearch,
  stringifySearch,
  notFoundMode: 'root',
  defaultErrorComponent: ErrorPage,
  defaultPendingComponent: LoadingPage,
  defaultPendingMs: 150,
  // Show a loaded screen at once; by default the router would keep the pending state for half a second.
  defaultPendingMinMs: 0,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

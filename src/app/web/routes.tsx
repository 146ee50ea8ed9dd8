import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { desks } from '#desks/desks.ts';
import { loadSession, useSessionAnswer } from '#platform/web/api/session.ts';
import { useSignInAgainAsked } from '#platform/web/api/sign-in-again.ts';
import { switchLanguage, useLanguage } from '#platform/web/languages/language.ts';
import { type Screen, screen, screensOf, worded } from '#platform/web/router/desk.ts';
import { parseSearch, stringifySearch } from '#platform/web/search-params.ts';
import { ErrorPage, NotFoundPage } from '#platform/web/shell/message-page.tsx';
import { LoadingPage, RootFrame } from '#platform/web/shell/root-frame.tsx';
import { signInPath } from '#platform/web/sign-in-path.ts';
import { paths } from '#shared/paths.ts';
import type { Session } from '#shared/session.ts';
import { t } from '#shared/words.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** What the document's title and the route announcer say. */
    title?: string;
    /** Of a form that is opened filled in. */
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
  const asked = useSignInAgainAsked();
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

/** Whoever is signed in reads it in their own language, which a new browser knows from the session alone. */
function UnknownAddress() {
  // Drawn anew when the catalog is there.
  useLanguage();
  const { session } = useSessionAnswer();
  useEffect(() => {
    // Without the catalog of that language the page stays in English.
    if (session) void switchLanguage(session.preferences.language).catch(() => {});
  }, [session]);
  return <NotFoundPage />;
}

const rootRoute = createRootRoute({ component: Root, notFoundComponent: UnknownAddress });

const publicPages = [
  screen(
    paths.login,
    t`Sign in`,
    lazyRouteComponent(() => import('#features/auth/web/sign-in-page.tsx'), 'SignInPage'),
  ),
  screen(
    paths.signInWithProvider,
    t`Sign in`,
    lazyRouteComponent(() => import('#features/auth/web/provider-return-page.tsx'), 'ProviderReturnPage'),
  ),
  screen(
    paths.verify,
    t`Verify a certificate`,
    lazyRouteComponent(() => import('#features/verification/web/verify-page.tsx'), 'VerifyPage'),
  ),
  screen(
    paths.status,
    t`Check your application`,
    lazyRouteComponent(() => import('#features/status/web/status-page.tsx'), 'StatusPage'),
  ),
  screen(
    paths.outbox,
    'Demo outbox',
    lazyRouteComponent(() => import('./outbox-page.tsx'), 'OutboxPage'),
  ),
];

/** Every page below asks for a session, and before it for an own password and a chosen authenticator app. */
const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: async ({ location }) => {
    const session = await loadSession();
    if (!session) throw redirect({ href: signInPath(location.href), replace: true });
    // Nothing of it is shown in the wrong language first; without the catalog it is shown in that of the device.
    await switchLanguage(session.preferences.language).catch(() => {});
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

const firstPages = [
  screen(
    paths.firstPassword,
    t`Choose your password`,
    lazyRouteComponent(() => import('#features/auth/web/first-password-page.tsx'), 'FirstPasswordPage'),
  ),
  screen(
    paths.firstAuthenticator,
    t`Set up your authenticator app`,
    lazyRouteComponent(
      () => import('#features/auth/web/first-authenticator-page.tsx'),
      'FirstAuthenticatorPage',
    ),
  ),
];

/**
 * What may wait for the first page of a desk: the dialog that brings an ended session back, which has to be there when the
 * network is not, the viewer of scanned receipts, and the page of a certificate, which has most of what lists and other
 * records are shown with.
 */
function fetchAhead(): void {
  // What cannot be had now is asked for again when it is needed.
  loadSignInAgainDialog().catch(() => {});
  import('#platform/web/components/document/pdf-pages.ts').catch(() => {});
  import('#features/records/web/certificate-record-page.tsx').catch(() => {});
}

const shellRoute = createRoute({
  getParentRoute: () => signedInRoute,
  id: 'shell',
  onEnter: () => void setTimeout(fetchAhead, 3_000),
  component: worded(lazyRouteComponent(() => import('./desk.tsx'), 'Desk')),
});

/** The one screen that every role has. */
const account = screen(
  paths.account,
  t`My account`,
  lazyRouteComponent(() => import('#features/auth/web/account-page.tsx'), 'AccountPage'),
);

function pageBelow(parent: AnyRoute) {
  return ({ path, title, editTitle, component }: Screen) =>
    createRoute({ getParentRoute: () => parent, path, staticData: { title, editTitle }, component });
}

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    ...publicPages.map(pageBelow(rootRoute)),
    signedInRoute.addChildren([
      ...firstPages.map(pageBelow(signedInRoute)),
      shellRoute.addChildren(
        [account, ...Object.values(desks).flatMap(screensOf)].map(pageBelow(shellRoute)),
      ),
    ]),
  ]),
  parseSearch,
  stringifySearch,
  notFoundMode: 'root',
  defaultErrorComponent: ErrorPage,
  defaultPendingComponent: LoadingPage,
  defaultPendingMs: 150,
  // A screen that is there is shown; the router would hold it back for half a second.
  defaultPendingMinMs: 0,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

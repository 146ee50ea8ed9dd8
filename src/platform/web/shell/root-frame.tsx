import { Center, Loader } from '@mantine/core';
import { Outlet, type StaticDataRouteOption, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useLanguage } from '#platform/web/languages/language.ts';
import { titleAt } from '#platform/web/router/desk.ts';
import { said } from '#shared/saying.ts';
import { t } from '#shared/words.ts';

/** What surrounds every page, signed in or not; `children` lie over it. */
export function RootFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <RouteAnnouncer />
      <Outlet />
      {children}
    </>
  );
}

/** Names the page in the window's title, and reads it out when it changes: a single-page portal stays silent otherwise. */
function RouteAnnouncer() {
  useLanguage();
  const named = useRouterState({ select: (state) => titleOf(state.matches.at(-1)) });
  const title = named && said(named);
  useEffect(() => {
    document.title = title ? `${title} · Dikshant` : 'Dikshant';
  }, [title]);
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {title}
    </div>
  );
}

/** Nothing before the first page; every page has a title, so what matches without one is an address that no page has. */
function titleOf(match: { staticData: StaticDataRouteOption; search: { edit?: unknown } } | undefined) {
  if (!match) return undefined;
  const { title = t`There is no page at this address`, ...rest } = match.staticData;
  return titleAt({ title, ...rest }, match.search);
}

/** Shown when a page takes longer than a blink. */
export function LoadingPage() {
  return (
    <Center mih="40vh" role="status" aria-label={t`Loading`}>
      <Loader size="sm" />
    </Center>
  );
}

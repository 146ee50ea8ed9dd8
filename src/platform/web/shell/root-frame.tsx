import { Center, Loader } from '@mantine/core';
import { Outlet, type StaticDataRouteOption, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useLanguage } from '#platform/web/languages/language.ts';
import { titleAt } from '#platform/web/router/desk.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';

/** Surrounds every page, signed in or not; `children` are drawn above it. */
export function RootFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <RouteAnnouncer />
      <Outlet />
      {children}
    </>
  );
}

/** Sets the document title, and announces it when it changes, because single-page navigation is silent otherwise. */
function RouteAnnouncer() {
  useLanguage();
  const named = useRouterState({ select: (state) => titleOf(state.matches.at(-1)) });
  const title = named && translateLabel(named);
  useEffect(() => {
    document.title = title ? `${title} · Dikshant` : 'Dikshant';
  }, [title]);
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {title}
    </div>
  );
}

/** Undefined before the first page. Every page has a title, so a match without one is an unknown URL. */
function titleOf(match: { staticData: StaticDataRouteOption; search: { edit?: unknown } } | undefined) {
  if (!match) return undefined;
  const { title = t`There is no page at this address`, ...rest } = match.staticData;
  return titleAt({ title, ...rest }, match.search);
}

/** Shown when a page takes noticeably long to load. */
export function LoadingPage() {
  return (
    <Center mih="40vh" role="status" aria-label={t`Loading`}>
      <Loader size="sm" />
    </Center>
  );
}

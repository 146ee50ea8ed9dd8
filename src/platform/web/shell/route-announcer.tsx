import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Names the page in the window's title, and reads it out when it changes: a single-page portal stays silent otherwise. */
export function RouteAnnouncer() {
  const title = useRouterState({
    select: (state) =>
      state.matches.some((match) => match.status === 'notFound')
        ? 'Page not found'
        : state.matches.at(-1)?.staticData.title,
  });
  useEffect(() => {
    document.title = title ? `${title} · Dikshant` : 'Dikshant';
  }, [title]);
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {title}
    </div>
  );
}

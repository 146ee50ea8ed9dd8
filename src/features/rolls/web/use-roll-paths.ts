import { useRouterState } from '@tanstack/react-router';
import { deskOf, paths } from '#shared/paths.ts';

/** The addresses of rolls at the desk where the person is: an auditor stays at theirs. */
export function useRollPaths() {
  const isAuditor = useRouterState({ select: (state) => deskOf(state.location.pathname) === 'auditor' });
  return isAuditor ? paths.auditor : paths.admin;
}

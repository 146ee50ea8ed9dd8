import { useRouterState } from '@tanstack/react-router';
import { deskOf, paths } from '#shared/paths.ts';

/** Paths of rolls at the current desk. */
export function useRollPaths() {
  const isAuditor = useRouterState({ select: (state) => deskOf(state.location.pathname) === 'auditor' });
  return isAuditor ? paths.auditor : paths.admin;
}

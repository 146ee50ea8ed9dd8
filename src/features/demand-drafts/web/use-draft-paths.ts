import { useRouterState } from '@tanstack/react-router';
import { deskOf, paths } from '#shared/paths.ts';

/** The addresses of drafts and slips at the desk where the person is. An auditor prepares no slip. */
export function useDraftPaths() {
  const desk = useRouterState({ select: (state) => deskOf(state.location.pathname) });
  if (desk === 'receiver') return paths.applicationReceiver;
  if (desk === 'auditor') return { ...paths.auditor, newDepositSlip: null };
  return paths.admin;
}

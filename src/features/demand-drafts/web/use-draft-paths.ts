import { useRouterState } from '@tanstack/react-router';
import { deskOf, paths } from '#shared/paths.ts';

/** The paths of drafts and slips in the current section. Auditors cannot prepare slips. */
export function useDraftPaths() {
  const desk = useRouterState({ select: (state) => deskOf(state.location.pathname) });
  if (desk === 'receiver') return paths.applicationReceiver;
  if (desk === 'auditor') return { ...paths.auditor, newDepositSlip: null };
  return paths.admin;
}

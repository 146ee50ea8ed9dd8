import { useRouterState } from '@tanstack/react-router';
import { deskOf, paths } from '#shared/paths.ts';

const atAuditor = { ...paths.auditor, newSigningBatch: null };

/** Paths of signing batches at the current desk. An auditor has none for a new batch. */
export function useSigningPaths() {
  const desk = useRouterState({ select: (state) => deskOf(state.location.pathname) });
  if (desk === 'auditor') return atAuditor;
  return desk === 'printer' ? paths.printer : paths.admin;
}

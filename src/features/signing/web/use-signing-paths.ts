import { useRouterState } from '@tanstack/react-router';
import { deskOf, paths } from '#shared/paths.ts';

const atAuditor = { ...paths.auditor, newSigningBatch: null };

/** The addresses of signing batches at the desk where the person is. An auditor sends none. */
export function useSigningPaths() {
  const desk = useRouterState({ select: (state) => deskOf(state.location.pathname) });
  if (desk === 'auditor') return atAuditor;
  return desk === 'printer' ? paths.printer : paths.admin;
}

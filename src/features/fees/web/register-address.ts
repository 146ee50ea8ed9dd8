import { paths } from '#shared/paths.ts';
import type { TotalsPlace } from './totals-section.tsx';

/** The register of demand drafts, narrowed; a college is searched for by its name. */
export function registerAddress(
  { desk, college }: TotalsPlace,
  narrowing: { state?: string; show?: string; q?: string },
): string {
  const chosen = Object.entries(narrowing).filter(([, value]) => value !== 'all');
  const parameters = new URLSearchParams({
    ...(college && { q: college.name }),
    ...Object.fromEntries(chosen),
  });
  const register = desk === 'auditor' ? paths.auditor.demandDrafts : paths.admin.demandDrafts;
  return parameters.size > 0 ? `${register}?${parameters}` : register;
}

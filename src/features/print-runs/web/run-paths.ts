import { deskOf, paths } from '#shared/paths.ts';

/** Paths of print runs at the current desk. */
export function runPaths() {
  return deskOf(window.location.pathname) === 'auditor' ? paths.auditor : paths.printer;
}

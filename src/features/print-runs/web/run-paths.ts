import { deskOf, paths } from '#shared/paths.ts';

/** The addresses of print runs at the desk that is open. */
export function runPaths() {
  return deskOf(window.location.pathname) === 'auditor' ? paths.auditor : paths.printer;
}

import { deskOf, paths } from '#shared/paths.ts';

/** The addresses of templates at the desk that is open. */
export function templatePaths() {
  return deskOf(window.location.pathname) === 'auditor' ? paths.auditor : paths.admin;
}

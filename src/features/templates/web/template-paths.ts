import { deskOf, paths } from '#shared/paths.ts';

/** Paths of templates at the current desk. */
export function templatePaths() {
  return deskOf(window.location.pathname) === 'auditor' ? paths.auditor : paths.admin;
}

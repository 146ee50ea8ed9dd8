import type { Language } from './languages.ts';
import type { Role } from './roles.ts';

/** The guide of a role, built from docs/guide: a page of its own, and no screen. */
export function guidePath(role: Role, language: Language): string {
  return `/guide/${role.replace('_', '-')}${language === 'en' ? '' : `.${language}`}.html`;
}

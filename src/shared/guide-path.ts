import type { Language } from './languages.ts';
import type { Role } from './roles.ts';

/** The guide of a role, built from docs/guide: a static page, not a screen. */
export function guidePath(role: Role, language: Language): string {
  return `/guide/${role.replace('_', '-')}${language === 'en' ? '' : `.${language}`}.html`;
}

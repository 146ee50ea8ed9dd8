import { activateLanguage } from '#platform/web/languages/language.ts';

// Modules translate texts while they load, so the language has to be active first.
await activateLanguage();
await import('./main.tsx');

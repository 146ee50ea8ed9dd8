import { activateLanguage } from '#platform/web/languages/language.ts';

// What people read is looked up where it stands, often while a module loads: the language comes first.
await activateLanguage();
await import('./main.tsx');

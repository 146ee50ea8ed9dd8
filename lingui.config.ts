import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

/** English stands in the code; Kannada and Hindi in src/platform/web/languages: `npm run languages`. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'kn', 'hi'],
  catalogs: [{ path: '<rootDir>/src/platform/web/languages/{locale}', include: ['src'] }],
  macro: { corePackage: ['#shared/words.ts'] },
  format: formatter({ lineNumbers: false, origins: false }),
});

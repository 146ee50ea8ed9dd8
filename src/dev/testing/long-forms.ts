import { globSync, readFileSync } from 'node:fs';

/** The files of tests that `npm run test:long` runs: they ask whether they are to be long, or have a journey `@long`. */
export function withLongForm(pattern: string): string[] {
  return globSync(pattern).filter((file) => /LONG_FORMS|longTest|'@long'/.test(readFileSync(file, 'utf8')));
}

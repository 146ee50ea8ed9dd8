// `npm run migrate`: migrates the database of DATABASE_OWNER_URL (or the embedded one) to the newest schema.
import { prepareDatabase } from '#platform/server/db/prepare-database.ts';
import { withOwnerUrl } from './owner-url.ts';

try {
  const applied = await withOwnerUrl(prepareDatabase);
  console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The schema is up to date.');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

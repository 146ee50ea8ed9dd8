// `npm run migrate`: brings the database of DATABASE_OWNER_URL (or the embedded one) to the newest schema.
import { SchemaMismatchError } from '#platform/server/db/migrate.ts';
import { prepareDatabase } from '#platform/server/db/prepare-database.ts';
import { withOwnerUrl } from './owner-url.ts';

try {
  const applied = await withOwnerUrl(prepareDatabase);
  console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The schema is up to date.');
} catch (error) {
  if (!(error instanceof SchemaMismatchError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

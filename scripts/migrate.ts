// `npm run migrate`: brings the database of DATABASE_OWNER_URL (or the embedded one) to the newest schema.
import { prepareDatabase } from '#server/db/prepare-database.ts';
import { withOwnerUrl } from './owner-url.ts';

const applied = await withOwnerUrl(prepareDatabase);
console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The schema is up to date.');

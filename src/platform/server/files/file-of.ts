import { type RawBuilder, sql } from 'kysely';
import type { FileReference } from '#shared/fields.ts';

/** A row of `files` as screens get it. */
export const fileReference = sql<FileReference>`json_build_object(
  'id', files.id, 'name', files.original_name, 'mediaType', files.media_type, 'byteSize', files.byte_size)`;

/** The file that a column names, as a subquery. */
export function fileOf(column: string): RawBuilder<FileReference | null> {
  return sql`(select ${fileReference} from files where files.id = ${sql.ref(column)})`;
}

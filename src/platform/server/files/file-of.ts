import { type RawBuilder, sql } from 'kysely';
import type { FileReference } from '#shared/fields.ts';

/** SQL for a row of `files` as a `FileReference`. */
export const fileReference = sql<FileReference>`json_build_object(
  'id', files.id, 'name', files.original_name, 'mediaType', files.media_type, 'byteSize', files.byte_size)`;

export function fileOf(column: string): RawBuilder<FileReference | null> {
  return sql`(select ${fileReference} from files where files.id = ${sql.ref(column)})`;
}

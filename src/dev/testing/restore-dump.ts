import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { gunzipSync } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** Restores a gzipped text of scripts/dump-database.ts into an empty database, as psql would. */
export async function restoreDump(client: pg.Client, file: string): Promise<void> {
  const [schema, ...copies] = gunzipSync(await readFile(file))
    .toString()
    .split(/^(?=copy .* from stdin;\n)/m);
  await client.query(schema!);
  for (const copy of copies) {
    const begin = copy.indexOf('\n') + 1;
    // Rows end at a line of `\.`, which no row can be.
    const end = copy.startsWith('\\.\n', begin) ? begin : copy.indexOf('\n\\.\n') + 1;
    await pipeline([copy.slice(begin, end)], client.query(copyFrom(copy.slice(0, begin))));
    const rest = copy.slice(end + '\\.\n'.length);
    if (rest.trim() !== '') await client.query(rest);
  }
}

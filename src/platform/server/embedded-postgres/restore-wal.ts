// What the embedded server calls for each segment that it replays, in its data directory:
//   node restore-wal.ts ARCHIVE/NAME.gz SEGMENT
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

const [from, to] = process.argv.slice(2) as [string, string];
process.exitCode = restore();

/**
 * PostgreSQL takes 1 for the end of the archive and goes on from there as a server of its own; above 125 it gives its recovery up.
 * The end is a segment that a folder does not have, and no error of a disk.
 */
function restore(): number {
  try {
    if (!readdirSync(path.dirname(from)).includes(path.basename(from))) return 1;
    writeFileSync(to, gunzipSync(readFileSync(from)));
    return 0;
  } catch (error) {
    console.error(`${from} cannot be restored: ${(error as Error).message}`);
    return 255;
  }
}

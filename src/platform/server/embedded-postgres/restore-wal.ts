// The embedded server's restore_command, run for each segment in its data directory: node restore-wal.ts
// ARCHIVE/NAME.gz SEGMENT
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

const [from, to] = process.argv.slice(2) as [string, string];
process.exitCode = restore();

/**
 * PostgreSQL treats exit code 1 as the end of the archive and promotes itself; above 125 it aborts recovery. Only a
 * segment missing from a readable folder is the end; a disk error is not.
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

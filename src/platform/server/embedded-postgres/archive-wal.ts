// What the embedded server calls for each segment of its write-ahead log, in its data directory:
//   node archive-wal.ts archive SEGMENT ARCHIVE/NAME.gz     ends with 0 only when the segment is on the disk under its name
//   node archive-wal.ts restore ARCHIVE/NAME.gz SEGMENT
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { writeDurably } from '../files/write-durably.ts';

const [act, from, to] = process.argv.slice(2) as ['archive' | 'restore', string, string];
if (act === 'archive') await archive();
else process.exitCode = restore();

async function archive(): Promise<void> {
  const bytes = readFileSync(from);
  if (!existsSync(to)) return writeDurably(to, gzipSync(bytes, { level: 1 }));
  // The same one again is fine: its server was killed before it had noted it. Another one would be somebody else's.
  if (gunzipSync(readFileSync(to)).equals(bytes)) return;
  console.error(`${to} is another segment of the same name`);
  process.exitCode = 1;
}

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

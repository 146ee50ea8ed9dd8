import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { namesIn } from './backup-folder.ts';

const segmentBytes = 16 * 1024 * 1024;
/** With segments of 16 MiB, the last eight digits of a name count to this. */
const segmentsOfLog = 256;

/**
 * The first fault of an archive from a segment on, as text; null if every segment exists and is readable. A server that
 * replays the archive would take a damaged segment for its end.
 */
export async function findArchiveFault(folder: string, firstSegment: string): Promise<string | null> {
  const names = (await namesIn(folder)).filter((name) => /^[0-9A-F]{24}\.gz$/.test(name));
  const segments = names.map((name) => name.slice(0, 24)).filter((name) => name >= firstSegment);
  let expected = firstSegment;
  for (const segment of segments) {
    if (segment !== expected) return `segment ${expected} is missing`;
    const bytes = await readFile(path.join(folder, `${segment}.gz`))
      .then(promisify(gunzip))
      // Unreadable and not decompressible both count as damaged.
      .catch(() => null);
    if (bytes?.length !== segmentBytes) return `segment ${segment} is damaged`;
    expected = segmentAfter(segment);
  }
  return segments.length === 0 ? `segment ${firstSegment} is missing` : null;
}

function segmentAfter(segment: string): string {
  const [log, number] = [Number.parseInt(segment.slice(8, 16), 16), Number.parseInt(segment.slice(16), 16)];
  const next = log * segmentsOfLog + number + 1;
  const digits = (of: number) => of.toString(16).toUpperCase().padStart(8, '0');
  return segment.slice(0, 8) + digits(Math.floor(next / segmentsOfLog)) + digits(next % segmentsOfLog);
}

import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../harness/portal.ts';
import { between } from '../harness/random.ts';
import { emptyUniversity, type University } from '../set-up/a-university.ts';
import { newOutside, type Outside } from './b-command.ts';

// The issue: "The embedded server archives WAL from its first start (gzipped segments, `archive_timeout` 60 s)".

let university: University;
let outside: Outside;

beforeAll(async () => {
  outside = newOutside();
  university = await emptyUniversity(outside.env);
}, 240_000);
afterAll(() => university?.remove());

/** Segments wherever the archive is: outside, or in the data directory but not the server's own. */
function segments(): string[] {
  const below = (folder: string): string[] =>
    readdirSync(folder).flatMap((name) => {
      const file = path.join(folder, name);
      if (name === 'pgdata') return [];
      return statSync(file).isDirectory() ? below(file) : [file];
    });
  return [...below(outside.folder), ...below(university.directory)]
    .filter((file) => /[0-9A-F]{24}(\.gz)?$/.test(file))
    .sort();
}

async function closeSegment(): Promise<string> {
  await university.portal.sql('select pg_current_xact_id()');
  const [row] = await university.portal.sql('select pg_walfile_name(pg_switch_wal()) as name');
  return row!.name;
}

describe('9 archive', { timeout: 120_000 }, () => {
  test('9 archive: on from the first start, with a minute at most in one segment', async () => {
    const [row] = await university.portal.sql(
      "select current_setting('archive_mode') as mode, current_setting('archive_timeout') as timeout, current_setting('wal_level') as level, current_setting('full_page_writes') as pages",
    );
    expect(row!.mode).toBe('on');
    expect(['60s', '1min']).toContain(row!.timeout);
    expect(['replica', 'logical']).toContain(row!.level);
    expect(row!.pages).toBe('on');
  });

  test('9 archive: a segment comes gzipped, whole, and far smaller than 16 MB', async () => {
    const name = await closeSegment();
    const file = await eventually(() => segments().find((one) => one.includes(name)), {
      within: 60_000,
      what: `segment ${name} in the archive`,
    });
    expect(file).toMatch(/\.gz$/);
    const bytes = readFileSync(file);
    expect(gunzipSync(bytes).length).toBe(16 * 1024 * 1024);
    expect(bytes.length).toBeLessThan(8_000_000);
    expect(statSync(file).mode & 0o077, 'readable by its owner alone').toBe(0);
    expect(segments().filter((one) => /part|tmp/.test(path.basename(one)))).toEqual([]);
  });

  test("9 archive: what it can unpack is the server's own log: pages of this system, of this timeline", async () => {
    const name = await closeSegment();
    const file = await eventually(() => segments().find((one) => one.includes(name)), {
      within: 60_000,
      what: name,
    });
    const header = gunzipSync(readFileSync(file));
    // Long page header: magic, info, timeline, address, rest, system identifier (64 bits, little endian).
    expect(header.readUInt32LE(4), 'timeline').toBe(Number.parseInt(name.slice(0, 8), 16));
    const [system] = await university.portal.sql(
      'select system_identifier::text as id from pg_control_system()',
    );
    expect(header.readBigUInt64LE(24).toString()).toBe(system!.id);
  });

  test('9 archive: a stop between segments leaves none torn, and the archive goes on after the start', async () => {
    const before = segments().length;
    for (let count = between(2, 4); count > 0; count -= 1) await closeSegment();
    await university.portal.stop();
    await university.restart();
    const name = await closeSegment();
    await eventually(() => segments().some((one) => one.includes(name)), { within: 60_000, what: name });
    expect(segments().length).toBeGreaterThan(before + 1);
    for (const file of segments()) expect(gunzipSync(readFileSync(file)).length, file).toBe(16 * 1024 * 1024);
    const [row] = await university.portal.sql('select failed_count::int as failed from pg_stat_archiver');
    expect(row!.failed).toBe(0);
  });
});

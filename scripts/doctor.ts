// `npm run doctor`: looks over an installation, beside a running portal or on a stopped one, and says in words what is
// wrong. Ends with 0 when nothing is, 1 when there are problems, 2 when it could not look.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { readCheckpoints } from '#features/audit/server/checkpoints/checkpoint.ts';
import { readChain } from '#features/audit/server/read-chain.ts';
import { type StoredEvent, verifyChain } from '#features/audit/server/verify-chain.ts';
import { createPool, withClient } from '#platform/server/db/connections.ts';
import { createDb } from '#platform/server/db/database.ts';
import { checkFiles, type Finding } from '#platform/server/doctor/check-files.ts';
import { createFileStore } from '#platform/server/files/file-store.ts';
import type { Settings } from '#platform/server/settings.ts';
import { dayInIndia, formatDay } from '#shared/format.ts';
import { withOwnerUrl } from './owner-url.ts';

const dataDirectory = path.resolve(process.env.DATA_DIRECTORY ?? 'data');

try {
  const hasDatabase = process.env.DATABASE_OWNER_URL || process.env.DATABASE_URL;
  if (!hasDatabase && !existsSync(path.join(dataDirectory, 'postgres')))
    throw new Error(`there is no portal in ${dataDirectory}`);
  const problems = await withOwnerUrl(examine);
  console.log(problems === 0 ? 'No problems found.' : `Problems found: ${problems}.`);
  process.exitCode = problems === 0 ? 0 : 1;
} catch (error) {
  console.error(`Cannot look over this installation: ${error instanceof Error ? error.message : error}`);
  console.error('Check DATABASE_OWNER_URL, or DATA_DIRECTORY of an embedded database.');
  process.exitCode = 2;
}

async function examine(url: string): Promise<number> {
  let problems = 0;
  for (const check of [recoveries, files, auditChain]) {
    for await (const { isProblem, sentence } of check(url)) {
      if (isProblem) problems += 1;
      (isProblem ? console.error : console.log)(sentence);
    }
  }
  return problems;
}

/** What restores took, and one that nobody has completed. */
async function* recoveries(url: string): AsyncGenerator<Finding> {
  yield* await withClient(url, 'backup', async (client) => {
    const { rows: tables } = await client.query(`select to_regclass('recoveries') as found`);
    // A database of an earlier release that waits for its migrations.
    if (!tables[0].found) return [];
    const { rows } = await client.query<{
      restored_at: Date;
      restored_to: Date;
      confirmed_at: Date | null;
      lost: string[];
    }>(
      `select r.*, array(
         select case n.kind when 'serial' then 'serials' else replace(n.kind, '_', ' ') end || ' after ' || coalesce(n.kept_label, 'none') || ' up to ' || n.found_label
           from recovery_numbers n where n.recovery_id = r.id and n.last_found > n.last_kept order by n.series) as lost
         from recoveries r order by restored_at`,
    );
    return rows.map(({ restored_at, restored_to, confirmed_at, lost }) => {
      const day = formatDay(dayInIndia(restored_at));
      return confirmed_at
        ? { isProblem: false, sentence: `Lost in restore on ${day}: ${lost.join('; ') || 'nothing'}.` }
        : {
            isProblem: true,
            sentence: `The portal is in recovery mode since its restore on ${day} to ${restored_to.toISOString()}: it gives no number and prints nothing until an admin has entered the last numbers on paper and another one has confirmed them.`,
          };
    });
  });
}

async function* files(url: string): AsyncGenerator<Finding> {
  const settings = { dataDirectory } as Settings;
  const pool = createPool(url, 'backup');
  try {
    yield* checkFiles({ db: createDb(pool), files: createFileStore(settings), settings });
  } finally {
    await pool.end();
  }
}

async function* auditChain(url: string): AsyncGenerator<Finding> {
  yield await withClient(url, 'backup', async (client) => {
    // One snapshot, so that work that goes on meanwhile does not look like a cut-off end.
    await client.query('begin isolation level repeatable read read only');
    const { rows } = await client.query('select sequence, hash from audit_head');
    const head = { sequence: Number(rows[0].sequence), hash: rows[0].hash as string };
    try {
      return await examineChain(readChain(client), head);
    } catch (error) {
      return { isProblem: true, sentence: `The audit chain is not proven: ${(error as Error).message}.` };
    }
  });
}

/** A portal of today has no checkpoint yet: its chain can only be compared with itself. */
async function examineChain(
  events: AsyncIterable<StoredEvent>,
  head: { sequence: number; hash: string },
): Promise<Finding> {
  const directory = process.env.CHECKPOINT_DIRECTORY ?? path.join(dataDirectory, 'checkpoints');
  const files = await readCheckpoints(directory);
  const known = files
    .filter(({ sequence }) => sequence > 0)
    .map(({ day, ...file }) => ({ ...file, source: `the checkpoint of ${day}` }));
  const anchors = known.length > 0 ? known : [{ ...head, source: 'its own head' }];
  const { checked, fault, provenUpTo } = await verifyChain(events, { head, anchors });
  if (fault) return { isProblem: true, sentence: `The audit chain does not hold: ${fault}.` };
  const proof =
    known.length > 0 ? `up to ${provenUpTo} proven by checkpoints` : 'no checkpoint proves them yet';
  return { isProblem: false, sentence: `The audit chain holds: ${checked} events, ${proof}.` };
}

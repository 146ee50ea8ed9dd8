import { mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { createQueues } from '#app/server/jobs.ts';
import { seedLarge } from '#dev/seed/large.ts';
import { openPortal, type Portal, type PortalOptions, type StaffCaller } from '#dev/testing/open-portal.ts';
import { createPool, withClient } from '#platform/server/db/connections.ts';
import { ensureLoginRole, prepareDatabase, withJobQueue } from '#platform/server/db/prepare-database.ts';
import { startOwnDatabase } from '#platform/server/open-database.ts';

const login = { name: 'dikshant_bench', password: 'only-for-the-benchmark' };

/** A directory that keeps its database from one run to the next: generating a million rows takes minutes. */
const kept = process.env.BENCH_DIRECTORY;

type Measure = (portal: Portal, pool: pg.Pool) => Promise<void>;
type Fill = (urls: { owner: string; portal: string }) => Promise<void>;

/** The whole portal over so many generated applications. */
export async function withLargePortal(
  rows: number,
  measure: Measure,
  options?: PortalOptions,
): Promise<void> {
  await withFilledPortal(({ owner }) => generateRows(owner, rows), measure, options);
}

/**
 * Starts a database of its own and the whole portal over it, and ends both. The database is as the portal ships it: no
 * setting of its own, its log archived.
 */
export async function withFilledPortal(
  fill: Fill,
  measure: Measure,
  options: PortalOptions = {},
): Promise<void> {
  const directory = kept ?? mkdtempSync(path.join(tmpdir(), 'dikshant-bench-'));
  const server = await startOwnDatabase({
    dataDirectory: directory,
    backupDirectory: path.join(directory, 'backups'),
  });
  try {
    const url = await preparedUrl(server.superuserUrl, fill);
    const pool = createPool(url, 'backup', { connections: 20, waiting: 1_000 });
    const portal = await openPortal({ url, ownerUrl: server.superuserUrl, drop: async () => {} }, options);
    try {
      await measure(portal, pool);
    } finally {
      await portal.close();
      await pool.end();
    }
  } finally {
    await server.stop();
    if (!kept) rmSync(directory, { recursive: true, force: true });
  }
}

async function preparedUrl(ownerUrl: string, fill: Fill): Promise<string> {
  await prepareDatabase(ownerUrl);
  await withJobQueue(ownerUrl, createQueues);
  await ensureLoginRole(ownerUrl, login);
  const url = new URL(ownerUrl);
  url.username = login.name;
  url.password = login.password;
  await fill({ owner: ownerUrl, portal: url.href });
  return url.href;
}

async function generateRows(ownerUrl: string, rows: number): Promise<void> {
  if (await hasRows(ownerUrl)) return;
  const start = performance.now();
  await seedLarge(ownerUrl, rows);
  const seconds = (performance.now() - start) / 1000;
  process.stderr.write(`${rows} applications generated in ${seconds.toFixed(0)} s\n`);
}

async function hasRows(ownerUrl: string): Promise<boolean> {
  const { rowCount } = await withClient(ownerUrl, 'backup', (client) =>
    client.query('select from applications limit 1'),
  );
  return rowCount === 1;
}

/** The answer of a GET, read to its last byte. */
export async function request<Answer>(caller: StaffCaller, address: string): Promise<Answer> {
  const response = await caller.fetch(address);
  const body = await response.text();
  if (!response.ok) throw new Error(`${address} was refused: ${body}`);
  return JSON.parse(body) as Answer;
}

/**
 * Milliseconds from a GET to the last byte of its answer, which comes packed as browsers ask for it; what a browser
 * does with it then is not counted.
 */
export async function timeRequest(portal: Portal, caller: StaffCaller, address: string): Promise<number> {
  const start = performance.now();
  const headers = { cookie: caller.cookie, 'accept-encoding': 'gzip, deflate' };
  const status = await new Promise<number>((resolve, reject) => {
    get(`${portal.url}${address}`, { headers }, (response) => {
      response.on('end', () => resolve(response.statusCode!)).on('error', reject);
      response.resume();
    }).on('error', reject);
  });
  if (status !== 200) throw new Error(`${address} was refused with ${status}.`);
  return performance.now() - start;
}

/** Does it again until it was done `atMost` times, or at least `atLeast` times and patience is over. */
export async function repeat(
  work: () => Promise<void>,
  times: { atMost: number; atLeast: number; patienceMs: number },
): Promise<void> {
  const start = performance.now();
  for (let done = 0; done < times.atMost; done += 1) {
    if (done >= times.atLeast && performance.now() - start > times.patienceMs) return;
    await work();
  }
}

export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

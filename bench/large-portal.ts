import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { seedLarge } from '#seed/large.ts';
import { createPool } from '#server/db/database.ts';
import { ensureLoginRole, prepareDatabase } from '#server/db/prepare-database.ts';
import { startEmbeddedPostgres } from '#server/embedded-postgres/embedded-postgres.ts';
import { openPortal, type Portal } from '#testing/open-portal.ts';

const login = { name: 'dikshant_bench', password: 'only-for-the-benchmark' };

/** Starts a database of its own with so many generated applications and the whole portal over it, and ends both. */
export async function withLargePortal(
  rows: number,
  measure: (portal: Portal, pool: pg.Pool) => Promise<void>,
): Promise<void> {
  const directory = mkdtempSync(path.join(tmpdir(), 'dikshant-bench-'));
  const server = await startEmbeddedPostgres({ directory, settings: { shared_buffers: '256MB' } });
  try {
    const url = await prepareRows(server.superuserUrl, rows);
    const pool = createPool(url);
    const portal = await openPortal({ url, ownerUrl: server.superuserUrl, drop: async () => {} }, {});
    try {
      await measure(portal, pool);
    } finally {
      await portal.close();
      await pool.end();
    }
  } finally {
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function prepareRows(ownerUrl: string, rows: number): Promise<string> {
  await prepareDatabase(ownerUrl);
  await ensureLoginRole(ownerUrl, login);
  const start = performance.now();
  await seedLarge(ownerUrl, rows);
  const seconds = (performance.now() - start) / 1000;
  process.stderr.write(`${rows} applications generated in ${seconds.toFixed(0)} s\n`);
  const url = new URL(ownerUrl);
  url.username = login.name;
  url.password = login.password;
  return url.href;
}

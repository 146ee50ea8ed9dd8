import path from 'node:path';
import { test } from '@playwright/test';
import { withClient } from '#platform/server/db/connections.ts';
import { runningServerUrl } from '#platform/server/embedded-postgres/embedded-postgres.ts';

/** Under this name the directory of a shared portal is passed on to the journeys. */
export function directoryVariable(port: number): string {
  return `E2E_DIRECTORY_${port}`;
}

/** What the database of the journey's portal holds, by a statement of the journey's own. */
export async function ask<Row extends object>(statement: string, ...values: unknown[]): Promise<Row[]> {
  const { port } = new URL(test.info().project.use.baseURL!);
  const directory = process.env[directoryVariable(Number(port))]!;
  const url = runningServerUrl(path.join(directory, 'postgres'));
  return withClient(url, 'migration', async (client) => (await client.query(statement, values)).rows);
}

/** The one figure of a statement that counts or adds up. */
export async function count(from: string, ...values: unknown[]): Promise<number> {
  const [row] = await ask<{ count: number }>(`select count(*)::int as count from ${from}`, ...values);
  return row!.count;
}

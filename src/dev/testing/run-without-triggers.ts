import { withClient } from '#platform/server/db/connections.ts';
import type { Portal } from './portal.ts';

/** Runs a statement as the owner with all triggers off: for dates in the past, which no command writes. */
export async function runWithoutTriggers({ ownerUrl }: Portal, statement: string): Promise<void> {
  await withClient(ownerUrl, 'migration', async (client) => {
    await client.query('set session_replication_role = replica');
    await client.query(statement);
  });
}

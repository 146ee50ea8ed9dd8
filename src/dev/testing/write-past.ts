import { withClient } from '#platform/server/db/connections.ts';
import type { Portal } from './portal.ts';

/** Time that has passed, which nobody but the owner writes: past every trigger. */
export async function writePast({ ownerUrl }: Portal, statement: string): Promise<void> {
  await withClient(ownerUrl, 'migration', async (client) => {
    await client.query('set session_replication_role = replica');
    await client.query(statement);
  });
}

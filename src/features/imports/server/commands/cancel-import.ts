import { command } from '#platform/server/command.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import { importCan } from '../../rules.ts';
import { lockImport, updateImport } from '../queries.ts';

/** Cancels an upload. A running job notices the new state and rolls back. */
export const cancelImport = command('cancelImport', async ({ db, audit }, input: { id: string }) => {
  const upload = await lockImport(db, input.id);
  assertAllowed(importCan.cancel(upload));

  await updateImport(db, upload, { state: 'cancelled' });

  audit({
    event: 'imports.cancelled',
    record: { type: 'import', id: upload.id, label: upload.fileName },
    before: { state: upload.state },
    after: { state: 'cancelled' },
  });
  return {};
});

import { assertVersion } from '#platform/server/command.ts';
import { lockOpenDestruction } from '../destructions.ts';
import { stockCommand } from '../papers.ts';

/** Withdraws a record before the second witness signs; the audit log keeps it. */
export const withdrawDestruction = stockCommand('withdrawDestruction', async (transaction, input) => {
  const { db, audit } = transaction;
  const { id, version } = input;
  const destruction = await lockOpenDestruction(db, id);
  await assertVersion(db, { type: 'destruction', row: destruction }, version);

  await db.deleteFrom('destructions').where('id', '=', id).execute();

  const { record, serials, method, destroyed_on: destroyedOn, remarks } = destruction;
  audit({
    event: 'stock.destruction_withdrawn',
    record,
    before: { serials, method, destroyedOn, remarks },
  });
  return {};
});

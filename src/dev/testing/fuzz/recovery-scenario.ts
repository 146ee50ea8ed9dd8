import { v7 as uuid } from 'uuid';
import { withClient } from '#platform/server/db/connections.ts';
import { lostSheet, unchangedLastNumbers } from '../last-numbers.ts';
import type { Staff } from './people.ts';

/** As after a restore: two admins enter how far each count went, and record a sheet again that was lost. */
export async function runRecoveryScenario({ admin, second, portal, office }: Staff): Promise<void> {
  const [blank] = await withClient(portal.ownerUrl, 'migration', async (client) => {
    await client.query('insert into recoveries (id, restored_at, restored_to) values ($1, now(), now())', [
      uuid(),
    ]);
    const { rows } = await client.query(
      `select serial from blanks where state = 'in_store' order by blank_receipt_id, serial limit 1`,
    );
    return rows as { serial: string }[];
  });
  const { recoveries } = admin.api;
  await recoveries.getOpenRecovery();
  const { numbers } = (await recoveries.listRecoveries()).recoveries[0]!;
  const convocationNumber = numbers.find(({ kind, kept }) => kind === 'convocation' && kept !== null)!.kept!;
  const lost = convocationNumber.replace(/\d+$/, (digits) =>
    String(Number(digits) + 1).padStart(digits.length, '0'),
  );
  const entered = await recoveries.enterLastNumbers({
    ...(await unchangedLastNumbers(admin)),
    convocationNumbers: [lost],
    serials: [blank!.serial],
  });
  await second.api.recoveries.confirmLastNumbers(entered);
  const sheet = lostSheet(office, { convocationNumber: lost, serial: blank!.serial });
  const recorded = await recoveries.recordLostSheet(sheet);
  await second.api.recoveries.confirmLostSheet(recorded);
  await recoveries.listLostSheets();
}

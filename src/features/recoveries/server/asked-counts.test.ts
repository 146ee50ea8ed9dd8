import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { createOffice, verifiedCertificate } from '#dev/testing/factories.ts';
import { unchangedLastNumbers } from '#dev/testing/last-numbers.ts';
import { filePortal, type StaffCaller } from '#dev/testing/portal.ts';
import { createPrintRoom, officeWithPaper } from '#dev/testing/print-room.ts';
import { openRecovery } from './open-recovery.ts';

let admin: StaffCaller;
let second: StaffCaller;

const portal = await filePortal();
const office = await officeWithPaper(portal, await createOffice(portal), 5);

const thisYear = new Date().getFullYear();
/** Of the academic year that ends in `year`. */
const verified = async (year: number) =>
  (
    await verifiedCertificate(await createPrintRoom(portal), office, {
      academicYear: `${year - 1}-${String(year).slice(2)}`,
    })
  ).convocationNumber;

async function restored(): Promise<void> {
  await openRecovery(portal.ownerUrl, new Date());
  [admin, second] = await portal.asEach('admin', 'admin');
}

const numbers = async () => (await admin.api.recoveries.listRecoveries()).recoveries[0]!.numbers;
const askedOf = async (name: RegExp) => (await numbers()).find((one) => name.test(one.name))!;

test('a count that began in the gap is asked for, and goes on behind what is on paper', async () => {
  const kept = await verified(thisYear - 3);
  await restored();
  // Of this year nothing is known, nor of one long ago.
  for (const year of [thisYear + 1, thisYear, 2012]) {
    const asked = await askedOf(new RegExp(`${year}$`));
    expect(asked).toMatchObject({ kind: 'convocation', kept: null, found: null, lost: null });
    const nothing = await unchangedLastNumbers(admin);
    await expectDomainError(
      admin.api.recoveries.enterLastNumbers({
        ...nothing,
        unchanged: nothing.unchanged.filter((count) => count !== asked.count),
      }),
      'recoveries.number_missing',
    );
  }
  const entered = await admin.api.recoveries.enterLastNumbers({
    ...(await unchangedLastNumbers(admin)),
    convocationNumbers: [`${thisYear}/000003`, '2012/000001'],
  });
  expect(await askedOf(new RegExp(`${thisYear}$`))).toMatchObject({ found: `${thisYear}/000003`, lost: 3 });
  await second.api.recoveries.confirmLastNumbers(entered);
  expect(await verified(2012)).toBe('2012/000002');
  expect(await verified(thisYear - 3)).toBe(kept.replace(/1$/, '2'));

  // Restored once more: this year has no certificate, but numbers.
  await restored();
  expect(await askedOf(new RegExp(`${thisYear}$`))).toMatchObject({ kept: `${thisYear}/000003` });
  const again = await admin.api.recoveries.enterLastNumbers({
    ...(await unchangedLastNumbers(admin)),
    convocationNumbers: [`${thisYear}/000005`],
  });
  await second.api.recoveries.confirmLastNumbers(again);
  expect(await verified(thisYear)).toBe(`${thisYear}/000006`);
  expect(await verified(thisYear - 2), 'one of which there was none').toBe(`${thisYear - 2}/000001`);
});

test('a count that gave its last number long ago is asked for', async () => {
  const old = (await verified(thisYear - 5)).replace(/\d+$/, '');
  await openRecovery(portal.ownerUrl, new Date(Date.now() + 365 * 24 * 3_600_000));
  [admin, second] = await portal.asEach('admin', 'admin');
  const { count, isRecent } = (await numbers()).find(({ kept }) => kept?.startsWith(old))!;
  expect(isRecent).toBe(false);
  const nothing = await unchangedLastNumbers(admin);
  const unchanged = nothing.unchanged.filter((one) => one !== count);
  await expectDomainError(
    admin.api.recoveries.enterLastNumbers({ ...nothing, unchanged }),
    'recoveries.number_missing',
  );
  const entered = await admin.api.recoveries.enterLastNumbers({
    ...nothing,
    unchanged,
    convocationNumbers: [`${old}000004`],
  });
  await second.api.recoveries.confirmLastNumbers(entered);
  expect(await verified(thisYear - 5)).toBe(`${old}000005`);
});

test('a stock of which no sheet was printed is asked for', async () => {
  await restored();
  const stock = (await numbers()).find(({ kind, kept }) => kind === 'serial' && kept === null)!;
  const nothing = await unchangedLastNumbers(admin);
  const unchanged = nothing.unchanged.filter((one) => one !== stock.count);
  await expectDomainError(
    admin.api.recoveries.enterLastNumbers({ ...nothing, unchanged }),
    'recoveries.number_missing',
  );
  const blanks = await portal.services.db
    .selectFrom('blanks')
    .select(['serial', 'state'])
    .where('paper_id', '=', office.paperId)
    .orderBy('number')
    .execute();
  const entered = await admin.api.recoveries.enterLastNumbers({
    ...nothing,
    unchanged,
    serials: [blanks[1]!.serial],
  });
  await second.api.recoveries.confirmLastNumbers(entered);
  const states = await portal.services.db
    .selectFrom('blanks')
    .select('state')
    .where('paper_id', '=', office.paperId)
    .orderBy('number')
    .execute();
  expect(states.map(({ state }) => state === 'missing')).toEqual([true, true, false, false, false]);
});

test('the database confirms no entry that leaves a count out', async () => {
  await restored();
  const { db } = portal.services;
  for (const kind of ['convocation', 'serial', 'bundle']) {
    const entered = await admin.api.recoveries.enterLastNumbers(await unchangedLastNumbers(admin));
    await sql`
      delete from recovery_numbers where recovery_id = ${entered.id}
         and series = (select series from recovery_numbers where recovery_id = ${entered.id} and kind = ${kind} order by found_label desc limit 1)
    `.execute(db);
    await expectDomainError(second.api.recoveries.confirmLastNumbers(entered), 'recoveries.changed_since');
  }
  const entered = await admin.api.recoveries.enterLastNumbers(await unchangedLastNumbers(admin));
  await second.api.recoveries.confirmLastNumbers(entered);
});

test('the database takes no confirmation by whoever entered the numbers', async () => {
  await restored();
  const { id } = await admin.api.recoveries.enterLastNumbers(await unchangedLastNumbers(admin));
  const alone = sql`update recoveries set confirmed_by = entered_by, confirmed_at = now() where id = ${id}`;
  await expect(alone.execute(portal.services.db)).rejects.toMatchObject({
    constraint: 'recoveries__confirmed_by_another',
  });
});

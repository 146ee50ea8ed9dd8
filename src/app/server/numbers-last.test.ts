import pg from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { applicationEntry, verifiedCertificate } from '#dev/testing/factories.ts';
import { sharedOffice } from '#dev/testing/office.ts';
import { choiceOf, createPrintRoom, officeWithPaper, printedCertificates } from '#dev/testing/print-room.ts';
import { carried, handSignedOffice } from '#dev/testing/signing.ts';

const { portal, office } = await sharedOffice();
const room = await createPrintRoom(portal);
/** Holds the table that an act is still to write to. */
const owner = new pg.Client({ connectionString: portal.ownerUrl });
await owner.connect();
afterAll(() => owner.end());

type Act = () => Promise<unknown>;

/** Two acts that take a number of the same series, ready to begin. */
const acts: [series: string, table: string, prepare: () => Promise<[Act, Act]>][] = [
  [
    'acknowledgement',
    'allocations',
    () =>
      twice(async () => {
        const entry = await applicationEntry(room.receiver, office);
        return () => room.receiver.api.applications.receiveApplication(entry);
      }),
  ],
  [
    'print run',
    'sheets',
    () =>
      twice(async () => {
        const here = await officeWithPaper(portal, office, 1);
        await verifiedCertificate(room, here);
        return () => room.printer.api.printRuns.preparePrintRun(choiceOf(here));
      }),
  ],
  [
    'deposit slip',
    'demand_drafts',
    () =>
      twice(async () => {
        const entry = await applicationEntry(room.receiver, office);
        await room.receiver.api.applications.receiveApplication(entry);
        const { rows } = await room.receiver.api.demandDrafts.listDrafts({ search: entry.drafts[0]!.number });
        const slip = { draftIds: [rows[0]!.id], account: 'Fee account', bankBranch: 'Mysuru' };
        return () => room.receiver.api.depositSlips.prepareDepositSlip(slip);
      }),
  ],
  [
    'bundle',
    'certificates',
    async () => {
      const certificates = await printedCertificates(portal, room, { office, count: 2 });
      const taker = {
        deliveredTo: 'Dr. Lakshmi Rao',
        designation: 'Principal',
        identitySeen: 'College card',
      };
      const [first, second] = certificates.map(
        ({ id }) =>
          () =>
            room.receiver.api.bundles.handOverBundle({ certificateIds: [id], ...taker }),
      );
      return [first!, second!];
    },
  ],
  [
    'signing batch',
    'signing_batch_sheets',
    async () => {
      const byHand = await handSignedOffice(portal, office);
      const certificates = await printedCertificates(portal, room, { office: byHand, count: 2 });
      const { rows } = await room.printer.api.signing.listSheetsToSign({ limit: 100 });
      const own = rows.filter((sheet) => certificates.some(({ id }) => id === sheet.certificateId));
      const [first, second] = own.map(
        ({ id }) =>
          () =>
            room.printer.api.signing.sendForSignature({ sheetIds: [id], ...carried }),
      );
      return [first!, second!];
    },
  ],
];

async function twice(prepare: () => Promise<Act>): Promise<[Act, Act]> {
  return [await prepare(), await prepare()];
}

async function countWaiting(): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]!.count;
}

test.each(acts)(
  'while one act waits for its records, the next number of %s is free for others',
  async (series, table, prepare) => {
    const [first, second] = await prepare();
    await first();
    // Rows can still be read and locked, but not written.
    await owner.query(`begin; lock table ${table} in share mode`);
    const waiting = second();
    try {
      await vi.waitUntil(async () => (await countWaiting()) > 0, { timeout: 10_000, interval: 20 });
      const counter = await owner.query(
        'select from number_counters where series = $1 for update skip locked',
        [series],
      );
      expect(counter.rowCount, 'counters that nobody holds').toBe(1);
    } finally {
      await owner.query('rollback');
      await waiting;
    }
  },
);

test('a number that was given stays, and no record is left without one', async () => {
  await expect(owner.query('update bundles set bundle_number = bundle_number + 1')).rejects.toThrow(
    'a number that was given stays',
  );
  const unnumbered = `insert into bundles (id, college_id, delivered_to, designation, identity_seen, handed_over_by, handed_over_at)
    select gen_random_uuid(), college_id, delivered_to, designation, identity_seen, handed_over_by, handed_over_at from bundles limit 1`;
  await expect(owner.query(unnumbered)).rejects.toThrow('a record has its number');
});

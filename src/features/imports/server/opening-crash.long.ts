import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { startCrashableServer } from '#dev/testing/crashable-server.ts';
import { createOffice } from '#dev/testing/factories.ts';
import { filePortal } from '#dev/testing/portal.ts';
import { seeded } from '#dev/testing/random.ts';
import { faultsInStockBooks } from '#dev/testing/stock-books.ts';
import { csvOf, importIn, uploadSpreadsheet } from '#dev/testing/uploads.ts';
import { addMonths, dayInIndia } from '#shared/format.ts';
import type { OpeningKind } from '../opening-balances.ts';

const kills = 4;
const seed = Number(process.env.CRASH_SEED ?? Date.now() % 100_000);
const random = seeded(seed);

const portal = await filePortal();
const admin = await portal.as('admin');
await createOffice(portal);
// The worker whose jobs die with it.
const server = await startCrashableServer(portal);
afterAll(async () => {
  server.kill();
  expect(await faultsInStockBooks(portal.ownerUrl)).toEqual([]);
});

const many = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_one, index) => line(index));

const balances: Record<OpeningKind, { table: string; records: number; lines: string[] }> = {
  opening_blanks: {
    table: 'blanks',
    records: 20_000,
    lines: [
      'Paper code,From serial,To serial,Held by',
      ...many(10, (index) => `PAR-MAR,A${index * 2_000 + 1},A${(index + 1) * 2_000},`),
    ],
  },
  opening_drafts: {
    table: 'demand_drafts',
    records: 2_000,
    lines: [
      'Draft number,Date of the draft,Bank,Branch,Amount,College code',
      ...many(
        2_000,
        (index) => `${100_000 + index},${addMonths(dayInIndia(new Date()), -1)},Bank,Branch,700,COL001`,
      ),
    ],
  },
  earlier_certificates: {
    table: 'earlier_certificates',
    records: 6_000,
    lines: [
      'Certificate number,Name,Degree,Date,Serial number',
      ...many(6_000, (index) => `2018/${index + 1},Asha Rao,BA,12/03/2019,Z${index + 1}`),
    ],
  },
};

test.each(Object.keys(balances) as OpeningKind[])(
  `kill -9 while %s are written leaves all of them or none (seed ${seed})`,
  async (kind) => {
    const { table, records, lines } = balances[kind];
    const id = await uploadSpreadsheet(admin, kind, csvOf(...lines));
    await importIn(admin, id, 'checked', 60_000);
    await admin.api.imports.commitImport({ id });
    for (let died = 0; died < kills; died += 1) {
      await vi.waitUntil(
        async () => {
          const { state, progress } = await admin.api.imports.getImport({ id });
          return state === 'committed' || progress?.step !== 'waiting';
        },
        { timeout: 60_000, interval: 10 },
      );
      // Somewhere in the middle of it.
      await delay(random(300));
      server.kill();
      expect([0, records], table).toContain(await count(table));
      server.start();
      await server.isReady();
    }
    await importIn(admin, id, 'committed', 60_000);
    expect(await count(table), table).toBe(records);
    const { rows } = await admin.api.audit.listAuditEvents({ recordType: 'import', recordId: id });
    expect(rows.filter(({ event }) => event.endsWith('imported'))).toHaveLength(1);
  },
  60_000 + kills * 60_000,
);

async function count(table: string): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::integer as count from ${sql.table(table)}`.execute(portal.services.db);
  return rows[0]!.count;
}

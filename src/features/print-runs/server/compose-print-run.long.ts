import pg from 'pg';
import { expect, test } from 'vitest';
import { stockBlanks, verifiedCertificate } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { choiceOf } from '#dev/testing/print-room.ts';

/** More than one part of a print file. */
const sheets = 60;

const { portal, office } = await fileOffice({ worker: true });
const printer = await portal.as('printer');
await stockBlanks(portal, office.paperId, sheets);

/** Keeps every progress that is written, which a reader beside the job would miss some of. */
async function watchProgress(client: pg.Client): Promise<() => Promise<number[]>> {
  await client.query(`
    create table told (ordinal serial, count integer);
    create function tell() returns trigger language plpgsql security definer as $$
    begin
      insert into told (count) values (new.composed_count);
      return new;
    end $$;
    create trigger tell after update of composed_count on print_runs for each row execute function tell();
  `);
  return async () => {
    const { rows } = await client.query<{ count: number }>('select count from told order by ordinal');
    return rows.map(({ count }) => count);
  };
}

test('a long run tells how many of its sheets are composed, up to all of them', async () => {
  const people = { receiver: await portal.as('receiver'), caseWorker: await portal.as('case_worker') };
  // No more at once than an office has counters.
  for (let count = 0; count < sheets; count += 10)
    await Promise.all(Array.from({ length: 10 }, () => verifiedCertificate(people, office)));
  const owner = new pg.Client({ connectionString: portal.ownerUrl });
  await owner.connect();
  const told = await watchProgress(owner);
  const { id } = await printer.api.printRuns.preparePrintRun(choiceOf(office, sheets));
  const run = await printer.api.printRuns.getPrintRun({ id });
  expect(run).toMatchObject({ document: 'composing', sheetCount: sheets });
  await expect
    .poll(async () => (await printer.api.printRuns.getPrintRun({ id })).document, { timeout: 30_000 })
    .toBe('ready');
  const counts = await told();
  await owner.end();
  expect(counts[0]).toBe(50);
  expect(counts.at(-1)).toBe(sheets);
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  expect((await printer.api.printRuns.getPrintRun({ id })).composedCount).toBe(sheets);
  // Sixty applications with their pictures are received and verified first.
}, 60_000);

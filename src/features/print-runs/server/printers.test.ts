import { describe, expect, test } from 'vitest';
import { expectDomainError, issuesOf } from '#dev/testing/expect-domain-error.ts';
import { stockBlanks, verifiedCertificate } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { renderPage } from '#dev/testing/print-file.ts';
import { choiceOf } from '#dev/testing/print-room.ts';
import { unique } from '#dev/testing/unique.ts';

const { portal, office } = await fileOffice({ worker: true });
const people = { receiver: await portal.as('receiver'), caseWorker: await portal.as('case_worker') };
const printer = await portal.as('printer');
await stockBlanks(portal, office.paperId, 20);

function printerEntry(offset = { xMm: 0, yMm: 0 }) {
  const number = unique();
  return { code: `PR-${number}`, name: `Printer ${number}`, ...offset };
}

async function composed(id: string) {
  await expect
    .poll(async () => (await printer.api.printRuns.getPrintRun({ id })).document, { timeout: 15_000 })
    .toBe('ready');
  return printer.api.printRuns.getPrintRun({ id });
}

/** From the store: it is served only once the stack was checked. */
async function printFile(id: string): Promise<{ key: string; bytes: Buffer }> {
  const { document_key: key } = await portal.services.db
    .selectFrom('print_runs')
    .select('document_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { key: key!, bytes: Buffer.from(await portal.services.files.getBytes(key!)) };
}

describe('a printer', () => {
  test('is off by 10 mm at most, in tenths', async () => {
    for (const offset of [{ xMm: 10.1 }, { yMm: -10.1 }, { xMm: 0.25 }]) {
      const refused = await expectDomainError(
        printer.api.printers.addEntry({ ...printerEntry(), ...offset }),
        'request.invalid',
      );
      expect(issuesOf(refused)).toMatchObject([{ path: Object.keys(offset)[0] }]);
    }
  });

  test('serves every college, so nobody of one college changes it', async () => {
    const bounded = await portal.as('printer', { collegeId: office.collegeId });
    const entry = printerEntry();
    await expectDomainError(bounded.api.printers.addEntry(entry), 'printers.university_only');
    const { id } = await printer.api.printers.addEntry(entry);
    await expectDomainError(
      bounded.api.printers.editEntry({ id, version: 1, entry: { ...entry, xMm: 1 } }),
      'printers.university_only',
    );
    expect((await bounded.api.printers.listEntries({ search: entry.code })).rows).toHaveLength(1);
  });

  test('has a calibration sheet: one page that is the same scale whatever the offset, and crosses that move with it', async () => {
    const exact = await printer.api.printers.addEntry(printerEntry());
    const off = await printer.api.printers.addEntry(printerEntry({ xMm: 3, yMm: -2 }));
    const [first, second] = await Promise.all(
      [exact.id, off.id].map((id) => printer.fetch(`/api/printers/${id}/calibration-sheet`)),
    );
    expect(first!.headers.get('content-type')).toBe('application/pdf');
    const pages = await Promise.all(
      [first!, second!].map(async (answer) => renderPage(Buffer.from(await answer.arrayBuffer()), 1)),
    );
    expect(pages[0]).not.toEqual(pages[1]);
    const unknown = await printer.fetch(`/api/printers/${crypto.randomUUID()}/calibration-sheet`);
    expect(unknown.status).toBe(404);
    expect((await people.caseWorker.fetch(`/api/printers/${exact.id}/calibration-sheet`)).status).toBe(403);
  });
});

describe('the print file of a run', () => {
  test('is composed for the operator’s own printer, and for another one while the run is prepared', async () => {
    const own = await printer.api.printers.addEntry({
      ...printerEntry({ xMm: 0.5, yMm: 1.5 }),
      code: 'own-1',
    });
    await portal.services.db
      .updateTable('staff')
      .set({ printer_code: 'OWN-1' })
      .where('id', '=', printer.actor.id)
      .execute();
    await verifiedCertificate(people, office);
    const { id } = await printer.api.printRuns.preparePrintRun(choiceOf(office));
    const run = await composed(id);
    expect(run).toMatchObject({ printer: { id: own.id }, offset: { xMm: 0.5, yMm: 1.5 }, composedCount: 1 });
    const first = await printFile(id);
    const before = await renderPage(first.bytes, 1);

    const other = await printer.api.printers.addEntry(printerEntry({ xMm: -9.5, yMm: 8 }));
    await printer.api.printRuns.choosePrinter({ id, version: run.version, printerId: other.id });
    const moved = await composed(id);
    expect(moved).toMatchObject({ printer: { id: other.id }, offset: { xMm: -9.5, yMm: 8 } });
    expect(await renderPage((await printFile(id)).bytes, 1)).not.toEqual(before);
    await expect.poll(() => portal.services.files.exists(first.key)).toBe(false);

    await expectDomainError(
      printer.api.printRuns.choosePrinter({ id, version: run.version, printerId: own.id }),
      'records.stale',
    );
    await expectDomainError(
      printer.api.printRuns.choosePrinter({
        id,
        version: moved.version,
        printerId: crypto.randomUUID(),
      }),
      'printers.not_found',
    );
    const { version } = await printer.api.printRuns.startPrintRun({
      id,
      version: moved.version,
      topSerial: moved.sheets[0]!.blankSerial,
    });
    await expectDomainError(
      printer.api.printRuns.choosePrinter({ id, version, printerId: own.id }),
      'print_runs.not_prepared',
    );
  });

  test('keeps its offset when the printer’s changes, until the printer is chosen again', async () => {
    const operator = await portal.as('printer');
    const entry = printerEntry({ xMm: 1, yMm: 1 });
    const { id: printerId } = await operator.api.printers.addEntry(entry);
    await verifiedCertificate(people, office);
    const { id } = await operator.api.printRuns.preparePrintRun(choiceOf(office));
    const run = await composed(id);
    expect(run).toMatchObject({ printer: null, offset: { xMm: 0, yMm: 0 } });
    const first = await operator.api.printRuns.choosePrinter({ id, version: run.version, printerId });
    await operator.api.printers.editEntry({ id: printerId, version: 1, entry: { ...entry, xMm: 2 } });
    expect((await composed(id)).offset).toEqual({ xMm: 1, yMm: 1 });
    expect(first.version).toBe(run.version + 1);
    const { version } = await composed(id);
    await operator.api.printRuns.choosePrinter({ id, version, printerId });
    expect((await composed(id)).offset).toEqual({ xMm: 2, yMm: 1 });
  });

  test('is that of the last printer chosen, although a job for an earlier one ends later', async () => {
    await verifiedCertificate(people, office);
    const { id } = await printer.api.printRuns.preparePrintRun(choiceOf(office));
    const chosen: number[] = [];
    for (const xMm of [1, 2, 3]) {
      const added = await printer.api.printers.addEntry(printerEntry({ xMm, yMm: 0 }));
      const { version } = await printer.api.printRuns.getPrintRun({ id });
      const choice = printer.api.printRuns.choosePrinter({ id, version, printerId: added.id });
      // Stale when the file before it was composed just now: then this printer is not chosen.
      await choice.then(
        () => chosen.push(xMm),
        () => {},
      );
    }
    const run = await composed(id);
    expect(run.offset.xMm).toBe(chosen.at(-1));
    const { rows } = await (await portal.as('admin')).api.audit.listAuditEvents({ search: run.runNumber });
    expect(rows.find(({ event }) => event === 'print_runs.composed')!.after).toMatchObject({
      xMm: chosen.at(-1),
    });
  });
});

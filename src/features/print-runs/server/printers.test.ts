import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectDomainError, issuesOf } from '#dev/testing/expect-domain-error.ts';
import { createOffice, type Office, stockBlanks, verifiedCertificate } from '#dev/testing/factories.ts';
import { type Portal, type StaffCaller, startPortal } from '#dev/testing/portal.ts';
import { renderPage } from '#dev/testing/print-file.ts';
import { choiceOf } from '#dev/testing/print-room.ts';
import { unique } from '#dev/testing/unique.ts';
import { unscoped } from '#platform/server/db/database.ts';

let portal: Portal;
let office: Office;
let people: { receiver: StaffCaller; caseWorker: StaffCaller };
let printer: StaffCaller;

beforeAll(async () => {
  portal = await startPortal({ worker: true });
  office = await createOffice(portal);
  people = { receiver: await portal.as('receiver'), caseWorker: await portal.as('case_worker') };
  printer = await portal.as('printer');
  await stockBlanks(portal, office.paperId, 20);
});
afterAll(() => portal.close());

function printerEntry(offset = { xMm: 0, yMm: 0 }) {
  const number = unique();
  return { code: `PR-${number}`, name: `Printer ${number}`, ...offset };
}

async function findPrinter(id: string) {
  const { rows } = await printer.api.printers.listPrinters({});
  return rows.find((row) => row.id === id)!;
}

async function composed(id: string) {
  await expect
    .poll(async () => (await printer.api.printRuns.getPrintRun({ id })).document, { timeout: 15_000 })
    .toBe('ready');
  return printer.api.printRuns.getPrintRun({ id });
}

/** From the store: it is served only once the stack was checked. */
async function printFile(id: string): Promise<{ key: string; bytes: Buffer }> {
  const { document_key: key } = await unscoped(portal.services.db)
    .selectFrom('print_runs')
    .select('document_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { key: key!, bytes: Buffer.from(await portal.services.files.getBytes(key!)) };
}

describe('a printer', () => {
  test('is added and edited in tenths of a millimetre, and the log keeps what changed', async () => {
    const entry = printerEntry({ xMm: 0.3, yMm: -1.7 });
    const { id } = await printer.api.printers.addPrinter(entry);
    expect(await findPrinter(id)).toMatchObject({ ...entry, version: 1, operators: [] });
    await printer.api.printers.editPrinter({ ...entry, id, version: 1, xMm: -10, yMm: 10 });
    expect(await findPrinter(id)).toMatchObject({ xMm: -10, yMm: 10, version: 2 });
    const admin = await portal.as('admin');
    const { rows } = await admin.api.audit.listAuditEvents({ search: entry.code });
    expect(rows[0]).toMatchObject({
      event: 'printers.edited',
      before: { xMm: 0.3, yMm: -1.7 },
      after: { xMm: -10, yMm: 10 },
    });
  });

  test.each([
    [{ xMm: 10.1 }, 'At most 10 mm.'],
    [{ yMm: -10.1 }, 'At most 10 mm.'],
    [{ xMm: 0.25 }, 'In steps of 0.1 mm.'],
  ])('is nowhere as far or as finely off as %o', async (offset, sentence) => {
    const refused = await expectDomainError(
      printer.api.printers.addPrinter({ ...printerEntry(), ...offset }),
      'request.invalid',
    );
    expect(issuesOf(refused)).toMatchObject([{ path: Object.keys(offset)[0], message: sentence }]);
  });

  test('has a code that no other one has, however it is written', async () => {
    const entry = printerEntry();
    await printer.api.printers.addPrinter(entry);
    const again = { ...printerEntry(), code: entry.code.toLowerCase() };
    const refused = await expectDomainError(printer.api.printers.addPrinter(again), 'request.invalid');
    expect(issuesOf(refused)).toEqual([{ path: 'code', message: 'Another printer has this code.' }]);
  });

  test('is not overwritten by who read it before a colleague changed it', async () => {
    const entry = printerEntry();
    const { id } = await printer.api.printers.addPrinter(entry);
    await printer.api.printers.editPrinter({ ...entry, id, version: 1, xMm: 1 });
    await expectDomainError(
      printer.api.printers.editPrinter({ ...entry, id, version: 1, xMm: 2 }),
      'records.stale',
    );
  });

  test('is no case worker’s business', async () => {
    await expectDomainError(people.caseWorker.api.printers.addPrinter(printerEntry()), 'auth.not_permitted');
    await expectDomainError(
      (await portal.as('auditor')).api.printers.addPrinter(printerEntry()),
      'auth.not_permitted',
    );
  });

  test('serves every college, so nobody of one college changes it', async () => {
    const bounded = await portal.as('printer', { collegeId: office.collegeId });
    const entry = printerEntry();
    await expectDomainError(bounded.api.printers.addPrinter(entry), 'printers.university_only');
    const { id } = await printer.api.printers.addPrinter(entry);
    await expectDomainError(
      bounded.api.printers.editPrinter({ ...entry, id, version: 1, xMm: 1 }),
      'printers.university_only',
    );
    expect((await bounded.api.printers.listPrinters({ search: entry.code })).rows).toHaveLength(1);
  });

  test('has a calibration sheet: one page that is the same scale whatever the offset, and crosses that move with it', async () => {
    const exact = await printer.api.printers.addPrinter(printerEntry());
    const off = await printer.api.printers.addPrinter(printerEntry({ xMm: 3, yMm: -2 }));
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
    const own = await printer.api.printers.addPrinter({
      ...printerEntry({ xMm: 0.5, yMm: 1.5 }),
      code: 'own-1',
    });
    await portal.services.db
      .updateTable('staff')
      .set({ printer_code: 'OWN-1' })
      .where('id', '=', printer.actor.id)
      .execute();
    expect((await findPrinter(own.id)).operators).toEqual([printer.actor.name]);
    await verifiedCertificate(people, office);
    const { id } = await printer.api.printRuns.preparePrintRun(choiceOf(office));
    const run = await composed(id);
    expect(run).toMatchObject({ printer: { id: own.id }, offset: { xMm: 0.5, yMm: 1.5 }, composedCount: 1 });
    const first = await printFile(id);
    const before = await renderPage(first.bytes, 1);

    const other = await printer.api.printers.addPrinter(printerEntry({ xMm: -9.5, yMm: 8 }));
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
    const { id: printerId } = await operator.api.printers.addPrinter(entry);
    await verifiedCertificate(people, office);
    const { id } = await operator.api.printRuns.preparePrintRun(choiceOf(office));
    const run = await composed(id);
    expect(run).toMatchObject({ printer: null, offset: { xMm: 0, yMm: 0 } });
    const first = await operator.api.printRuns.choosePrinter({ id, version: run.version, printerId });
    await operator.api.printers.editPrinter({ ...entry, id: printerId, version: 1, xMm: 2 });
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
      const added = await printer.api.printers.addPrinter(printerEntry({ xMm, yMm: 0 }));
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

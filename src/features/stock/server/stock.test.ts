import { describe, expect, test } from 'vitest';
import { drawPortrait, writeInvoiceScan } from '#dev/seed/demo-pictures.ts';
import { expectDomainError, issuesOf } from '#dev/testing/expect-domain-error.ts';
import { verifiedCertificate } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import type { StaffCaller } from '#dev/testing/portal.ts';
import { choiceOf, closeRun, composeRun, openPrintFile } from '#dev/testing/print-room.ts';
import { unique } from '#dev/testing/unique.ts';
import { dayInIndia } from '#shared/format.ts';

const { portal, office } = await fileOffice();
const storekeeper = await portal.as('admin', { name: 'Anita' });
const approver = await portal.as('admin', { name: 'Suresh' });
const printer = await portal.as('printer');

const today = dayInIndia(new Date());

let deliveries = 0;

/** A delivery of 250 sheets whose serials no other one of this portal has: they have six digits. */
function delivery(overrides: object = {}) {
  deliveries += 1;
  const first = deliveries * 1_000;
  return {
    paperId: office.paperId,
    serialPrefix: 'A',
    firstSerial: first,
    lastSerial: first + 249,
    totalQuantity: 260,
    rejectedQuantity: 0,
    rejectedSerials: '',
    receivedOn: today,
    remarks: '',
    invoiceFileId: null,
    ...overrides,
  };
}

async function uploadInvoice(caller: StaffCaller, bytes?: Buffer, name = 'invoice 7.pdf'): Promise<Response> {
  const face = { vendor: 'Deccan Inks', number: '7', date: today, item: 'Ink', quantity: '8' };
  return caller.fetch(`/api/files?kind=invoice&name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes ?? writeInvoiceScan(face)),
  });
}

async function addedInk(overrides: object = {}) {
  const number = unique();
  const entry = {
    name: 'Pigment ink',
    code: `PIG-${number}`,
    colour: `Black ${number}`,
    unit: 'cartridges' as const,
    sheetsPerUnit: 10,
    warnBelow: 2,
    ...overrides,
  };
  const { id } = await storekeeper.api.inks.addEntry(entry);
  return { id, ...entry };
}

async function stockedInk(quantity: number) {
  const ink = await addedInk();
  const receipt = await storekeeper.api.stock.receiveInk({
    inkId: ink.id,
    totalQuantity: quantity + 1,
    receivedQuantity: quantity + 1,
    rejectedQuantity: 1,
    receivedOn: today,
  });
  await approver.api.stock.approveInk({ id: receipt.id, version: 1 });
  return ink;
}

async function inkInStock(id: string): Promise<number> {
  const { inks } = await printer.api.stock.listInks();
  return inks.find((ink) => ink.id === id)!.inStock;
}

describe('a delivery of certificate paper', () => {
  test('that has rejected serials becomes blanks without them, once a second person approves it', async () => {
    const entry = delivery();
    const named = `A${String(entry.firstSerial + 4).padStart(6, '0')}`;
    const { id } = await storekeeper.api.stock.receiveBlanks({
      ...entry,
      rejectedSerials: named,
      rejectedQuantity: 3,
    });
    const received = await printer.api.stock.getBlankReceipt({ id });
    expect(received).toMatchObject({
      totalQuantity: 260,
      receivedQuantity: 252,
      rejectedQuantity: 3,
      rejectedSerials: named,
      receivedBy: 'Anita',
      approvedBy: null,
      remarks: null,
    });
    await expectDomainError(storekeeper.api.stock.approveBlanks({ id, version: 1 }), 'stock.own_receipt');
    await expectDomainError(approver.api.stock.approveBlanks({ id, version: 2 }), 'records.stale');
    await approver.api.stock.approveBlanks({ id, version: 1 });
    await expectDomainError(approver.api.stock.approveBlanks({ id, version: 2 }), 'stock.already_approved');
    const { ranges } = await printer.api.stock.listBlankRanges({ id });
    expect(ranges.map(({ quantity, state }) => [quantity, state])).toEqual([
      [4, 'in_store'],
      [245, 'in_store'],
    ]);
    await expectDomainError(printer.api.stock.findBlank({ serial: named }), 'stock.unknown_serials');
  });

  test('says at its fields what cannot be', async () => {
    const wrong = async (overrides: object) =>
      issuesOf(
        await expectDomainError(storekeeper.api.stock.receiveBlanks(delivery(overrides)), 'request.invalid'),
      )[0]!;
    expect(await wrong({ lastSerial: 1 })).toEqual({
      path: 'lastSerial',
      message: 'The last serial must be after the first.',
    });
    expect((await wrong({ rejectedSerials: 'A 17' })).path).toBe('rejectedSerials');
    expect((await wrong({ rejectedSerials: 'B001001', rejectedQuantity: 1 })).message).toBe(
      'B001001 is not in the received range.',
    );
    expect((await wrong({ totalQuantity: 100 })).message).toBe(
      'More sheets were received (250) than are on the invoice.',
    );
  });

  test('whose serials overlap with another one is refused, also when both arrive in the same instant', async () => {
    const entry = delivery();
    const attempts = await Promise.allSettled(
      Array.from({ length: 4 }, (_, index) =>
        storekeeper.api.stock.receiveBlanks({ ...entry, firstSerial: entry.firstSerial + index }),
      ),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expectDomainError(storekeeper.api.stock.receiveBlanks(entry), 'stock.serials_overlap');
  });

  test('can be edited and deleted until it is approved, and who changed it does not approve it', async () => {
    const entry = delivery();
    const { id } = await storekeeper.api.stock.receiveBlanks(entry);
    await approver.api.stock.editBlankReceipt({
      ...entry,
      lastSerial: entry.lastSerial - 50,
      id,
      version: 1,
    });
    await expectDomainError(
      storekeeper.api.stock.editBlankReceipt({ ...entry, id, version: 1 }),
      'records.stale',
    );
    // The receiver touches it once more: who changed it before stays barred.
    await storekeeper.api.stock.editBlankReceipt({
      ...entry,
      lastSerial: entry.lastSerial - 60,
      id,
      version: 2,
    });
    for (const person of [storekeeper, approver]) {
      await expectDomainError(person.api.stock.approveBlanks({ id, version: 3 }), 'stock.own_receipt');
      await expect(
        portal.services.db
          .updateTable('blank_receipts')
          .set({ approved_by: person.actor.id, approved_at: new Date() })
          .where('id', '=', id)
          .execute(),
      ).rejects.toMatchObject({ constraint: 'blank_receipts__approved_by_another' });
    }
    await expect(
      portal.services.db
        .updateTable('blank_receipts')
        .set({ total_quantity: 999 })
        .where('id', '=', id)
        .execute(),
    ).rejects.toMatchObject({ constraint: 'blank_receipts__change_is_signed' });
    const third = await portal.as('admin');
    await third.api.stock.approveBlanks({ id, version: 3 });
    const { lastSerial, ...rest } = entry;
    const approved = { ...rest, lastSerial: lastSerial - 60, id, version: 4 };
    await expectDomainError(
      storekeeper.api.stock.editBlankReceipt({ ...approved, totalQuantity: 999 }),
      'stock.approved_stays',
    );
    await storekeeper.api.stock.editBlankReceipt({ ...approved, remarks: 'The invoice follows.' });
    await expectDomainError(
      storekeeper.api.stock.deleteBlankReceipt({ id, version: 5 }),
      'stock.approved_not_deleted',
    );

    const doomed = await storekeeper.api.stock.receiveBlanks(delivery());
    await storekeeper.api.stock.deleteBlankReceipt({ id: doomed.id, version: 1 });
    await expectDomainError(storekeeper.api.stock.getBlankReceipt({ id: doomed.id }), 'stock.not_found');
  });

  test('is found by name, code and colour only, and narrowed to a colour', async () => {
    const { id: paperId } = await storekeeper.api.papers.addEntry({
      name: 'Linen',
      code: 'lin-vio',
      colour: 'Violet',
      warnBelow: 10,
    });
    await storekeeper.api.stock.receiveBlanks(delivery({ paperId, remarks: 'Parchment came late' }));
    const found = async (filters: object) =>
      (await printer.api.stock.listBlankReceipts(filters)).rows.map((row) => row.code);
    expect(await found({ search: 'LIN-v' })).toEqual(['LIN-VIO']);
    expect(await found({ search: 'violet' })).toEqual(['LIN-VIO']);
    expect(await found({ search: 'late' })).toEqual([]);
    expect(await found({ search: 'Anita' })).toEqual([]);
    expect(await found({ category: 'Violet' })).toEqual(['LIN-VIO']);
    expect(await printer.api.stock.countBlankReceipts({ category: 'Violet' })).toEqual({ count: 1 });
    const taken = await expectDomainError(
      storekeeper.api.papers.addEntry({ name: 'Linen', code: 'LIN-VIO', colour: 'Rose', warnBelow: 0 }),
      'request.invalid',
    );
    expect(issuesOf(taken)).toEqual([{ path: 'code', message: 'Another kind has this code.' }]);
  });
});

describe('an invoice', () => {
  test('is seen by everyone who sees stock, once a record has it, and by nobody else', async () => {
    const { id: fileId } = (await (await uploadInvoice(storekeeper)).json()) as { id: string };
    const address = `/api/files/${fileId}?download=1`;
    expect((await printer.fetch(address)).status).toBe(404);
    const { id } = await storekeeper.api.stock.receiveBlanks(delivery({ invoiceFileId: fileId }));
    const response = await printer.fetch(address);
    expect(response.headers.get('content-disposition')).toContain('invoice%207.pdf');
    expect((await printer.api.stock.getBlankReceipt({ id })).invoice).toMatchObject({
      name: 'invoice 7.pdf',
    });
    expect((await (await portal.as('case_worker')).fetch(address)).status).toBe(403);
    expect((await portal.anonymous.fetch(address)).status).toBe(401);
  });

  test('is a PDF, JPEG or PNG that the storekeeper uploaded', async () => {
    expect((await uploadInvoice(printer)).status).toBe(403);
    expect((await uploadInvoice(await portal.as('receiver'))).status).toBe(403);
    expect((await uploadInvoice(storekeeper, Buffer.from('a letter'))).status).toBe(422);
    const { id } = (await (await uploadInvoice(approver)).json()) as { id: string };
    await expectDomainError(
      storekeeper.api.stock.receiveBlanks(delivery({ invoiceFileId: id })),
      'files.not_usable',
    );
    const photo = await storekeeper.fetch('/api/files?kind=photo&name=a.jpg', {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: new Uint8Array(await drawPortrait(1)),
    });
    const { id: photoId } = (await photo.json()) as { id: string };
    await expectDomainError(
      storekeeper.api.stock.receiveBlanks(delivery({ invoiceFileId: photoId })),
      'files.not_usable',
    );
  });
});

describe('ink', () => {
  test('is in stock once a second person approves it, less what was rejected', async () => {
    const ink = await addedInk();
    const entry = {
      inkId: ink.id,
      totalQuantity: 8,
      receivedQuantity: 8,
      rejectedQuantity: 1,
      receivedOn: today,
      remarks: '',
      invoiceFileId: null,
    };
    const { id } = await storekeeper.api.stock.receiveInk(entry);
    await storekeeper.api.stock.editInkReceipt({ ...entry, totalQuantity: 9, id, version: 1 });
    const helper = await portal.as('admin');
    await helper.api.stock.editInkReceipt({ ...entry, totalQuantity: 10, id, version: 2 });
    await storekeeper.api.stock.editInkReceipt({ ...entry, totalQuantity: 9, id, version: 3 });
    for (const person of [storekeeper, helper]) {
      await expectDomainError(person.api.stock.approveInk({ id, version: 4 }), 'stock.own_receipt');
      await expect(
        portal.services.db
          .updateTable('ink_receipts')
          .set({ approved_by: person.actor.id, approved_at: new Date() })
          .where('id', '=', id)
          .execute(),
      ).rejects.toMatchObject({ constraint: 'ink_receipts__approved_by_another' });
    }
    expect(await inkInStock(ink.id)).toBe(0);
    await approver.api.stock.approveInk({ id, version: 4 });
    expect(await inkInStock(ink.id)).toBe(7);
    await expectDomainError(
      storekeeper.api.stock.deleteInkReceipt({ id, version: 5 }),
      'stock.approved_not_deleted',
    );
    expect((await printer.api.stock.listInkReceipts({ search: ink.code })).rows).toMatchObject([
      { totalQuantity: 9, unit: 'cartridges', approvedBy: 'Suresh' },
    ]);
  });

  test('used for a closed run stands beside its sheets, once', async () => {
    const people = { receiver: await portal.as('receiver'), caseWorker: await portal.as('case_worker') };
    const receipt = await storekeeper.api.stock.receiveBlanks(delivery());
    await approver.api.stock.approveBlanks({ id: receipt.id, version: 1 });
    await verifiedCertificate(people, office);
    const { id, runNumber } = await printer.api.printRuns.preparePrintRun(choiceOf(office));
    const ink = await stockedInk(5);
    const use = { inkId: ink.id, quantity: 3, of: { kind: 'run' as const, runNumber } };
    await expectDomainError(printer.api.stock.recordInkUse(use), 'stock.run_not_closed');
    await composeRun(portal, id);
    const run = await printer.api.printRuns.getPrintRun({ id });
    await printer.api.printRuns.startPrintRun({
      id,
      version: run.version,
      topSerial: run.sheets[0]!.blankSerial,
    });
    await openPrintFile(printer, id);
    await printer.api.printRuns.recordSheets({
      id,
      outcomes: [{ sheetId: run.sheets[0]!.id, outcome: 'good' }],
    });
    await closeRun(printer, id);

    const short = await expectDomainError(
      printer.api.stock.recordInkUse({ ...use, quantity: 6 }),
      'stock.too_little_ink',
    );
    expect(short.message).toContain('5 cartridges');
    expect(await printer.api.stock.recordInkUse(use)).toMatchObject({ sheets: 1 });
    await expectDomainError(printer.api.stock.recordInkUse({ ...use, quantity: 1 }), 'stock.run_has_ink');
    expect(await inkInStock(ink.id)).toBe(2);
    const days = { kind: 'days' as const, from: today, to: today };
    expect(await printer.api.stock.recordInkUse({ ...use, quantity: 2, of: days })).toMatchObject({
      sheets: 1,
    });
    expect((await printer.api.stock.listInkUses({ search: ink.code })).rows).toMatchObject([
      { quantity: 2, runNumber: null, fromDay: today },
      { quantity: 3, runNumber, sheets: 1, printer: null },
    ]);
    // Two sheets say nothing about a yield of ten.
    expect((await printer.api.stock.listInks()).inks.find(({ id: found }) => found === ink.id)).toMatchObject(
      {
        usedThisMonth: 5,
        usedLastMonth: 0,
        measuredYield: null,
      },
    );
  });

  test('is taken out no deeper than it is there, also by many at once', async () => {
    const ink = await stockedInk(4);
    const of = { kind: 'days' as const, from: today, to: today };
    const attempts = await Promise.allSettled(
      Array.from({ length: 6 }, () =>
        printer.api.stock.recordInkUse({ inkId: ink.id, quantity: 1, of, remarks: String(unique()) }),
      ),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    expect(await inkInStock(ink.id)).toBe(0);
  });
});

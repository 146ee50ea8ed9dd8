import type { InkUnit } from '#features/stock/ink-contract.ts';
import { addInk } from '#features/stock/server/add-kind.ts';
import { approveBlanks, receiveBlanks } from '#features/stock/server/blank-receipts.ts';
import { issueBlanks } from '#features/stock/server/commands/issue-blanks.ts';
import { recordInkUse } from '#features/stock/server/commands/record-ink-use.ts';
import { approveInk, receiveInk } from '#features/stock/server/ink-receipts.ts';
import type { Services } from '#platform/server/context.ts';
import { receiveFile } from '#platform/server/files/receive-file.ts';
import { dayInIndia } from '#shared/format.ts';
import { actingAs } from './acting.ts';
import { writeInvoiceScan } from './demo-pictures.ts';
import type { PrintRoom } from './demo-print-room.ts';

const day = 24 * 3_600_000;

type InkSample = {
  name: string;
  code: string;
  colour: string;
  unit: InkUnit;
  sheetsPerUnit: number;
  total: number;
  rejected: number;
  remarks: string;
  vendor: string | null;
  isApproved: boolean;
};

const inks: InkSample[] = [
  ink('Pigment ink', 'PIG-BLK', 'Black', {
    unit: 'cartridges',
    total: 12,
    vendor: 'Sri Ganesh Print Supplies',
  }),
  ink('Pigment ink', 'PIG-CYN', 'Cyan', {
    unit: 'cartridges',
    total: 8,
    vendor: 'Sri Ganesh Print Supplies',
  }),
  ink('Pigment ink', 'PIG-MAG', 'Magenta', {
    unit: 'cartridges',
    total: 8,
    rejected: 1,
    remarks: 'One cartridge leaked in its box and went back.',
    vendor: 'Sri Ganesh Print Supplies',
  }),
  ink('Pigment ink', 'PIG-YEL', 'Yellow', { unit: 'cartridges', total: 8 }),
  ink('Gold ink', 'GLD-01', 'Gold', {
    unit: 'ml',
    total: 2_500,
    sheetsPerUnit: 4,
    remarks: 'For the seal of rank certificates.',
    vendor: 'Deccan Inks',
  }),
  ink('Security ink', 'UV-01', 'Invisible', {
    unit: 'ml',
    total: 500,
    sheetsPerUnit: 10,
    vendor: 'Deccan Inks',
    isApproved: false,
  }),
];

function ink(
  name: string,
  code: string,
  colour: string,
  more: Partial<InkSample> & Pick<InkSample, 'unit' | 'total'>,
): InkSample {
  const sample = { sheetsPerUnit: 400, rejected: 0, remarks: '', vendor: null, isApproved: true };
  return { ...sample, name, code, colour, ...more };
}

/** Six deliveries of numbered paper and six of ink, each received by one person and, but for one, approved by another. */
export async function seedStock(services: Services, room: PrintRoom, at: Date): Promise<void> {
  await seedPaper(services, room, at);
  for (const [index, sample] of inks.entries()) {
    await seedInk(services, room, { sample, at: new Date(at.getTime() + index * day) });
  }
}

async function seedPaper(services: Services, room: PrintRoom, at: Date): Promise<void> {
  const papers = await services.db
    .selectFrom('papers')
    .select(['id', 'code', 'name', 'colour'])
    .orderBy('name', 'desc')
    .orderBy('colour')
    .execute();
  for (const [index, paper] of papers.entries()) {
    const as = (actor: PrintRoom['storekeeper'], act: string) =>
      actingAs(services, actor, {
        now: new Date(at.getTime() + index * day),
        key: `demo-${act}-${paper.code}`,
      });
    const prefix = String.fromCharCode(65 + index);
    const hasRejected = index === 2;
    const invoiceFileId =
      index === 4
        ? null
        : await seedInvoice(services, room, {
            vendor: 'Kaveri Security Printers',
            code: paper.code,
            item: `${paper.name}, ${paper.colour}`,
            quantity: `${hasRejected ? 254 : 250} sheets`,
            at,
          });
    const { id } = await receiveBlanks(as(room.storekeeper, 'stock'), {
      paperId: paper.id,
      serialPrefix: prefix,
      firstSerial: 1_001,
      lastSerial: hasRejected ? 1_254 : 1_250,
      totalQuantity: hasRejected ? 254 : 250,
      rejectedQuantity: hasRejected ? 4 : 0,
      rejectedSerials: hasRejected ? `${prefix}001251-${prefix}001254` : '',
      receivedOn: dayInIndia(at),
      remarks: hasRejected ? 'Four sheets with a smudged hologram went back to the vendor.' : '',
      invoiceFileId,
    });
    await approveBlanks(as(room.approver, 'approve'), { id, version: 1 });
    await issueBlanks(as(room.storekeeper, 'issue'), {
      id: paper.id,
      holderId: room.printer.id,
      sheets: { count: 40 },
    });
  }
}

async function seedInk(
  services: Services,
  room: PrintRoom,
  { sample, at }: { sample: InkSample; at: Date },
): Promise<void> {
  const { name, code, colour, unit, sheetsPerUnit } = sample;
  const as = (actor: PrintRoom['storekeeper'], act: string) =>
    actingAs(services, actor, { now: at, key: `demo-${act}-${code}` });
  const warnBelow = unit === 'ml' ? 250 : 4;
  const { id: inkId } = await addInk(as(room.storekeeper, 'ink'), {
    name,
    code,
    colour,
    unit,
    sheetsPerUnit,
    warnBelow,
  });
  const invoiceFileId =
    sample.vendor &&
    (await seedInvoice(services, room, {
      vendor: sample.vendor,
      code,
      item: `${name}, ${colour}`,
      quantity: `${sample.total} ${unit}`,
      at,
    }));
  const { id } = await receiveInk(as(room.storekeeper, 'receive-ink'), {
    inkId,
    totalQuantity: sample.total,
    receivedQuantity: sample.total,
    rejectedQuantity: sample.rejected,
    receivedOn: dayInIndia(at),
    remarks: sample.remarks,
    invoiceFileId,
  });
  if (sample.isApproved) await approveInk(as(room.approver, 'approve-ink'), { id, version: 1 });
}

/** The ink of the first run, taken out of stock when it was closed. */
export async function seedInkUse(services: Services, room: PrintRoom): Promise<void> {
  const { id } = await services.db
    .selectFrom('inks')
    .select('id')
    .where('code', '=', 'PIG-BLK')
    .executeTakeFirstOrThrow();
  await recordInkUse(actingAs(services, room.printer, { key: 'demo-ink-use' }), {
    inkId: id,
    quantity: 1,
    of: { kind: 'run', runNumber: 'R-000001' },
    remarks: '',
  });
}

type InvoiceSample = { vendor: string; code: string; item: string; quantity: string; at: Date };

async function seedInvoice(services: Services, room: PrintRoom, sample: InvoiceSample): Promise<string> {
  const { vendor, code, item, quantity, at } = sample;
  const bytes = writeInvoiceScan({ vendor, number: code, date: dayInIndia(at), item, quantity });
  const context = actingAs(services, room.storekeeper, { now: at, key: `demo-invoice-${code}` });
  const { id } = await receiveFile(context, {
    kind: 'invoice',
    name: `invoice-${code.toLowerCase()}.pdf`,
    bytes,
  });
  return id;
}

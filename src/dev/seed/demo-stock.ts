import { masters } from '#features/masters/declared/masters.ts';
import type { InkUnit } from '#features/masters/declared/stock-kinds.ts';
import { addEntry } from '#features/masters/server/commands/change-entries.ts';
import { approveBlanks, receiveBlanks } from '#features/stock/server/blank-receipts.ts';
import { issueBlanks } from '#features/stock/server/commands/issue-blanks.ts';
import { recordInkUse } from '#features/stock/server/commands/record-ink-use.ts';
import { approveInk, receiveInk } from '#features/stock/server/ink-receipts.ts';
import { dayInIndia } from '#shared/format.ts';
import type { DemoOffice } from './demo-office.ts';
import { writeInvoiceScan } from './demo-pictures.ts';
import type { DemoPerson } from './demo-staff.ts';
import { demoWords } from './demo-stock-words.ts';
import { after, inOfficeHours, laterInOffice } from './office-hours.ts';
import type { Upload } from './uploads.ts';

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

const papers: PaperSample[] = [
  paper('Parchment, Green', 'PAR-GRE', { prefix: 'A' }),
  paper('Parchment, Maroon', 'PAR-MAR', { prefix: 'B' }),
  paper('Parchment, Navy', 'PAR-NAV', {
    prefix: 'C',
    rejected: 4,
    remarks: 'Four sheets with a smudged hologram went back to the vendor.',
  }),
  paper('Executive bond, Green', 'EXB-GRE', { prefix: 'D' }),
  paper('Executive bond, Maroon', 'EXB-MAR', { prefix: 'E', hasInvoice: false }),
  paper('Executive bond, Navy', 'EXB-NAV', { prefix: 'F' }),
  paper('Executive bond, Green', 'EXB-GRE', { prefix: 'G', isApproved: false }),
];

type PaperSample = {
  label: string;
  code: string;
  prefix: string;
  rejected: number;
  remarks: string;
  hasInvoice: boolean;
  isApproved: boolean;
};

function paper(label: string, code: string, more: { prefix: string } & Partial<PaperSample>): PaperSample {
  return { rejected: 0, remarks: '', hasInvoice: true, isApproved: true, ...more, label, code };
}

/** An unapproved delivery came a few days ago; the others came in the first days, one a day. */
function arrivalOf(
  office: DemoOffice,
  beginning: Date,
  { isApproved, place }: { isApproved: boolean; place: number },
) {
  return inOfficeHours(isApproved ? after(beginning, place) : after(office.agenda.now, -4));
}

/**
 * Deliveries of numbered paper and of ink, received by one person and, except for the newest of each, approved by
 * another on the next day.
 */
export function planStock(office: DemoOffice, beginning: Date): void {
  for (const [place, sample] of papers.entries()) {
    const at = arrivalOf(office, beginning, { ...sample, place });
    office.agenda.at(at, () => receivePaper(office, { sample, at }));
  }
  for (const [place, sample] of inks.entries()) {
    const at = arrivalOf(office, beginning, { ...sample, place });
    office.agenda.at(at, () => receiveSomeInk(office, { sample, at }));
  }
}

const sheetsIssued = 40;

async function receivePaper(
  office: DemoOffice,
  { sample, at }: { sample: PaperSample; at: Date },
): Promise<void> {
  const { label, code, prefix, rejected, remarks, hasInvoice, isApproved } = sample;
  const id = office.papers.get(code)!;
  const act = (by: DemoPerson, step: string) => ({ by, at, key: `demo-paper-${prefix}-${step}` });
  const last = 1_250 + rejected;
  const quantity = 250 + rejected;
  const invoiceFileId = hasInvoice
    ? await office.upload(
        act('admin', 'invoice'),
        invoiceOf({
          vendor: 'Kaveri Security Printers',
          number: code,
          at,
          item: label,
          quantity: `${quantity} sheets`,
        }),
      )
    : null;
  const receipt = await office.once(act('admin', 'receive'), (context) =>
    receiveBlanks(context, {
      paperId: id,
      serialPrefix: prefix,
      firstSerial: 1_001,
      lastSerial: last,
      totalQuantity: quantity,
      rejectedQuantity: rejected,
      rejectedSerials: rejected ? `${prefix}00${last - rejected + 1}-${prefix}00${last}` : '',
      receivedOn: dayInIndia(at),
      remarks,
      invoiceFileId,
    }),
  );
  if (!isApproved) return;
  const approvedAt = laterInOffice(at, 1);
  office.agenda.at(approvedAt, async () => {
    await office.once({ ...act('registrar', 'approve'), at: approvedAt }, (context) =>
      approveBlanks(context, { id: receipt.id, version: 1 }),
    );
    await office.once({ ...act('admin', 'issue'), at: approvedAt }, (context) =>
      issueBlanks(context, { id, holderId: office.person('printer').id, sheets: { count: sheetsIssued } }),
    );
  });
}

async function receiveSomeInk(
  office: DemoOffice,
  { sample, at }: { sample: InkSample; at: Date },
): Promise<void> {
  const { name, code, colour, unit, sheetsPerUnit, total, rejected, remarks, vendor } = sample;
  const act = (by: DemoPerson, step: string) => ({ by, at, key: `demo-ink-${code}-${step}` });
  const warnBelow = unit === 'ml' ? 250 : 4;
  const { id: inkId } = await office.once(act('admin', 'add'), (context) =>
    addEntry(masters.inks)(context, {
      name,
      code,
      colour,
      unit,
      sheetsPerUnit,
      warnBelow,
      ...demoWords({ name, colour }),
    }),
  );
  const invoiceFileId =
    vendor &&
    (await office.upload(
      act('admin', 'invoice'),
      invoiceOf({ vendor, number: code, at, item: `${name}, ${colour}`, quantity: `${total} ${unit}` }),
    ));
  const { id } = await office.once(act('admin', 'receive'), (context) =>
    receiveInk(context, {
      inkId,
      totalQuantity: total,
      receivedQuantity: total,
      rejectedQuantity: rejected,
      receivedOn: dayInIndia(at),
      remarks,
      invoiceFileId,
    }),
  );
  if (!sample.isApproved) return;
  const approvedAt = laterInOffice(at, 1);
  office.agenda.at(approvedAt, async () => {
    await office.once({ ...act('registrar', 'approve'), at: approvedAt }, (context) =>
      approveInk(context, { id, version: 1 }),
    );
  });
}

/** Takes a run's black ink out of stock when it is closed. */
export async function recordInkOfRun(
  office: DemoOffice,
  { runNumber, at }: { runNumber: string; at: Date },
): Promise<void> {
  const { id: inkId } = await office.services.db
    .selectFrom('inks')
    .select('id')
    .where('code', '=', 'PIG-BLK')
    .executeTakeFirstOrThrow();
  await office.once({ by: 'printer', at, key: `demo-ink-use-${runNumber}` }, (context) =>
    recordInkUse(context, { inkId, quantity: 1, of: { kind: 'run', runNumber }, remarks: '' }),
  );
}

type InvoiceSample = { vendor: string; number: string; item: string; quantity: string; at: Date };

function invoiceOf({ at, ...invoice }: InvoiceSample): Upload {
  return {
    kind: 'invoice',
    name: `invoice-${invoice.number.toLowerCase()}.pdf`,
    draw: () => writeInvoiceScan({ ...invoice, date: dayInIndia(at) }),
  };
}

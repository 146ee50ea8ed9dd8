import { expect, test } from 'vitest';
import { addBundle, draftEntry, receiveApplication } from '#dev/testing/factories.ts';
import { sharedOffice } from '#dev/testing/office.ts';
import { createPrintRoom, printedCertificates } from '#dev/testing/print-room.ts';
import { handSignedOffice, sendOut } from '#dev/testing/signing.ts';

const { portal, office } = await sharedOffice();
const room = await createPrintRoom(portal);
const { receiver, printer } = room;
const auditor = await portal.as('auditor');

async function receipt() {
  const id = await receiveApplication(receiver, office);
  const { acknowledgementNumber } = await receiver.api.applications.getApplication({ id });
  const number = String(acknowledgementNumber).padStart(6, '0');
  const after = { totalAmount: 700, paidAmount: 700, pendingAmount: 0 };
  const event = { event: 'applications.receipt_printed', actorName: receiver.actor.name, after };
  return { caller: receiver, path: `/api/applications/${id}/receipt`, name: `receipt-${number}`, id, event };
}

async function depositSlip() {
  const entry = draftEntry();
  await receiveApplication(receiver, office, { drafts: [entry] });
  const { rows } = await receiver.api.demandDrafts.listDrafts({ search: entry.number });
  const { id } = await receiver.api.depositSlips.prepareDepositSlip({
    draftIds: [rows[0]!.id],
    account: '30123456789',
    bankBranch: 'State Bank of India, Mysuru',
  });
  const { slipNumber, total } = await receiver.api.depositSlips.getDepositSlip({ id });
  const event = { event: 'deposit_slips.printed', after: { drafts: 1, total } };
  const path = `/api/deposit-slips/${id}/document`;
  return { caller: receiver, path, name: `deposit-slip-${slipNumber}`, id, event };
}

async function bundleList() {
  const id = await addBundle(portal, { collegeId: office.collegeId, handedOverBy: receiver.actor.id });
  const { bundleNumber } = await receiver.api.bundles.getBundle({ id });
  const event = { event: 'bundles.printed', recordLabel: bundleNumber };
  return { caller: receiver, path: `/api/bundles/${id}/document`, name: `bundle-${bundleNumber}`, id, event };
}

async function signingList() {
  const byHand = await handSignedOffice(portal, office);
  const [certificate] = await printedCertificates(portal, room, { office: byHand, count: 1 });
  const { id, batchNumber } = await sendOut(printer, [certificate!.id]);
  const event = { event: 'signing_batches.printed' };
  const path = `/api/signing-batches/${id}/document`;
  return { caller: printer, path, name: `signing-batch-${batchNumber}`, id, event };
}

test.each([
  ['receipt', 'application', receipt],
  ['deposit slip', 'deposit_slip', depositSlip],
  ['list of a bundle', 'bundle', bundleList],
  ['list of a signing batch', 'signing_batch', signingList],
])(
  'a %s is a PDF under its own number, kept by no cache, and in the audit log',
  async (_what, recordType, make) => {
    const { caller, path, name, id, event } = await make();
    const response = await caller.fetch(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(response.headers.get('content-disposition')).toBe(`inline; filename="${name}.pdf"`);
    expect(Buffer.from(await response.arrayBuffer()).toString('latin1')).toMatch(/^%PDF-/);
    const { rows } = await auditor.api.audit.listAuditEvents({ recordType, recordId: id });
    expect(rows[0]).toMatchObject(event);
  },
);

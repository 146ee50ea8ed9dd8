import { expect, test } from 'vitest';
import { createOffice, receiveApplication } from '#dev/testing/factories.ts';
import { type StaffCaller, sharedPortal } from '#dev/testing/portal.ts';

const portal = await sharedPortal();
const office = await createOffice(portal);
const receiver = await portal.as('receiver');

const receiptOf = (caller: Pick<StaffCaller, 'fetch'>, id: string) =>
  caller.fetch(`/api/applications/${id}/receipt`);
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code;

test('a receipt is a PDF under its own number, and in the audit log with the sums that it shows', async () => {
  const id = await receiveApplication(receiver, office);
  const { acknowledgementNumber } = await receiver.api.applications.getApplication({ id });
  const number = String(acknowledgementNumber).padStart(6, '0');
  const response = await receiptOf(receiver, id);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/pdf');
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  expect(response.headers.get('content-disposition')).toBe(`inline; filename="receipt-${number}.pdf"`);
  const pdf = Buffer.from(await response.arrayBuffer());
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');

  const auditor = await portal.as('auditor');
  const { rows } = await auditor.api.audit.listAuditEvents({ recordType: 'application', recordId: id });
  expect(rows[0]).toMatchObject({
    event: 'applications.receipt_printed',
    actorName: receiver.actor.name,
    after: { totalAmount: 700, paidAmount: 700, pendingAmount: 0 },
  });
});

test('each printing is told, also under the key of an earlier one', async () => {
  const id = await receiveApplication(receiver, office);
  for (let printing = 0; printing < 2; printing += 1) {
    const response = await receiver.fetch(`/api/applications/${id}/receipt`, {
      headers: { 'idempotency-key': 'the-same-key-twice' },
    });
    expect(response.status).toBe(200);
  }
  const auditor = await portal.as('auditor');
  const { rows } = await auditor.api.audit.listAuditEvents({ recordType: 'application', recordId: id });
  expect(rows.filter(({ event }) => event === 'applications.receipt_printed')).toHaveLength(2);
});

test('letters that no font has are named, and nothing is told to be printed', async () => {
  const id = await receiveApplication(receiver, office, { candidateName: 'Ananya தமிழ்' });
  const response = await receiptOf(receiver, id);
  expect(response.status).toBe(422);
  const problem = (await response.json()) as { code: string; detail: string };
  expect(problem.code).toBe('papers.letters_missing');
  expect(problem.detail).toContain('த');
  const auditor = await portal.as('auditor');
  const { rows } = await auditor.api.audit.listAuditEvents({ recordType: 'application', recordId: id });
  expect(rows.map(({ event }) => event)).toEqual(['applications.received']);
});

import { expect, test } from 'vitest';
import { createOffice, draftEntry, receiveApplication } from '#dev/testing/factories.ts';
import { type StaffCaller, sharedPortal } from '#dev/testing/portal.ts';

const portal = await sharedPortal();
const office = await createOffice(portal);
const receiver = await portal.as('receiver');

async function prepareSlip() {
  const entry = draftEntry();
  await receiveApplication(receiver, office, { drafts: [entry] });
  const { rows } = await receiver.api.demandDrafts.listDrafts({ search: entry.number });
  return receiver.api.depositSlips.prepareDepositSlip({
    draftIds: [rows[0]!.id],
    account: '30123456789',
    bankBranch: 'State Bank of India, Mysuru',
  });
}

const documentOf = (caller: Pick<StaffCaller, 'fetch'>, id: string) =>
  caller.fetch(`/api/deposit-slips/${id}/document`);
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code;

test('a slip is a PDF under its own number, and in the audit log', async () => {
  const { id } = await prepareSlip();
  const { slipNumber, total } = await receiver.api.depositSlips.getDepositSlip({ id });
  const response = await documentOf(receiver, id);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/pdf');
  expect(response.headers.get('content-disposition')).toBe(
    `inline; filename="deposit-slip-${slipNumber}.pdf"`,
  );
  expect(
    Buffer.from(await response.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  const auditor = await portal.as('auditor');
  const { rows } = await auditor.api.audit.listAuditEvents({ recordType: 'deposit_slip', recordId: id });
  expect(rows[0]).toMatchObject({ event: 'deposit_slips.printed', after: { drafts: 1, total } });
});

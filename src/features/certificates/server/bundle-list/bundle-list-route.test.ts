import { expect, test } from 'vitest';
import { addBundle, createOffice } from '#dev/testing/factories.ts';
import { type StaffCaller, sharedPortal } from '#dev/testing/portal.ts';

const portal = await sharedPortal();
const office = await createOffice(portal);
const receiver = await portal.as('receiver');
const id = await addBundle(portal, { collegeId: office.collegeId, handedOverBy: receiver.actor.id });

const documentOf = (caller: Pick<StaffCaller, 'fetch'>, of: string) =>
  caller.fetch(`/api/bundles/${of}/document`);
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code;

test('a list is a PDF under the number of its bundle, and in the audit log', async () => {
  const { bundleNumber } = await receiver.api.bundles.getBundle({ id });
  const response = await documentOf(receiver, id);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/pdf');
  expect(response.headers.get('content-disposition')).toBe(`inline; filename="bundle-${bundleNumber}.pdf"`);
  expect(
    Buffer.from(await response.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  const auditor = await portal.as('auditor');
  const { rows } = await auditor.api.audit.listAuditEvents({ recordType: 'bundle', recordId: id });
  expect(rows[0]).toMatchObject({ event: 'bundles.printed', recordLabel: bundleNumber });
});

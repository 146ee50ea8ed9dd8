import { expect, test } from 'vitest';
import { applicationEntry } from '#dev/testing/factories.ts';
import { sharedOffice } from '#dev/testing/office.ts';

const { portal, office } = await sharedOffice();

test('what was typed of a candidate who is received is gone from every tab, anybody else’s stays', async () => {
  const receiver = await portal.as('receiver');
  const { formDrafts, applications } = receiver.api;
  const entry = await applicationEntry(receiver, office);
  const { registrationNumber } = entry;
  for (const values of [{ registrationNumber }, { registrationNumber }, { registrationNumber: 'REG-OTHER' }])
    await formDrafts.keepFormDraft({
      ...{ formKey: 'new-application', id: crypto.randomUUID(), opened: null },
      values,
    });
  await applications.receiveApplication(entry);
  const { drafts } = await formDrafts.listFormDrafts({ formKey: 'new-application' });
  expect(drafts.map(({ values }) => values)).toEqual([{ registrationNumber: 'REG-OTHER' }]);
});

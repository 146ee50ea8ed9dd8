import { expect, test } from 'vitest';
import { receiveApplication } from '#dev/testing/factories.ts';
import { sharedOffice } from '#dev/testing/office.ts';
import { runWithoutTriggers } from '#dev/testing/run-without-triggers.ts';

const { portal, office } = await sharedOffice();
const receiver = await portal.as('receiver');

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
  const id = await receiveApplication(receiver, office);
  // As an earlier release took it.
  await runWithoutTriggers(
    portal,
    `update applications set candidate_name = 'Ananya ᱥᱟᱱ' where id = '${id}'`,
  );
  const response = await receiver.fetch(`/api/applications/${id}/receipt`);
  expect(response.status).toBe(422);
  const problem = (await response.json()) as { code: string; detail: string };
  expect(problem.code).toBe('papers.letters_missing');
  expect(problem.detail).toContain('ᱥ');
  const auditor = await portal.as('auditor');
  const { rows } = await auditor.api.audit.listAuditEvents({ recordType: 'application', recordId: id });
  expect(rows.map(({ event }) => event)).toEqual(['applications.received']);
});

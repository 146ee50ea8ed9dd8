import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerTo, sentTo } from '#dev/testing/web/portal-responses.ts';
import { renderScreen } from '#dev/testing/web/render-screen.tsx';
import type { ReprintRequest } from '../contract.ts';
import { PendingReprintApprovalsPage } from './pending-reprint-approvals-page.tsx';

const request: ReprintRequest = {
  ...{ id: crypto.randomUUID(), certificateId: crypto.randomUUID(), convocationNumber: '2025/000011' },
  ...{ studentName: 'Xenia Pinto', examRollNumber: '2401', collegeCode: 'COL001', collegeName: 'Arts' },
  ...{ kind: 'wrong_copy', reason: 'The name is smudged', cause: 'office', charge: null, concession: null },
  ...{ errorPhoto: null, declaration: null, status: null, remark: null, endedWith: null },
  ...{
    requestedBy: 'Ravi Shetty',
    requestedById: crypto.randomUUID(),
    requestedAt: new Date().toISOString(),
  },
  ...{ decidedBy: null, decidedAt: null, copyNumber: 0, blankSerial: 'A000011', reprintedAt: null },
  ...{ certificateState: 'printed', certificateWithheldAt: null, missingFacts: [] },
  ...{ takeBackUntil: null, version: 1 },
};

test('what is chosen in the row of a request is asked first, and Cancel leaves it undecided', async () => {
  answerTo('GET /api/reprint-requests', (_, rest) =>
    rest.startsWith('/count') ? { count: 1 } : { rows: [request], nextCursor: null },
  );
  answerTo('POST /api/reprint-requests', () => ({ version: 2 }));
  await renderScreen(<PendingReprintApprovalsPage />);
  const decision = page.getByRole('combobox', { name: /^Decision: / });
  const approved = page
    .getByRole('listbox', { name: /^Decision: / })
    .getByRole('option', { name: 'Approved' });
  const question = page.getByRole('dialog');
  await decision.click();
  await approved.click();
  await expect.element(question).toMatchTextContent(/Approve the reprint of 2025\/000011\?/);
  expect(sentTo('POST /api/reprint-requests')).toEqual([]);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(sentTo('POST /api/reprint-requests')).toEqual([]);
  await decision.click();
  await approved.click();
  await question.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect.poll(() => sentTo('POST /api/reprint-requests')).toHaveLength(1);
});

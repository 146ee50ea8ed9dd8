import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '#dev/testing/web/render-screen.tsx';
import type { StatementLine } from '../line-contract.ts';
import { LineDesk } from './line-desk.tsx';

const lineId = '0197a1a0-0000-7000-8000-000000000040';
const slipId = '0197a1a0-0000-7000-8000-000000000041';
const draft = {
  demandDraftId: '0197a1a0-0000-7000-8000-000000000042',
  number: '533729',
  bank: 'State Bank of India',
  branch: 'Mysuru Main',
  drawnOn: '2026-10-01',
  amount: 700,
  state: 'received',
  collegeCode: 'COL001',
  depositSlipId: null as string | null,
  slipNumber: null as string | null,
  depositedOn: null,
  realisedOn: null,
  isRealisedByLine: false,
  isReturnedByLine: false,
  applicationCount: 1,
  because: 'number',
  version: 1,
};
const finding = {
  code: 'not_deposited',
  differencePaise: null,
  count: null,
  returnReason: null,
  draftIds: [draft.demandDraftId],
};
const line = {
  id: lineId,
  statementId: lineId,
  rowNumber: 4,
  bookedOn: '2026-11-02',
  valueDate: '2026-11-02',
  description: 'CTS CLG 533729',
  reference: '',
  side: 'credit',
  amountPaise: 70_000,
  balancePaise: null,
  state: 'open',
  finding,
  settled: [],
  differencePaise: 0,
  version: 1,
} as unknown as StatementLine;

async function show(change: Partial<typeof draft>) {
  const before = window.fetch;
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    if (new URL(request.url).pathname.endsWith('/candidates'))
      return Response.json({ finding, candidates: [{ ...draft, ...change }] });
    return before(request);
  });
  await renderScreen(<LineDesk line={line} mayDecide onDecided={() => {}} ref={{ current: null }} />);
}

test('the credit of a draft on a slip that is not deposited leads to the slip, and to recording its deposit', async () => {
  await show({ depositSlipId: slipId, slipNumber: 'DS-000051' });
  const slip = page.getByRole('link', { name: 'DS-000051' });
  await expect.element(slip).toHaveAttribute('href', expect.stringContaining(slipId));
  await expect.element(page.getByRole('button', { name: 'Record as deposited' })).toBeVisible();
});

test('the credit of a draft on no slip leads to where it is put on one', async () => {
  await show({});
  const link = page.getByRole('link', { name: 'Put draft 533729 on a deposit slip' });
  await expect.element(link).toHaveAttribute('href', expect.stringMatching(/demand-drafts\?.*533729/));
});

import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerTo } from '#dev/testing/web/portal-responses.ts';
import { renderScreen } from '#dev/testing/web/render-screen.tsx';
import { settlingMs } from '#platform/web/components/irreversible-keys.ts';
import { awardRecord, studentAward } from '#shared/award-record.ts';
import { blankEntry } from '#shared/declared-field.ts';
import { QueueHead } from './queue-head.tsx';
import { VerifyApplicationsPage } from './verify-applications-page.tsx';

const ids = Array.from({ length: 6 }, (_, index) => `0197a1a0-0000-7000-8000-0000000001${index}0`);
const file = {
  id: '0197a1a0-0000-7000-8000-000000000200',
  name: 'a.jpg',
  mediaType: 'image/jpeg',
  size: 900,
};
const numbers = { registrationNumber: 'REG001', examRollNumber: '24100310' };
const studied = {
  collegeId: '0197a1a0-0000-7000-8000-000000000020',
  collegeCode: 'COL001',
  collegeName: 'Sahyadri College of Engineering',
  courseId: '0197a1a0-0000-7000-8000-000000000021',
  courseDegree: 'ECE',
  academicYear: '2024-25',
  modeOfStudy: 'Regular',
};
const waitingSince = new Date(Date.now() - 40 * 86_400_000).toISOString();
const draft = {
  demandDraftId: '0197a1a0-0000-7000-8000-000000000300',
  ...{ number: '533668', drawnOn: '2026-11-02', bank: 'State Bank of India', branch: 'Mysuru Main' },
  ...{ amount: 500, allocatedAmount: 500, state: 'deposited', pays: true, paysOthers: 0, receipt: file },
};

function queued(id: string, index: number) {
  const candidateName = `Priya Nair ${index + 1}`;
  const isOdd = index % 2 === 1;
  return {
    ...{ id, acknowledgementNumber: 300 + index, candidateName, status: 'received', contributorIds: [] },
    ...{ collegeCode: 'COL001', waitingSince, pendingAmount: isOdd ? 200 : 0, differsFromMaster: isOdd },
  };
}

function caseOf(id: string) {
  const index = ids.indexOf(id);
  const application = {
    ...blankEntry(awardRecord),
    ...numbers,
    ...studied,
    ...queued(id, index),
    ...{ candidateNameNative: null, guideName: 'Dr. Rao', certificateType: 'Degree', chosenColour: 'Maroon' },
    ...{ selectedPaper: 'Parchment', photo: file, receipts: [file], feeAmount: 700, totalAmount: 700 },
    ...{ paidAmount: 500, pendingAmount: 200, concession: null, allocations: [], returnReasons: [] },
    charges: [
      { kind: 'application', scheduledAmount: 700, row: null, feeId: null, amount: 700 },
      { kind: 'late', scheduledAmount: 0, row: {}, feeId: null, amount: 0 },
    ],
    ...{ receivedBy: 'Ravi Shetty', receivedById: ids[5], receivedAt: waitingSince, reopening: null },
    ...{ earlierCertificate: null, contactConsent: null, conversation: [], version: 1, takeBackUntil: null },
    ...{ certificateId: null, certificateState: null, convocationNumber: null, verifiedById: null },
    ...{ division: 'First Class', percentage: 71.25, rank: 'First rank' },
  };
  const student = {
    ...{
      ...blankEntry(studentAward),
      ...numbers,
      ...studied,
      id: ids[0],
      name: 'Somebody Else',
      nameNative: null,
    },
    ...{ division: 'Second Class', percentage: 71.25, address: 'Mysuru', sameNumbers: [] },
  };
  return { application, student, drafts: [draft], missingFacts: [], collegeEmail: null };
}

const countsByShow: Record<string, number> = {
  to_verify_late: 12,
  to_verify_differing: 3,
  to_verify_short: 2,
};

const leases: string[] = [];

beforeEach(async () => {
  await page.viewport(1366, 768);
  answerTo('GET /api/cases', () => ({ rows: ids.map(queued), hasMore: true }));
  answerTo('GET /api/cases/', (_, id) => caseOf(id));
  answerTo('GET /api/cases/open', () => []);
  leases.length = 0;
  answerTo('GET /api/college-choices', () => []);
  answerTo('GET /api/choices', () => ({
    return_reasons: [{ value: 'photo', name: 'Photo cannot be used' }],
  }));
  const answered = vi.mocked(window.fetch).getMockImplementation()!;
  vi.mocked(window.fetch).mockImplementation(async (input, init) => {
    const { method, url } = new Request(input, init);
    const { pathname, searchParams } = new URL(url);
    if (method === 'POST') {
      leases.push(pathname);
      return Response.json({ expiresAt: new Date().toISOString() });
    }
    if (pathname !== '/api/applications/count') return answered(input, init);
    return Response.json({ count: countsByShow[searchParams.get('show') ?? ''] ?? 58 });
  });
});

const name = page.getByRole('heading', { name: 'Priya Nair 1' });
const queue = page.getByRole('navigation', { name: 'Queue' });
const question = page.getByRole('form', { name: 'Return to Ravi Shetty for correction?' });

async function openVerify() {
  await renderScreen(<VerifyApplicationsPage />);
  await expect.element(name).toBeVisible();
  const seenAt = performance.now();
  await expect.poll(() => leases).toEqual([`/api/cases/${ids[0]}/open`]);
  // Until decision keys count.
  await expect.poll(() => performance.now()).toBeGreaterThan(seenAt + settlingMs);
}

test('above the list stands the queue with its first case, and nothing is leased by looking', async () => {
  await renderScreen(<QueueHead show="all" collegeId="all" />);
  const head = page.getByRole('region', { name: 'Queue' });
  await expect
    .element(head)
    .toMatchTextContent(/58 waiting: 12 over 30 days · 3 differ from master · 2 fee short/);
  const late = head.getByRole('link', { name: '12 over 30 days' });
  await expect.element(late).toHaveAttribute('href', '/case-worker/manage-application?show=to_verify_late');
  const first = head.getByRole('article', { name: 'Priya Nair 1' });
  await expect
    .element(first)
    .toMatchTextContent(/REG001.*24100310.*COL001.*40 days.*Candidate name.*pending/);
  const verify = first.getByRole('link', { name: 'Verify' });
  await expect.element(verify).toHaveAttribute('href', `/case-worker/verify?open=${ids[0]}`);
  await expect.element(queue.getByRole('listitem').nth(2)).toBeVisible();
  expect(head.element().getBoundingClientRect().height).toBeLessThanOrEqual(220);
  expect(leases).toEqual([]);
});

test('the question covers neither fee nor draft, and the strip says what needs a closer look', async () => {
  await openVerify();
  await userEvent.keyboard('r');
  await expect.element(question).toBeVisible();
  for (const shown of ['Pending amount', '533668', 'Candidate name']) {
    const element = page.getByText(shown, { exact: true }).first().element();
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)!;
    expect(element.contains(hit) || hit.contains(element), shown).toBe(true);
  }
  await expect.element(page.getByText(/Late application/)).not.toBeInTheDocument();
  const second = queue.getByRole('listitem').nth(1);
  for (const mark of ['Differs from the student master', 'Fee short'])
    await expect.element(second.getByRole('img', { name: mark })).toBeVisible();
  await expect.element(queue.getByText('52 more')).toBeVisible();
});

test('at 200 % the case comes first, and no key decides on it while it is out of sight', async () => {
  await page.viewport(683, 384);
  await openVerify();
  const topOf = (element: Element) => element.getBoundingClientRect().top;
  await expect.poll(() => topOf(name.element())).toBeLessThan(300);
  expect(topOf(queue.element())).toBeGreaterThan(topOf(name.element()));
  window.scrollTo(0, document.documentElement.scrollHeight);
  await expect.poll(() => topOf(name.element())).toBeLessThan(-300);
  await userEvent.keyboard('r');
  await expect.poll(() => topOf(name.element())).toBeGreaterThanOrEqual(0);
  await expect.element(question).not.toBeInTheDocument();
  await userEvent.keyboard('r');
  await expect.element(question).toBeVisible();
});

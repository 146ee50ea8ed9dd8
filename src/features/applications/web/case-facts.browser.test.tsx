import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '#dev/testing/web/render-screen.tsx';
import { awardRecord, studentAward } from '#shared/award-record.ts';
import { blankEntry } from '#shared/declared-field.ts';
import type { Case } from '../case-desk-contract.ts';
import { CaseFacts } from './case-facts.tsx';

const same = {
  registrationNumber: 'REG001',
  examRollNumber: '24100310',
  collegeId: '0197a1a0-0000-7000-8000-000000000020',
  collegeCode: 'COL001',
  collegeName: 'Sahyadri College',
  courseId: '0197a1a0-0000-7000-8000-000000000021',
  courseDegree: 'ECE',
  academicYear: '2024-25',
  modeOfStudy: 'Regular',
};
const application = {
  ...blankEntry(awardRecord),
  ...same,
  id: '0197a1a0-0000-7000-8000-000000000022',
  acknowledgementNumber: 348,
  candidateName: 'Priya Nair',
  candidateNameNative: 'ಪ್ರಿಯಾ ನಾಯರ್',
  division: 'First Class',
  guideName: null,
  certificateType: 'Degree',
  chosenColour: 'Maroon',
  selectedPaper: 'Parchment',
  status: 'received',
  feeAmount: 700,
  totalAmount: 700,
  paidAmount: 700,
  pendingAmount: 0,
  concession: null,
  charges: [],
  allocations: [],
  receipts: [],
  returnReasons: [],
  contributorIds: [],
  receivedBy: 'Ravi Shetty',
  receivedAt: '2026-11-23T10:00:00.000Z',
  reopening: null,
  earlierCertificate: null,
  contactConsent: null,
};
const student = {
  ...blankEntry(studentAward),
  ...same,
  id: '0197a1a0-0000-7000-8000-000000000023',
  name: 'Priya Nair',
  nameNative: 'ಪ್ರಿಯಾ ನಾಯರ್',
  division: 'First Class',
  address: '12, Temple Road',
  sameNumbers: [],
};

async function show(change: object = {}) {
  const found = { application, student: { ...student, ...change }, drafts: [], missingFacts: [] };
  await renderScreen(<CaseFacts found={found as unknown as Case} />);
  await expect.element(table).toBeVisible();
}

const table = page.getByRole('table', { name: 'The application beside the student master' });
const row = (name: string) => table.getByRole('row', { name: new RegExp(`^${name}`) });
const folded = page.getByRole('button', { name: /fields? equals? the student master$/ });

test('what equals the student master is one line that can be opened', async () => {
  await show();
  await expect.element(folded).toHaveAttribute('aria-expanded', 'false');
  await expect.element(row('Course/Degree')).not.toBeInTheDocument();
  await folded.click();
  await expect.element(row('Course/Degree')).toBeVisible();
  for (const name of ['Academic year', 'Mode of study', 'Class or division', 'Candidate name'])
    await expect.element(row(name)).toBeVisible();
});

test('what differs stands open, both values beside each other, in larger letters than the rest', async () => {
  await show({ courseDegree: 'MECH', academicYear: '2023-24' });
  await expect.element(row('Course/Degree')).toMatchTextContent(/ECE.*differs:.*MECH/);
  await expect.element(row('Academic year')).toMatchTextContent(/2024-25.*2023-24/);
  await expect.element(row('Candidate name')).not.toBeInTheDocument();
  await folded.click();
  const sizeOf = (name: string) =>
    Number.parseFloat(getComputedStyle(row(name).element().querySelector('td')!).fontSize);
  expect(sizeOf('Course/Degree')).toBeGreaterThan(sizeOf('Candidate name'));
});

test('what the master does not know is no equality', async () => {
  await show({ courseId: null, courseDegree: null });
  await expect.element(row('Course/Degree')).toMatchTextContent(/ECE.*not known/);
});

import '#features/words.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '#dev/testing/web/render-screen.tsx';
import { FieldList, HeadFacts, inGroups } from '#platform/web/components/list/record-parts.tsx';
import { Moment } from '#platform/web/components/values.tsx';
import { auditEventLabels } from '#shared/audit-names.ts';
import { registered } from '#shared/feature.ts';
import type { TimelineEntry } from '../contract.ts';
import { Timeline } from './timeline.tsx';

const entry: TimelineEntry = {
  at: '2026-03-07T08:30:00.000Z',
  event: 'applications.received',
  actorName: 'Ravi Shetty',
  actorId: null,
  desk: 'receiver',
  sequence: null,
  recordType: 'application',
  recordId: 'a',
  recordLabel: 'SAH-2024-000123',
  details: {},
  isMailed: false,
};

async function lifeOf(...changes: Partial<TimelineEntry>[]) {
  await renderScreen(<Timeline entries={changes.map((change) => ({ ...entry, ...change }))} recordId="a" />);
  const items = page.getByRole('listitem');
  await expect.element(items.first()).toBeVisible();
  return items.elements().map((item) => item.firstElementChild!.textContent);
}

test('the life of a record is told in sentences that name person, rupees and places', async () => {
  const printed = { blank: 'B001009', printRun: 'R-000024', copy: 0 };
  expect(
    await lifeOf(
      { details: { drafts: '533668 (₹500)' } },
      { event: 'applications.corrected' },
      { event: 'applications.verified', actorName: 'Asha', details: { convocationNumber: '2025/000123' } },
      { event: 'certificates.printed', actorName: 'Prakash', details: printed },
      { event: 'certificates.handed_over', details: { handedTo: 'Priya Nair' } },
      { event: 'demand_drafts.went_stale', desk: 'portal', actorName: 'Portal' },
    ),
  ).toEqual([
    'Ravi Shetty received it with draft 533668 (₹500)',
    'Application corrected by Ravi Shetty',
    'Asha verified it: convocation number 2025/000123',
    'Prakash printed it on sheet B001009 in run R-000024',
    'Ravi Shetty handed it over to Priya Nair',
    'Demand draft stale: its validity passed',
  ]);
  await expect.element(page.getByText('Original')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'B001009' })).toBeVisible();
});

test('no event is worded as in the code, and every sentence is of an event', () => {
  const worded = Object.values(auditEventLabels).filter(
    (words) => !/^\p{Lu}[^_:]*(: its validity passed)?$/u.test(words),
  );
  expect(worded).toEqual([]);
  expect(Object.keys(auditEventLabels)).toEqual(expect.arrayContaining(Object.keys(registered.sentences)));
});

test('five facts head a record; what is empty, and what is technical, opens on request', async () => {
  const fields = inGroups({
    facts: [{ label: 'Course', value: 'B.Sc.' }],
    candidate: [
      { label: 'Name', value: 'Priya Nair' },
      { label: 'Name in another script', value: null },
    ],
    steps: [{ label: 'Verified at', value: <Moment value={null} /> }],
    technical: [{ label: 'Request', value: 'r' }],
  });
  await renderScreen(
    <>
      <HeadFacts fields={fields} />
      <FieldList fields={fields} />
    </>,
  );
  await expect.element(page.getByRole('region', { name: 'Candidate' }).getByText('Priya Nair')).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Steps' })).not.toBeInTheDocument();
  await expect.element(page.getByText('Verified at')).not.toBeVisible();
  await page.getByText('Empty: 2 fields').click();
  await expect.element(page.getByText('Verified at')).toBeVisible();
  await expect.element(page.getByText('Request')).not.toBeVisible();
});

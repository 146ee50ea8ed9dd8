import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '#dev/testing/web/render-screen.tsx';
import type { AuditEvent } from '../contract.ts';
import { shownEvents } from './audit-log-list.tsx';

const event: AuditEvent = {
  sequence: 7,
  at: '2026-03-07T08:30:00.000Z',
  actorName: 'Ravi',
  actorId: null,
  desk: 'receiver',
  event: 'applications.corrected',
  recordType: 'application',
  recordId: 'a',
  recordLabel: 'Harpreet Menon, 000123',
  collegeName: null,
  before: null,
  after: null,
  requestId: 'r',
  ip: null,
  hash: 'f'.repeat(64),
};

const table = page.getByRole('table');
const cells = () =>
  table
    .getByRole('row')
    .elements()
    .slice(1)
    .map((row) => [...row.querySelectorAll('td, th')].map(({ textContent }) => textContent!.trim()));

async function open(change: Partial<AuditEvent>): Promise<string[][]> {
  await renderScreen(shownEvents.detailsExtra({ ...event, ...change }));
  await expect.element(table).toBeVisible();
  return cells();
}

test.each([
  ['candidateName', 'Candidate name'],
  // As events have had it since the first release.
  ['candidate_name', 'Candidate name'],
  ['registrationNumber', /registration number/i],
  ['examRollNumber', /exam roll number/i],
  ['total_amount', /total amount/i],
  ['holderId', 'Held by'],
])('a field is shown by its label: %s', async (name, label) => {
  const [row] = await open({ before: { [name]: 'x' }, after: { [name]: 'y' } });
  expect(row![0]).toEqual(typeof label === 'string' ? label : expect.stringMatching(label));
  expect(row![0]).not.toMatch(/[a-z][A-Z]|_/);
  expect(row!.slice(1)).toEqual(['x', 'y']);
});

test.each([
  ['amount', 0, '₹0'],
  ['amount', 120_500, '₹1,20,500'],
  ['total_amount', 700, '₹700'],
])('money is in rupees: %s %i', async (name, amount, shown) => {
  const [row] = await open({ after: { [name]: amount } });
  expect(row!.at(-1)!.replaceAll(/\s/g, '')).toBe(shown);
});

test('a nested object has rows of its own, lists too, and no JSON is shown in the table', async () => {
  const rows = await open({
    event: 'reprints.charged',
    after: {
      charge: { amount: 0, reason: 'The fault is ours.' },
      spoilt: [{ serial: 'B001009', holderId: null }],
      copies: [
        { copy: 1, serial: 'B001010' },
        { copy: 2, serial: 'B001011' },
      ],
      setUpAlone: true,
    },
  });
  const text = rows.flat().join('\n');
  expect(text).not.toMatch(/[{}[\]"]/);
  const shown = (value: RegExp) => rows.find((row) => value.test(row.at(-1)!));
  expect(shown(/^₹\s?0$/), text).toBeDefined();
  expect(shown(/^The fault is ours\.$/), text).toBeDefined();
  for (const serial of ['B001009', 'B001010', 'B001011'])
    expect(shown(new RegExp(serial)), text).toBeDefined();
  expect(text).not.toMatch(/setUpAlone|holderId/);
});

test('a name that every object inherits is shown like any other, also where only one side has it', async () => {
  const rows = await open({
    before: { toString: { constructor: null } },
    after: { constructor: 'x', toString: { constructor: ['y', 'z'] } },
  });
  expect(rows).toEqual([
    ['To string: Constructor', '-', 'y, z'],
    ['Constructor', '-', 'x'],
  ]);
});

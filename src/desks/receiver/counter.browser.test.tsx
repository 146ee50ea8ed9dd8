import '#features/features.ts';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { answerTo } from '#dev/testing/web/portal-responses.ts';
import { renderScreen } from '#dev/testing/web/render-screen.tsx';
import { queryClient } from '#platform/web/api/query-client.ts';
import { Counter } from './counter.tsx';

const id = '0197a1a0-0000-7000-8000-000000000101';
const hit = {
  kind: 'application',
  id,
  number: '347',
  title: 'Asha Rao',
  note: '',
  state: 'returned',
  match: 'exact',
};
const field = page.getByRole('textbox', { name: 'Registration, roll, ACK, DD or scan' });

beforeEach(() => {
  queryClient.clear();
  answerTo('GET /api/waiting', () => ({ waiting: [] }));
  answerTo('GET /api/demand-drafts', () => ({ rows: [], next: null }));
  answerTo('GET /api/students/by-number', () => []);
  answerTo('GET /api/applications', () => ({
    rows: ['Asha Rao', 'Ravi Pai', 'Meera Das'].map((candidateName, at) => ({
      id: `${id}${at}`,
      candidateName,
      returnReasons: ['photo', 'name'],
    })),
    next: null,
  }));
});

/** What the field does with what it is given. */
async function give(text: string, hits: object[], application: object = {}) {
  answerTo('GET /api/search', () => ({ hits }));
  answerTo(`GET /api/applications/${id}`, () => ({
    id,
    candidateName: 'Asha Rao',
    certificateState: null,
    ...application,
  }));
  await cleanup();
  const { router } = await renderScreen(<Counter />, { role: 'receiver' });
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard(`${text}{Enter}`);
  return router;
}

test('the field goes on with what it is given', async () => {
  const new_ = '/application-receiver/new-application';
  for (const [text, address] of [
    ['24-0099', `${new_}?registration=24-0099`],
    ['24102695', `${new_}?roll=24102695`],
    ['533668', `${new_}?draft=533668`],
  ] as const) {
    const router = await give(text, []);
    await expect.poll(() => router.state.location.href).toBe(address);
  }
  const returned = await give('ACK347', [hit], { status: 'returned' });
  await expect.poll(() => returned.state.location.href).toBe(`${new_}?edit=${id}`);
  const waiting = await give('ACK347', [hit], { status: 'received' });
  await expect.poll(() => waiting.state.location.href).toContain(`open=${id}`);
  await expect.element(page.getByText('Asha Rao: Pending')).toBeVisible();
  await give('ACK999', []);
  await expect.element(page.getByText(/^No application has acknowledgement number 000999/)).toBeVisible();
});

test('several are offered to choose from, and what waits is named within 170 px', async () => {
  const count = { count: 12, isMore: false, oldest: new Date(Date.now() - 40 * 86_400_000).toISOString() };
  const names = ['applications.returned_to_me', 'certificates.ready'];
  answerTo('GET /api/waiting', () => ({
    waiting: names.map((name) => ({
      ...count,
      name,
      forMe: count,
      forOthers: { ...count, count: 0, who: [] },
    })),
  }));
  answerTo('GET /api/demand-drafts', () => ({
    rows: ['533668', '533669', '533670'].map((number) => ({ id: number, number, validUntil: '2026-12-31' })),
    next: null,
  }));
  const router = await give(
    '24-00',
    [
      { ...hit, match: 'begins' },
      { ...hit, id: id.replace(/1$/, '2'), number: '348', match: 'begins' },
    ],
    { status: 'returned' },
  );
  await expect.element(page.getByRole('button', { name: /^347 · Asha Rao/ })).toHaveFocus();
  const returned = page.getByRole('region', { name: 'Returned to me' });
  await expect
    .poll(() => returned.element().textContent)
    .toContain('Asha Rao: Photo cannot be used; Name differs');
  const drafts = page.getByRole('region', { name: 'Drafts to be deposited' });
  await expect.poll(() => drafts.element().textContent).toContain('533670');
  const waiting = page.getByRole('region', { name: 'What waits' });
  await expect.poll(() => waiting.getByRole('listitem').elements().length).toBe(names.length);
  const head = document.querySelector('main > div')!;
  expect(head.getBoundingClientRect().height).toBeLessThanOrEqual(170);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => router.state.location.href).toContain(`edit=${id}`);
});

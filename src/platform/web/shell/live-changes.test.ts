import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newRowsKey, newSince } from '#platform/web/components/list/new-rows.ts';
import { applyChanges, catchUp } from './live-changes.ts';

const me = { staffId: 'me' };
const received = { by: 'asha', events: { 'applications.received': 2, 'demand_drafts.received': 3 } };
const allApplications = ['applications', 'any'];
const waiting = ['applications', 'waiting_for_print'];

let queryClient: QueryClient;

beforeEach(() => {
  queryClient = new QueryClient();
  for (const list of [allApplications, waiting, ['print-queue', 'list'], ['audit-events']])
    queryClient.setQueryData(newRowsKey(list), []);
});
afterEach(() => queryClient.clear());

function announcedTo(list: string[]) {
  return newSince(queryClient.getQueryData(newRowsKey(list))!, 0);
}

test('an event is told to the lists that it adds rows to, and all of them to the audit log', () => {
  applyChanges(queryClient, received, me);
  applyChanges(queryClient, { by: null, events: { 'certificates.created': 1 } }, me);
  expect(announcedTo(allApplications)).toEqual({ told: 2, doubtedAt: 0 });
  expect(announcedTo(waiting).told).toBe(1);
  expect(announcedTo(['print-queue', 'list']).told).toBe(1);
  expect(announcedTo(['audit-events']).told).toBe(6);
});

test('lists of staff count for themselves, because an added person stands in those of one role', () => {
  for (const list of [
    ['staff', 'all'],
    ['staff', 'printer'],
  ])
    queryClient.setQueryData(newRowsKey(list), []);
  applyChanges(queryClient, { by: 'asha', events: { 'staff.added': 1 } }, me);
  for (const list of [
    ['staff', 'all'],
    ['staff', 'printer'],
  ]) {
    expect(announcedTo(list).told).toBe(0);
    expect(announcedTo(list).doubtedAt).toBeGreaterThan(0);
  }
});

test('requests for reprints are counted by the lists that may hold them, because decisions move them as well', () => {
  const lists = [
    ['reprints', 'open'],
    ['reprints', 'print_room'],
    ['reprints', 'approved'],
  ];
  for (const list of lists) queryClient.setQueryData(newRowsKey(list), []);
  applyChanges(queryClient, { by: 'asha', events: { 'reprints.requested': 1 } }, me);
  expect(lists.map((list) => announcedTo(list).doubtedAt > 0)).toEqual([true, true, false]);
  applyChanges(
    queryClient,
    { by: 'asha', events: { 'reprints.approved': 1, 'certificates.queued_for_reprint': 1 } },
    me,
  );
  expect(announcedTo(['reprints', 'approved']).doubtedAt).toBeGreaterThan(0);
  expect(announcedTo(['print-queue', 'list']).told).toBe(1);
});

test('an import is one event of as many rows as its file had, so its list counts them', () => {
  queryClient.setQueryData(newRowsKey(['students', 'list']), []);
  applyChanges(queryClient, { by: 'asha', events: { 'students.added': 1, 'students.imported': 1 } }, me);
  expect(announcedTo(['students', 'list'])).toEqual({ told: 1, doubtedAt: expect.any(Number) });
  expect(announcedTo(['students', 'list']).doubtedAt).toBeGreaterThan(0);
});

test('who has an application open is told to the screens that show it, and is no row of the audit log', () => {
  queryClient.setQueryData(['cases', 'open'], []);
  queryClient.setQueryData(['cases', 'one', 'id'], {});
  applyChanges(queryClient, { by: 'asha', events: { 'cases.opened': 1 } }, me);
  expect(announcedTo(['audit-events'])).toEqual({ told: 0, doubtedAt: 0 });
  expect(queryClient.getQueryState(['cases', 'open'])?.isInvalidated).toBe(true);
  expect(queryClient.getQueryState(['cases', 'one', 'id'])?.isInvalidated).toBe(false);
});

test('what a person did is no news to that person', () => {
  applyChanges(queryClient, { ...received, by: 'me' }, me);
  expect(announcedTo(allApplications).told).toBe(0);
});

test('a list that is not open is not announced to', () => {
  queryClient.clear();
  applyChanges(queryClient, received, me);
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
});

test('after a break every open list counts', () => {
  catchUp(queryClient);
  for (const list of [allApplications, waiting, ['audit-events']])
    expect(announcedTo(list).doubtedAt).toBeGreaterThan(0);
});

test('rows that were fetched after an announcement are not new', () => {
  const announced = [
    { at: 10, count: 1 },
    { at: 20, count: null },
    { at: 30, count: 4 },
  ];
  expect(newSince(announced, 0)).toEqual({ told: 5, doubtedAt: 20 });
  expect(newSince(announced, 10)).toEqual({ told: 4, doubtedAt: 20 });
  expect(newSince(announced, 30)).toEqual({ told: 0, doubtedAt: 0 });
});

test('no list is fetched behind the back of its reader; figures beside it are', async () => {
  const fetched: string[] = [];
  const keys = [
    ['print-queue', 'list', 'pages', '{}', 0],
    ['print-queue', 'batches'],
    ['applications', 'any', 'pages', '{}', 0],
  ];
  const leave = keys.map((queryKey) => {
    queryClient.setQueryData(queryKey, 'shown');
    const queryFn = () => {
      fetched.push(queryKey.join(' '));
      return 'fresh';
    };
    return new QueryObserver(queryClient, { queryKey, queryFn, staleTime: Infinity }).subscribe(() => {});
  });
  applyChanges(
    queryClient,
    { by: 'asha', events: { 'applications.received': 1, 'certificates.created': 1 } },
    me,
  );
  expect(fetched).toEqual(['print-queue batches']);
  for (const unsubscribe of leave) unsubscribe();
});

test('figures follow at once, then at most every few seconds, own work in another window too', async () => {
  vi.useFakeTimers();
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries');
  const times = () =>
    invalidate.mock.calls.filter(([filters]) => filters?.queryKey?.[0] === 'dashboard').length;
  applyChanges(queryClient, { ...received, by: 'me' }, me);
  expect(times()).toBe(1);
  for (let told = 0; told < 20; told += 1) applyChanges(queryClient, received, me);
  expect(times()).toBe(1);
  vi.advanceTimersByTime(3_000);
  expect(times()).toBe(2);
  vi.advanceTimersByTime(60_000);
  expect(times()).toBe(2);
  applyChanges(queryClient, { by: 'asha', events: { 'auth.signed_in': 1 } }, me);
  expect(times()).toBe(2);
  vi.useRealTimers();
});

import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { operation } from '#platform/contract/operation.ts';
import { rememberReads } from '#platform/web/api/reads.ts';
import { newRowsKey, newSince } from '#platform/web/components/list/new-rows.ts';
import type { Growth } from '#platform/web/components/list.tsx';
import { applyChanges, catchUp } from './live-changes.ts';

const read = { summary: '' } as const;
rememberReads({
  applications: {
    list: operation('GET /applications', { ...read, access: 'applications:read' }),
    getCase: operation('GET /case', { ...read, access: 'applications:read', follows: 'colleagues' }),
    listOpenCases: operation('GET /cases', {
      ...read,
      access: 'applications:read',
      reads: ['applications', 'cases'],
    }),
  },
  stock: { listPapers: operation('GET /papers', { ...read, access: 'stock:read' }) },
  dashboard: {
    getFigures: operation('GET /figures', {
      ...read,
      access: 'dashboard:read',
      reads: ['applications'],
      follows: 'figures',
    }),
  },
});

const me = { staffId: 'me' };
const received = { by: 'asha', events: { 'applications.received': 2, 'demand_drafts.received': 3 } };

const allApplications = [['applications', 'list'], { status: 'any' }];
const verified = [['applications', 'list'], { status: 'verified' }];
const auditLog = [['audit', 'list'], {}];
const staffOfRole = [['staff', 'list'], { role: 'printer' }];

let queryClient: QueryClient;
let leave: (() => void)[];
const fetched: string[] = [];

/** A screen that shows what is cached under this key. */
function show(queryKey: readonly unknown[], meta: { isHeld?: boolean; growth?: Growth } = {}): void {
  queryClient.setQueryData(queryKey, []);
  const queryFn = () => {
    fetched.push(String((queryKey[0] as string[])[1]));
    return [];
  };
  const observer = new QueryObserver(queryClient, { queryKey, queryFn, meta, staleTime: Infinity });
  leave.push(observer.subscribe(() => {}));
}

beforeEach(() => {
  queryClient = new QueryClient();
  leave = [];
  fetched.length = 0;
  for (const [list, growth] of [
    [allApplications, { addedBy: ['applications.received'] }],
    [verified, { addedBy: ['applications.verified'] }],
    [auditLog, { addedBy: 'any' }],
    [staffOfRole, { addedBy: ['students.added'], recountedAfter: ['staff.added', 'students.imported'] }],
  ] as const)
    show(newRowsKey(list), { growth });
});
afterEach(() => {
  for (const unsubscribe of leave) unsubscribe();
  queryClient.clear();
  vi.useRealTimers();
});

function announcedTo(list: readonly unknown[]) {
  return newSince(queryClient.getQueryData(newRowsKey(list))!, 0);
}

test('an event is told to the lists that it adds rows to, and all of them to the audit log', () => {
  applyChanges(queryClient, received, me);
  applyChanges(queryClient, { by: null, events: { 'applications.verified': 1 } }, me);
  expect(announcedTo(allApplications)).toEqual({ told: 2, doubtedAt: 0 });
  expect(announcedTo(verified)).toEqual({ told: 1, doubtedAt: 0 });
  expect(announcedTo(auditLog).told).toBe(6);
});

test('a list counts for itself after an event of which nobody knows how many rows it added', () => {
  applyChanges(queryClient, { by: 'asha', events: { 'staff.added': 1 } }, me);
  expect(announcedTo(staffOfRole)).toEqual({ told: 0, doubtedAt: expect.any(Number) });
  expect(announcedTo(staffOfRole).doubtedAt).toBeGreaterThan(0);
  expect(announcedTo(allApplications)).toEqual({ told: 0, doubtedAt: 0 });
  applyChanges(queryClient, { by: 'asha', events: { 'students.added': 1, 'students.imported': 1 } }, me);
  expect(announcedTo(staffOfRole).told).toBe(1);
});

test('who has an application open is told to the screens that show it, and is no row of the audit log', () => {
  show([['applications', 'listOpenCases'], {}]);
  show([['applications', 'getCase'], {}]);
  applyChanges(queryClient, { by: 'asha', events: { 'cases.opened': 1 } }, me);
  expect(announcedTo(auditLog)).toEqual({ told: 0, doubtedAt: 0 });
  expect(fetched).toEqual(['listOpenCases']);
});

test('what a person did is no news to that person', () => {
  applyChanges(queryClient, { ...received, by: 'me' }, me);
  expect(announcedTo(allApplications).told).toBe(0);
});

test('a list that is not open is not announced to', () => {
  for (const unsubscribe of leave) unsubscribe();
  queryClient.clear();
  applyChanges(queryClient, received, me);
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
});

test('after a break every open list counts, and what is no list is asked for again', () => {
  show([['stock', 'listPapers'], {}]);
  show([['dashboard', 'getFigures'], {}]);
  show([['applications', 'list'], 'pages'], { isHeld: true });
  catchUp(queryClient);
  for (const list of [allApplications, verified, auditLog])
    expect(announcedTo(list).doubtedAt).toBeGreaterThan(0);
  expect(fetched.toSorted()).toEqual(['getFigures', 'listPapers']);
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

test('nothing is fetched under the hands of its reader; what stands beside it is, when it shows what changed', () => {
  show([['applications', 'list'], 'pages'], { isHeld: true });
  show([['applications', 'listOpenCases'], {}]);
  show([['stock', 'listPapers'], {}]);
  applyChanges(queryClient, received, me);
  expect(fetched).toEqual(['listOpenCases']);
});

test('figures follow at once, then at most every few seconds, own work in another window too', () => {
  vi.useFakeTimers();
  show([['dashboard', 'getFigures'], {}]);
  const invalidate = vi.spyOn(queryClient, 'refetchQueries');
  const times = () => fetched.filter((name) => name === 'getFigures').length;
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
  expect(invalidate).toHaveBeenCalled();
});

test('a case follows colleagues at a pace, and never the own decision', () => {
  vi.useFakeTimers();
  show([['applications', 'getCase'], {}]);
  applyChanges(queryClient, { ...received, by: 'me' }, me);
  expect(fetched).toEqual([]);
  applyChanges(queryClient, received, me);
  applyChanges(queryClient, received, me);
  expect(fetched).toEqual(['getCase']);
  vi.advanceTimersByTime(3_000);
  expect(fetched).toEqual(['getCase', 'getCase']);
});

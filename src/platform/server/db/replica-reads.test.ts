import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { domainError } from '#platform/server/domain-error.ts';
import type { Db } from './database.ts';
import { readsFromReplica } from './replica-reads.ts';

const [primary, replica] = [{ name: 'primary' }, { name: 'replica' }] as unknown as [Db, Db];
let committed: number;
let replayed: (() => Promise<number>) | number;
let asked: number;

const read = () =>
  readsFromReplica({
    primary,
    replica,
    positions: {
      committed: async () => committed,
      replayed: async () => {
        asked += 1;
        return typeof replayed === 'number' ? replayed : replayed();
      },
    },
    log: pino({ level: 'silent' }),
  });
const where = async (db: Db) => db;

beforeEach(() => {
  vi.useFakeTimers();
  [committed, replayed, asked] = [10, 10, 0];
});
afterEach(() => vi.useRealTimers());

test('reads go to a replica that shows everything, and to the primary after a write until it was replayed', async () => {
  const reads = read();
  expect(await reads(where)).toBe(replica);
  committed = 11;
  expect(await reads(where)).toBe(primary);
  replayed = 11;
  vi.advanceTimersByTime(100);
  expect(await reads(where)).toBe(replica);
});

test('a replica that is behind is asked every 100 ms, one in step only after a write or a second', async () => {
  const reads = read();
  for (let count = 0; count < 5; count += 1) await reads(where);
  expect(asked).toBe(1);
  vi.advanceTimersByTime(1_000);
  await reads(where);
  expect(asked).toBe(2);
  committed = 11;
  for (let count = 0; count < 5; count += 1) expect(await reads(where)).toBe(primary);
  expect(asked).toBe(3);
});

test('reads that come at once ask once', async () => {
  const reads = read();
  const answers = await Promise.all([reads(where), reads(where), reads(where)]);
  expect(answers).toEqual([replica, replica, replica]);
  expect(asked).toBe(1);
});

test('what the replica cannot answer is read from the primary, and it is left alone for a while', async () => {
  const reads = read();
  const tried: Db[] = [];
  const work = async (db: Db) => {
    tried.push(db);
    if (db === replica) throw new Error('Connection terminated unexpectedly');
    return db;
  };
  expect(await reads(work)).toBe(primary);
  expect(await reads(work)).toBe(primary);
  expect(tried).toEqual([replica, primary, primary]);
  vi.advanceTimersByTime(5_000);
  expect(await reads(where)).toBe(replica);
});

test('what a replica never answers, such as the exact count of a long list, costs the other reads nothing', async () => {
  const reads = read();
  const count = async (db: Db) => {
    if (db !== replica) return db;
    const message = 'cannot access temporary or unlogged relations during recovery';
    throw Object.assign(new Error(message), { code: '0A000' });
  };
  expect(await reads(count)).toBe(primary);
  expect(await reads(where)).toBe(replica);
});

test('a replica that hangs costs half a second once', async () => {
  replayed = () => new Promise(() => {});
  const reads = read();
  const answer = reads(where);
  await vi.advanceTimersByTimeAsync(500);
  expect(await answer).toBe(primary);
  expect(await reads(where)).toBe(primary);
});

test('what a query refuses is refused, and not asked twice', async () => {
  let times = 0;
  const refused = read()(async () => {
    times += 1;
    throw domainError('request.not_found');
  });
  await expect(refused).rejects.toMatchObject({ code: 'request.not_found' });
  expect(times).toBe(1);
});

import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '#dev/testing/test-database.ts';
import { createPool, openClient } from './connections.ts';
import { createDb } from './database.ts';
import { faultOf } from './database-faults.ts';
import { workLimits } from './work-limits.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());

const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'no error',
    (error: { code?: string }) => error.code ?? String(error),
  );

test('a connection has the limits of its kind of work', async () => {
  const client = await openClient(database.url, 'export');
  const { rows } = await client.query(
    `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
            current_setting('idle_in_transaction_session_timeout') as idle`,
  );
  await client.end();
  expect(rows[0]).toEqual({ statement: '2min', lock: '4s', idle: '3min' });
});

test('the limits of commands leave every write its answer within 10 seconds, and a paused process its lock for less', () => {
  const { wait, hold, lock, idleInTransaction } = workLimits.command;
  // 0 is no limit.
  expect(lock).toBeGreaterThan(0);
  expect(lock).toBeLessThan(idleInTransaction);
  expect(idleInTransaction).toBeLessThan(hold);
  expect(wait + hold).toBeLessThan(10_000);
});

test('each statement of a transaction that loses its connection fails with a code, and the pool goes on', async () => {
  const lost: Error[] = [];
  const pool = createPool(database.url, 'command', { onLost: (error) => lost.push(error) });
  const client = await pool.connect();
  await client.query('begin');
  expect(await codeOf(client.query('select pg_terminate_backend(pg_backend_pid())'))).toBe('57P01');
  expect(await codeOf(client.query('rollback'))).toBe('08006');
  client.release();
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
  expect(lost.length).toBeGreaterThan(0);
});

test('a transaction whose process has stopped talking is ended by the server', async () => {
  const ended = Promise.withResolvers<Error>();
  const pool = createPool(database.url, 'command', { idleInTransaction: 100, onLost: ended.resolve });
  const client = await pool.connect();
  await client.query('begin');
  expect(await ended.promise).toMatchObject({ code: '25P03' });
  expect(faultOf(await client.query('commit').catch((error: unknown) => error))).toBe('busy');
  client.release();
  await pool.end();
});

test('a connection that answers nothing is given up', async () => {
  const pool = createPool(database.url, 'command', { hold: 200 });
  expect(await codeOf(pool.query('select pg_sleep(20)'))).toBe('08006');
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
});

test('callers wait for a connection up to a bound and up to a time', async () => {
  const pool = createPool(database.url, 'query', { connections: 1, waiting: 1, wait: 500 });
  const client = await pool.connect();
  const waiting = codeOf(pool.connect());
  expect(await codeOf(pool.connect())).toBe('08006');
  expect(await codeOf(pool.query('select 1'))).toBe('08006');
  expect(await waiting).toBe('08006');
  client.release();
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
});

test('a failed transaction of Kysely is a fault of the connection as well', async () => {
  const pool = createPool(database.url, 'command');
  const attempt = createDb(pool)
    .transaction()
    .execute(async (transaction) => {
      await transaction
        .selectNoFrom((eb) => eb.fn('pg_terminate_backend', [eb.fn('pg_backend_pid')]).as('x'))
        .execute();
    });
  expect(faultOf(await attempt.catch((error: unknown) => error))).toBe('busy');
  await pool.end();
});

test('a write that reaches a standby, while the primary is being switched, may succeed a moment later', async () => {
  const pool = createPool(database.url, 'command');
  const write = pool.query('begin read only; create table refused (n int)');
  expect(faultOf(await write.catch((error: unknown) => error))).toBe('busy');
  await pool.end();
});

test('a full disk is recognised below the error that a library makes of it', () => {
  const error = new Error('cannot write', { cause: Object.assign(new Error('write'), { code: 'ENOSPC' }) });
  expect(faultOf(error)).toBe('storage_full');
  expect(faultOf(new Error('anything else'))).toBeNull();
});

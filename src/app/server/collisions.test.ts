import { afterAll, expect, inject, test } from 'vitest';
import { createQueues } from '#app/server/jobs.ts';
import { openPortal, type StaffCaller } from '#dev/testing/open-portal.ts';
import { type Collision, plantCollisions } from '#dev/testing/planted-collisions.ts';
import { createTestDatabase } from '#dev/testing/test-database.ts';
import { request } from '#dev/testing/writings.ts';
import { addPerson, Browser, password } from '#features/auth/server/browser.testing.ts';
import { openClient, withClient } from '#platform/server/db/connections.ts';
import { prepareDatabase, withJobQueue } from '#platform/server/db/prepare-database.ts';

// Names of what is new.
const collisions = '/api/identity-collisions';
const waitingKind = 'identities.collisions';
const settledEvent = 'identities.settled';
type Named = { id: string; label: string };
type Row = { id: string; first: Named; later: Named; version: number };

const database = await createTestDatabase();
const name = new URL(database.ownerUrl).pathname.slice(1);
await database.drop();
await withClient(inject('superuserUrl'), 'migration', (client) => client.query(`create database ${name}`));
const owner = await openClient(database.ownerUrl, 'migration');
const planted = await plantCollisions(owner, database.ownerUrl, password);
const rowsOf = async (table: string) =>
  (await owner.query(`select to_jsonb(t) as row from ${table} t order by 1`)).rows.map(({ row }) => row);
const tables = 'students staff applications certificates demand_drafts sheets blanks audit_events'.split(' ');
const before = new Map<string, Record<string, unknown>[]>();
for (const table of tables) before.set(table, await rowsOf(table));
await prepareDatabase(database.ownerUrl);
const kept = await Promise.all(
  [...before.keys()].map(async (table) => [table, await rowsOf(table)] as const),
);
await withJobQueue(database.ownerUrl, createQueues);
const portal = await openPortal(database, { env: { TRUST_PROXY: '127.0.0.1' } });
afterAll(async () => {
  await owner.end();
  await portal.close();
});
const admin = await portal.as('admin');

const listed = async (caller: StaffCaller = admin) =>
  (await request(caller, 'GET', collisions)).body.rows as Row[];
const rowOf = async ({ first, later }: Collision) =>
  (await listed()).find((row) => row.first.id === first && row.later.id === later);
const settle = (row: Row, body: object, caller: StaffCaller = admin) => {
  const given = { version: row.version, reason: 'By the marks card', ...body };
  return request(caller, 'POST', `${collisions}/${row.id}/settle`, given);
};
const keysOf = async ({ table }: Collision, id: string) => {
  const { rows } = await owner.query(`select to_jsonb(t) as row from ${table} t where id = $1`, [id]);
  return Object.entries(rows[0].row).filter(([column]) => column.endsWith('_key'));
};

test('the migration merges and loses nothing, and touches nothing that was hashed', async () => {
  for (const [table, rows] of kept) {
    expect(rows, table).toHaveLength(before.get(table)!.length);
    for (const [index, row] of before.get(table)!.entries()) {
      const { search_text: _, ...entered } = row;
      expect(rows[index], table).toMatchObject(entered);
    }
  }
});

test('of two that fall together the later one has a key that nobody can enter, and both wait for the administrators', async () => {
  const rows = await listed();
  expect(rows.map(({ first, later }) => [first.id, later.id]).sort()).toEqual(
    planted.map(({ first, later }) => [first, later]).sort(),
  );
  for (const collision of planted) {
    const later = await keysOf(collision, collision.later);
    const [column, key] = later.find(([, value]) => String(value).endsWith('~2')) ?? [];
    const first = Object.fromEntries(await keysOf(collision, collision.first));
    expect(`${first[column!]}~2`, collision.column).toBe(key);
  }
  const { waiting } = await admin.api.waiting.listWaiting({});
  const counted = waiting.find((one) => (one.name as string) === waitingKind);
  expect(counted?.count).toBe(planted.length);
  for (const role of ['receiver', 'case_worker', 'printer'] as const) {
    const other = await portal.as(role);
    expect(await request(other, 'GET', collisions)).toMatchObject({ status: 403 });
    expect((await settle(rows[0]!, { recordId: rows[0]!.later.id, changes: {} }, other)).status).toBe(403);
  }
});

test('two accounts that fall together both sign in by the exact address', async () => {
  const { first, later, written } = planted.find(({ table }) => table === 'staff')!;
  const someone = await addPerson(portal);
  for (const [index, id] of [first, later].entries()) {
    const person = { ...someone, id, email: written[index]! };
    expect((await new Browser(portal).signIn(person)).body, person.email).toMatchObject({ staffId: id });
  }
  const upper = { ...someone, email: someone.email.toUpperCase().replace('@', '@\u200b') };
  expect((await new Browser(portal).start(upper)).status, 'any writing of an address that is alone').toBe(
    200,
  );
});

test.each([
  [0, 'later', 'registrationNumber'],
  [1, 'first', 'examRollNumber'],
  [2, 'later', 'email'],
] as const)(
  'an administrator settles collision %i by correcting the %s one, with a reason',
  async (index, which, field) => {
    const collision = planted[index]!;
    const { table, column, written } = collision;
    const row = (await rowOf(collision))!;
    const recordId = collision[which];
    const free = { [field]: table === 'staff' ? 'kavya.r@dikshant.example' : `FREE-${index}7` };
    for (const [faulty, status] of [
      [{ recordId, changes: free, reason: ' ' }, /^4/],
      [{ recordId, changes: { [field]: written[0]!.toLowerCase().replace(/-/, '\u2013') } }, /^4/],
      [{ recordId: admin.actor.id, changes: free }, /^4/],
      [{ recordId, changes: free, version: row.version + 1 }, /^409$/],
    ] as const)
      expect(String((await settle(row, faulty)).status), JSON.stringify(faulty)).toMatch(status);
    const settled = await settle(row, { recordId, changes: free, reason: `Card ${index}` });
    expect(settled.status, JSON.stringify(settled.body)).toBe(200);
    expect(await rowOf(collision)).toBeUndefined();
    for (const id of [collision.first, collision.later]) {
      expect(JSON.stringify(await keysOf(collision, id))).not.toContain('~');
      const now = await owner.query(`select ${column} as entered from ${table} where id = $1`, [id]);
      const left = written[id === collision.first ? 0 : 1];
      expect(now.rows).toEqual([{ entered: id === recordId ? Object.values(free)[0] : left }]);
    }
    const { rows } = await admin.api.audit.listAuditEvents({ recordId });
    const event = rows.find((one) => one.event === settledEvent);
    expect(JSON.stringify([event?.before, event?.after])).toContain(`Card ${index}`);
    expect(event?.actorId).toBe(admin.actor.id);
    expect((await settle(row, { recordId, changes: free })).status).toBeGreaterThanOrEqual(400);
  },
);

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { openDesks } from '../harness/desks.ts';
import { addColleges } from '../harness/load.ts';
import {
  cleanEnvironment,
  eventually,
  freePort,
  newDirectory,
  type Portal,
  postmasterPid,
  root,
  startPortal,
} from '../harness/portal.ts';
import { isAlive, killQuietly, killTree, treeOf } from '../harness/processes.ts';
import { between, pick } from '../harness/random.ts';

const portals: Portal[] = [];
afterAll(async () => {
  for (const portal of portals) await portal.remove();
});

// FAULTS.md A3: "After A2 the next `npm start` could not come up (3 of 7): leftover postmaster hangs after SIGINT in
// recovery, 'in use by process N' for ever" must become "patience, then SIGQUIT (never -9); `npm start` alone always
// comes up after any kill, within 20 s".
describe('A3 kills', () => {
  test('A3: after each of three kills under load it comes up within 20 s, and nothing acknowledged is lost', async () => {
    const directory = newDirectory();
    let portal = await startPortal({ directory });
    portals.push(portal);
    const acknowledged: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const { admin } = await openDesks(portal);
      const { load, stop } = addColleges(admin, 4);
      await new Promise((resolve) => setTimeout(resolve, between(500, 1_500)));
      kill(portal, round);
      void stop();
      acknowledged.push(...load.acknowledged);
      const began = Date.now();
      portal = await startPortal({ directory, timeout: 25_000 });
      portals.push(portal);
      expect(Date.now() - began, `start after kill ${round + 1}`).toBeLessThan(20_000);
      const stored = await portal.sql('select code from colleges where code = any($1)', [acknowledged]);
      expect(stored).toHaveLength(acknowledged.length);
    }
  }, 300_000);
});

// FAULTS.md A9: "SIGTERM to `npm start` leaves the server as an orphan (npm does not pass it on) and the next start is
// refused" must become "the start script notices that its parent is gone and drains; …; it ends within 30 s whatever
// hangs".
describe('A9 stopping', () => {
  test('A9: SIGTERM to npm start ends npm, server and database within 30 s, and the next start comes up', async () => {
    const directory = newDirectory();
    const port = await freePort();
    const npm = spawn('npm', ['start'], {
      cwd: root,
      stdio: 'ignore',
      detached: true,
      env: { ...cleanEnvironment(), PORT: String(port), DATA_DIRECTORY: directory },
    });
    const url = `http://localhost:${port}/healthz`;
    await eventually(async () => (await fetch(url)).ok, { within: 90_000, what: 'npm start' });
    const tree = [...treeOf(npm.pid!), postmasterPid(directory)];
    process.kill(npm.pid!, 'SIGTERM');
    try {
      await eventually(() => tree.every((pid) => !isAlive(pid)), {
        within: 30_000,
        what: `the end of all of ${tree.join(', ')}`,
      });
    } finally {
      for (const pid of tree) killQuietly(pid, 'SIGTERM');
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      for (const pid of tree) killQuietly(pid, 'SIGKILL');
    }
    const again = await startPortal({ directory, timeout: 20_000 });
    portals.push(again);
  });

  test('A9: SIGTERM ends the server within 30 s while requests and streams hang', async () => {
    const portal = await startPortal();
    portals.push(portal);
    const { admin, auditor } = await openDesks(portal);
    const holder = await portal.connect();
    await holder.query('begin');
    await holder.query('select * from audit_head for update');
    const { stop } = addColleges(admin, 3);
    const stream = fetch(`${portal.url}/api/changes`, { headers: { cookie: auditor.cookie } }).catch(
      () => undefined,
    );
    await new Promise((resolve) => setTimeout(resolve, 500));
    const began = Date.now();
    portal.child.kill('SIGTERM');
    await Promise.race([once(portal.child, 'exit'), new Promise((resolve) => setTimeout(resolve, 35_000))]);
    const seconds = (Date.now() - began) / 1_000;
    await holder.end().catch(() => {});
    void stop();
    void stream;
    expect(portal.exit(), 'it has ended').toBeDefined();
    expect(seconds).toBeLessThan(31);
  });
});

// FAULTS.md A10: "a copied data folder is refused on the same machine; stale marking missed while down is not made up
// for" must become "each fixed as a user would expect".
describe('A10 as a user would expect', () => {
  test('A10: a copy of the data folder starts beside the original', async () => {
    const original = await startPortal();
    portals.push(original);
    const copied = newDirectory();
    // As a person copies it: with the server stopped.
    await original.stop();
    cpSync(original.directory, copied, { recursive: true });
    portals.push(await startPortal({ directory: original.directory }));
    const copy = await startPortal({ directory: copied, timeout: 30_000 });
    portals.push(copy);
    expect((await copy.sql('select count(*)::int as staff from staff'))[0]!.staff).toBeGreaterThan(5);
  });

  test('A10: a draft that went stale while the portal was down is stale soon after the start', async () => {
    const portal = await startPortal();
    portals.push(portal);
    const [draft] = await portal.sql("select id from demand_drafts where state = 'received' limit 1");
    await portal.stop();
    const again = await startPortal({ directory: portal.directory });
    portals.push(again);
    const client = await again.connect();
    await client.query('set session_replication_role = replica');
    await client.query(
      'update demand_drafts set drawn_on = current_date - 200, revalidated_until = null where id = $1',
      [draft!.id],
    );
    await client.end();
    // What a portal that was down over night finds.
    killTree(again.child.pid!);
    const third = await startPortal({ directory: portal.directory, timeout: 25_000 });
    portals.push(third);
    await eventually(
      async () =>
        (await third.sql('select state from demand_drafts where id = $1', [draft!.id]))[0]!.state === 'stale',
      { within: 30_000, every: 500, what: 'the stale mark' },
    );
  });
});

/** A kill in one of the ways in which machines kill: all at once, the server alone, the database first. */
function kill(portal: Portal, round: number): void {
  const way = round < 3 ? round : pick([0, 1, 2]);
  const postmaster = postmasterPid(portal.directory);
  if (way === 0) {
    killTree(portal.child.pid!);
    killQuietly(postmaster, 'SIGKILL');
  } else if (way === 1) {
    killQuietly(portal.child.pid!, 'SIGKILL');
  } else {
    const backends = treeOf(postmaster).filter((pid) => pid !== postmaster);
    killQuietly(pick(backends), 'SIGKILL');
    killQuietly(portal.child.pid!, 'SIGKILL');
  }
}

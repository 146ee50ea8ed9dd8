import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { attach } from '../harness/attach.ts';
import { openDesks } from '../harness/desks.ts';
import { addColleges } from '../harness/load.ts';
import {
  cleanEnvironment,
  eventually,
  freePort,
  newDirectory,
  postmasterPid,
  root,
} from '../harness/portal.ts';
import { isAlive, killQuietly, treeOf } from '../harness/processes.ts';
import { between, pick } from '../harness/random.ts';

// The issue, 2: "`npm start` alone comes up after each of 30 kills of the whole process tree." FAULTS.md A3: "`npm
// start` alone always comes up after any kill, within 20 s".
test('A3: npm start comes up within 20 s after each of 30 kills, and nothing acknowledged is lost', async () => {
  const directory = newDirectory();
  const port = await freePort();
  const acknowledged: string[] = [];
  const slowest: number[] = [];
  for (let round = 0; round <= 30; round += 1) {
    const began = Date.now();
    const npm = spawn('npm', ['start'], {
      cwd: root,
      stdio: 'ignore',
      detached: true,
      env: { ...cleanEnvironment(), PORT: String(port), DATA_DIRECTORY: directory },
    });
    await eventually(async () => (await fetch(`http://localhost:${port}/healthz`)).ok, {
      within: round ? 20_000 : 120_000,
      what: `npm start after ${round} kills`,
    });
    slowest.push(Date.now() - began);
    const portal = attach(`http://localhost:${port}`, directory);
    const { admin } = await openDesks(portal);
    const stored = await portal.sql('select code from colleges where code = any($1)', [acknowledged]);
    expect(new Set(stored.map((row) => row.code)).size, `after ${round} kills`).toBe(acknowledged.length);
    expect(stored).toHaveLength(acknowledged.length);
    const { load, stop } = addColleges(admin, 6);
    await new Promise((resolve) => setTimeout(resolve, between(100, 2_500)));
    const postmaster = postmasterPid(directory);
    const tree = [...new Set([...treeOf(npm.pid!), ...treeOf(postmaster)])];
    // Most often all of it; sometimes the database is left behind, in the middle of what it did.
    const victims =
      round === 30 || pick([true, true, false]) ? tree : treeOf(npm.pid!).filter((pid) => pid !== postmaster);
    for (const pid of victims) killQuietly(pid, 'SIGKILL');
    acknowledged.push(...load.acknowledged);
    void stop();
    await eventually(() => !isAlive(npm.pid!), { what: 'the end of npm' });
    if (round === 30) for (const pid of tree) killQuietly(pid, 'SIGKILL');
  }
  console.log(`Slowest start after a kill: ${Math.max(...slowest.slice(1))} ms.`);
});

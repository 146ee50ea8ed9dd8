import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerOf } from '#dev/testing/open-portal.ts';
import { preparePortalProcess, startPortalProcess } from '#dev/testing/portal-process.ts';
import { withClient } from '#platform/server/db/connections.ts';
import { runningServerUrl } from '#platform/server/embedded-postgres/embedded-postgres.ts';
import { type DemoPortal, startDemoPortal } from './harness/demo-portal.ts';
import { runScript } from './harness/examine.ts';
import { baselineCommit, describeWith } from './harness/needs.ts';
import { killAll, treeOf } from './harness/process-tree.ts';

/** By columns that the first release had: each row has to be the same afterwards. */
const facts = {
  applications:
    'select id, acknowledgement_number, registration_number, exam_roll_number, candidate_name, academic_year, total_amount, paid_amount, status, received_at from applications order by id',
  certificates:
    'select id, application_id, convocation_number, state, created_at from certificates order by id',
  drafts: 'select id, amount, state from demand_drafts order by id',
  blanks: 'select id, serial, state from blanks order by id',
  sheets:
    'select id, certificate_id, blank_id, copy_number, verification_code, outcome from sheets order by id',
  files: 'select key, byte_size, sha256 from stored_files order by key',
  people: 'select id, email, role from staff order by id',
  events: 'select sequence, hash from audit_events order by sequence',
};
type Facts = Record<string, string[]>;

function factsOf(directory: string): Promise<Facts> {
  return withClient(runningServerUrl(path.join(directory, 'postgres')), 'backup', async (client) => {
    const found: Facts = {};
    for (const [what, statement] of Object.entries(facts))
      found[what] = (await client.query(statement)).rows.map((row) => JSON.stringify(row));
    return found;
  });
}

/** Rows may come; none of the earlier ones goes or changes. */
function missingOf(before: Facts, now: Facts): Facts {
  return Object.fromEntries(
    Object.entries(before).flatMap(([what, rows]) => {
      const there = new Set(now[what]);
      const missing = rows.filter((row) => !there.has(row));
      return missing.length > 0 ? [[what, missing]] : [];
    }),
  );
}

describeWith(
  ['git', 'npm', 'the history of git'],
  'a demo of the first release, taken over by this one',
  () => {
    let root: string;
    let release: string;
    let directory: string;
    let before: Facts;
    let portal: DemoPortal | undefined;
    const older = { program: ['src/app/server/main.ts', '--demo'], isQuiet: true };

    beforeAll(async () => {
      root = mkdtempSync(path.join(process.env.TREES ?? '/var/tmp', 'dikshant-upgrade-'));
      release = path.join(root, 'release');
      directory = path.join(root, 'data');
      execFileSync('git', ['worktree', 'add', '--detach', '--force', release, baselineCommit()!]);
      for (const words of [
        ['ci', '--prefer-offline', '--no-audit', '--no-fund'],
        ['run', 'build'],
      ])
        execFileSync('npm', words, {
          cwd: release,
          env: { ...process.env, NODE_ENV: 'development' },
          stdio: 'pipe',
        });
      const old = await startPortalProcess({ ...older, release, directory });
      before = await factsOf(directory);
      await old.stop();
    }, 1_800_000);
    afterAll(async () => {
      await portal?.kill();
      execFileSync('git', ['worktree', 'remove', '--force', release]);
      rmSync(root, { recursive: true, force: true, maxRetries: 20 });
    });

    test('killed at three moments of its first start, it comes up with every record', async () => {
      const copy = path.join(root, 'copy');
      cpSync(directory, copy, { recursive: true });
      for (const milliseconds of [800, 2_500, 5_000]) {
        const killed = await preparePortalProcess({ directory: copy, isQuiet: true });
        killed.spawn();
        await delay(milliseconds);
        killAll(treeOf(killed.pid()));
        await expect.poll(killed.isAlive).toBe(false);
      }
      const upgraded = await startDemoPortal({ directory: copy });
      expect(missingOf(before, await factsOf(copy))).toEqual({});
      await upgraded.close();
    });

    test('has every record as it was, is ready, and doctor and the audit verifier find nothing', async () => {
      for (const [what, rows] of Object.entries(before)) expect(rows.length, what).toBeGreaterThan(0);
      portal = await startDemoPortal({ directory });
      expect(missingOf(before, await factsOf(directory))).toEqual({});
      expect((await fetch(`${portal.url}/readyz`)).status).toBe(200);
      expect(await runScript(portal, 'doctor', 'migrations', 'files', 'chain')).toEqual([]);
      expect(await runScript(portal, 'audit-verify')).toEqual([]);
    });

    test('what was received before is verified, with the next number of its series', async () => {
      const caseWorker = callerOf(portal!.url, await portal!.signIn('case_worker', 'case-worker'));
      const last = before
        .certificates!.map((row) => JSON.parse(row).convocation_number as string)
        .sort()
        .at(-1)!;
      const { rows } = await caseWorker.api.applications.listApplications({ status: 'pending' });
      const numbers: string[] = [];
      for (const { id, version } of rows) {
        // What lacks money or papers waits on.
        const done = await caseWorker.api.applications.verifyApplication({ id, version }).catch(() => null);
        if (done) numbers.push(done.convocationNumber);
      }
      const [year, count] = last.split('/') as [string, string];
      const next = `${year}/${String(Number(count) + 1).padStart(count.length, '0')}`;
      expect(numbers).toContain(next);
      const url = runningServerUrl(path.join(directory, 'postgres'));
      const { rows: events } = await withClient(url, 'backup', (client) =>
        client.query(`
          select e.hash_version > 2 as is_new, count(*)::int as events,
                 (count(*) filter (where coalesce(e.college_id, beside.college_id) = a.college_id))::int as right_college
            from audit_events e
            join applications a on e.record_type = 'application' and e.record_id = a.id::text
            left join audit_event_colleges beside using (sequence)
           group by 1 order by 1`),
      );
      expect(events.map(({ is_new }) => is_new)).toEqual([false, true]);
      for (const one of events) expect(one.right_college).toBe(one.events);
      expect(await runScript(portal!, 'audit-verify')).toEqual([]);
    });

    test('the first release refuses the newer database, and changes nothing in it', async () => {
      const kept = await factsOf(directory);
      await portal!.stop();
      await expect(startPortalProcess({ ...older, release, directory })).rejects.toThrow(
        /newer than this release/,
      );
      await portal!.start();
      expect(missingOf(kept, await factsOf(directory))).toEqual({});
    });
  },
);

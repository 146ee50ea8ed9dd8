import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Cluster, startCluster } from './harness/cluster.ts';
import { startDemoPortal } from './harness/demo-portal.ts';
import { scriptIn } from './harness/documents.ts';
import { examine, runScript } from './harness/examine.ts';
import { describeWith } from './harness/needs.ts';
import { type OfficeWork, startOfficeWork } from './harness/office-work.ts';
import { serverNeeds } from './harness/postgres-servers.ts';
import { type Acknowledged, retryingFetch } from './harness/retrying-fetch.ts';

describeWith([...serverNeeds, 'pg_dump'], 'the documented commands for an external server', () => {
  let cluster: Cluster;
  let acknowledged: Acknowledged;
  let work: OfficeWork;
  beforeAll(async () => {
    cluster = await startCluster({ processes: 1 });
    acknowledged = retryingFetch();
    acknowledged.open();
    work = await startOfficeWork(cluster.portal, acknowledged);
    await vi.waitUntil(() => work.told.runs.length > 1, { timeout: 180_000 });
    await work.stop();
  });
  afterAll(() => cluster?.close());

  test('save it and restore it into an empty database, in recovery mode, with all that was acknowledged', async () => {
    const { servers, portal, processes } = cluster;
    await servers.sql(servers.ownerUrl, 'create database again');
    const again = (url: string) => url.replace(/\/postgres$/, '/again');
    const [head] = await servers.sql<{ head: string }>(
      servers.ownerUrl,
      `select sequence || ':' || hash as head from audit_head`,
    );
    const commands = scriptIn('docs/operations.md', '### Backup of an external server')
      .split('\n')
      .filter((line) => /^pg_(dump|restore)\b/.test(line));
    expect(commands).toHaveLength(2);
    for (const command of [...commands, 'npm run --silent restore -- --external']) {
      const filled = command
        .replaceAll('FILE', path.join(servers.folder, 'portal.dump'))
        .replace('NEW_DATABASE_URL', again(servers.ownerUrl));
      const isOfOld = command.startsWith('pg_dump');
      const ownerUrl = isOfOld ? servers.ownerUrl : again(servers.ownerUrl);
      execFileSync('bash', ['-c', filled], {
        env: { ...process.env, DATABASE_OWNER_URL: ownerUrl },
        stdio: 'pipe',
      });
    }
    await processes[0]!.stop();
    const restored = await startDemoPortal({
      directory: portal.directory,
      env: { DATABASE_URL: again(servers.appUrl), DATABASE_OWNER_URL: again(servers.ownerUrl) },
    });
    try {
      expect(await examine(restored, work, acknowledged)).toEqual([]);
      expect(await runScript(restored, 'audit-verify', '--head', head!.head)).toEqual([]);
      expect((await runScript(restored, 'doctor', 'recovery')).join()).toContain(
        'in recovery mode since its restore',
      );
    } finally {
      await restored.stop();
    }
  });
});

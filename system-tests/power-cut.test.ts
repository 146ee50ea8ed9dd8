import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { withClient } from '#platform/server/db/connections.ts';
import { startDemoPortal } from './harness/demo-portal.ts';
import { makeImage, mountImage } from './harness/loop-disk.ts';
import { describeWith } from './harness/needs.ts';
import { openPortalOnDisk, type PortalOnDisk } from './harness/portal-on-disk.ts';

const cuts = Number(process.env.CUTS ?? 4);
const imageMegabytes = 1_500;

describeWith(['root', 'mkfs.ext4', 'losetup'], 'power cuts', () => {
  let folder: string;
  /** The disk of a portal with the sample data that was stopped in order. */
  let sample: string;
  let portal: PortalOnDisk | undefined;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'dikshant-power-'));
    sample = path.join(folder, 'sample.img');
    makeImage(sample, imageMegabytes);
    const disk = mountImage(sample, path.join(folder, 'sample'));
    try {
      await (await startDemoPortal({ directory: path.join(disk.directory, 'data') })).close();
    } finally {
      await disk.unmount();
    }
  });
  afterEach(async () => {
    await portal?.end();
    portal = undefined;
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test(`${cuts} cuts under 25 clients: nothing acknowledged is lost, the books hold`, async () => {
    portal = await openPortalOnDisk(folder, sample);
    await withClient(portal.ownerUrl(), 'backup', async (client) => {
      for (const name of ['fsync', 'synchronous_commit', 'full_page_writes']) {
        const { rows } = await client.query('select current_setting($1) as value', [name]);
        expect(rows[0].value, name).toBe('on');
      }
    });
    for (let count = 1; count <= cuts; count += 1) {
      const { faults, figures } = await portal.cutPower();
      console.log(`cut ${count}: ${JSON.stringify(figures)}`);
      expect(faults).toEqual([]);
    }
  });

  // Without these two nobody would know that the cut of this test takes anything away.
  test('a file store that does not sync is found out', async () => {
    portal = await openPortalOnDisk(folder, sample, [
      '--import',
      path.join(import.meta.dirname, 'harness/without-fsync.ts'),
    ]);
    const { faults } = await portal.cutPower();
    console.log(`file store without fsync: ${faults.length} faults, such as ${faults.at(-1)}`);
    expect(faults.filter((fault) => fault.startsWith('file ')).length).toBeGreaterThan(0);
  });

  test('a PostgreSQL that does not sync is found out', async () => {
    portal = await openPortalOnDisk(folder, sample);
    await withClient(portal.ownerUrl(), 'backup', async (client) => {
      await client.query('alter system set fsync = off');
      await client.query('select pg_reload_conf()');
    });
    const { faults } = await portal.cutPower();
    console.log(`PostgreSQL without fsync: ${faults.length} faults, such as ${faults[0]}`);
    expect(faults.length).toBeGreaterThan(0);
  });
});

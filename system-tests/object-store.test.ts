import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { drawPortrait } from '#dev/seed/demo-pictures.ts';
import { uploadFile } from '#dev/testing/factories.ts';
import { callerOf } from '#dev/testing/open-portal.ts';
import { freePort, startPortalProcess } from '#dev/testing/portal-process.ts';
import { withClient } from '#platform/server/db/connections.ts';
import { type DemoPortal, startDemoPortal } from './harness/demo-portal.ts';
import { examine, runScript } from './harness/examine.ts';
import { describeWith } from './harness/needs.ts';
import { startOfficeWork } from './harness/office-work.ts';
import { retryingFetch } from './harness/retrying-fetch.ts';

const bucket = 'dikshant';
const keys = { accessKeyId: 'dikshant-test', secretAccessKey: 'dikshant-test-secret' };

/** Debian's gateway of Ceph on this machine. */
describeWith(['radosgw', 'ceph-mon', 'ceph-osd', 'curl'], 'files in an object store', () => {
  let folder: string;
  let gateway: number;
  let store: S3Client;
  let settings: Record<string, string>;
  let portal: DemoPortal;

  beforeAll(async () => {
    folder = mkdtempSync('/var/tmp/dikshant-objects-');
    const port = await freePort();
    const endpoint = `http://127.0.0.1:${port}`;
    const script = path.join(import.meta.dirname, 'harness/radosgw.sh');
    const child = spawn('sh', [script, path.join(folder, 'ceph'), String(port)], {
      detached: true,
      env: { ...process.env, S3_ACCESS_KEY: keys.accessKeyId, S3_SECRET_KEY: keys.secretAccessKey },
      stdio: 'ignore',
    });
    gateway = child.pid!;
    const answers = () =>
      fetch(endpoint).then(
        () => true,
        () => false,
      );
    await vi.waitUntil(answers, { timeout: 180_000, interval: 300 });
    store = new S3Client({ endpoint, region: 'us-east-1', credentials: keys, forcePathStyle: true });
    await store.send(new CreateBucketCommand({ Bucket: bucket }));
    settings = {
      S3_BUCKET: bucket,
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY: keys.accessKeyId,
      S3_SECRET_KEY: keys.secretAccessKey,
    };
    portal = await startDemoPortal({ env: settings });
  });
  afterAll(async () => {
    await portal?.close();
    process.kill(-gateway, 'SIGCONT');
    process.kill(-gateway, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
  });

  const rows = () =>
    withClient(portal.ownerUrl(), 'backup', async (client) => {
      const found = await client.query<{ key: string; sha256: string }>(
        'select key, sha256 from stored_files',
      );
      return found.rows;
    });
  const receiver = async () => callerOf(portal.url, await portal.signIn('receiver', 'receiver'));
  const digestOf = async (Key: string) => {
    const { Body } = await store.send(new GetObjectCommand({ Bucket: bucket, Key }));
    return createHash('sha256')
      .update(await Body!.transformToByteArray())
      .digest('hex');
  };

  test('under 25 clients every stored file is an object with its SHA-256, none is on the disk, and nobody reads one without a key', async () => {
    const acknowledged = retryingFetch();
    acknowledged.open();
    const work = await startOfficeWork(portal, acknowledged);
    await expect.poll(() => work.told.runs.length, { timeout: 180_000 }).toBeGreaterThan(1);
    await work.stop();
    expect(await examine(portal, work, acknowledged)).toEqual([]);
    const stored = await rows();
    for (const { key, sha256 } of stored.slice(-60)) expect(await digestOf(key), key).toBe(sha256);
    const disk = path.join(portal.directory, 'files');
    expect(existsSync(disk) ? readdirSync(disk) : []).toEqual([]);
    expect((await fetch(`${settings.S3_ENDPOINT}/${bucket}/${stored[0]!.key}`)).status).toBe(403);
  });

  test('an object that is gone is 410 for people, and named by doctor', async () => {
    const desk = await receiver();
    const { id } = (await (await uploadFile(desk, 'photo')).json()) as { id: string };
    const { Contents } = await store.send(new ListObjectsV2Command({ Bucket: bucket }));
    const newest = Contents!.sort((a, b) => +b.LastModified! - +a.LastModified!);
    const [file] = await withClient(portal.ownerUrl(), 'backup', async (client) => {
      const found = await client.query<{ key: string }>(
        'select storage_key as key from files where id = $1',
        [id],
      );
      return found.rows;
    });
    expect(newest.map(({ Key }) => Key)).toContain(file!.key);
    await store.send(new DeleteObjectCommand({ Bucket: bucket, Key: file!.key }));
    expect((await desk.fetch(`/api/files/${id}`)).status).toBe(410);
    expect((await runScript(portal, 'doctor', 'files')).join()).toContain(
      `The file ${file!.key} is missing.`,
    );
  });

  test('while the gateway hangs an upload is refused in time and leaves no row, and people read on', async () => {
    const desk = await receiver();
    const before = (await rows()).length;
    process.kill(-gateway, 'SIGSTOP');
    try {
      const began = Date.now();
      const refused = await uploadFile(desk, 'photo', await drawPortrait(1));
      expect(refused.status).toBe(503);
      expect(Date.now() - began).toBeLessThan(45_000);
      expect((await desk.fetch('/api/applications?limit=50')).status).toBe(200);
    } finally {
      process.kill(-gateway, 'SIGCONT');
    }
    expect(await rows()).toHaveLength(before);
    await expect.poll(async () => (await uploadFile(desk, 'photo')).status, { timeout: 60_000 }).toBe(200);
  });

  test.each(['S3_SECRET_KEY', 'S3_BUCKET'])(
    'a wrong %s is named at the start, and no secret is told',
    async (name) => {
      const wrong = 'nobody-knows-this';
      const start = startPortalProcess({ env: { ...settings, [name]: wrong }, isQuiet: true });
      const refusal = await start.then(() => 'it started', String);
      expect(refusal).toMatch(/S3|bucket/);
      if (name === 'S3_SECRET_KEY') expect(refusal).not.toContain(wrong);
    },
  );
});

import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startMailServer } from '../harness/mail-server.ts';
import { eventually, freePort, launch, newDirectory, waitForExit } from '../harness/portal.ts';
import { letters } from '../harness/random.ts';
import { drawPhoto, tryUpload, upload, writePdf } from '../harness/records.ts';
import { firstPack, packCommand } from '../set-up/a-packs.ts';
import { employAll, emptyUniversity, type Office, type University } from '../set-up/a-university.ts';
import { completeMasters, walk } from '../set-up/a-walk.ts';
import { runLine } from './b-command.ts';
import { type ObjectStore, startObjectStore } from './b-object-store.ts';

// The issue: "file store on S3 by setting (flydrive)". One process with the embedded database, files in Debian's radosgw, which is
// asked by requests that the test signs itself.

let store: ObjectStore;
let university: University;
let office: Office;

beforeAll(async () => {
  store = await startObjectStore();
  university = await emptyUniversity(store.settings);
  const imported = packCommand(['import', firstPack()], university);
  if (imported.code !== 0) throw new Error(imported.text);
  office = await employAll(university);
  await completeMasters(university.admin);
}, 600_000);
afterAll(async () => {
  await university?.remove();
  await store?.close();
});

describe('9 files on S3', { timeout: 240_000 }, () => {
  test('9 S3: photo, receipt and print file of a whole walk are objects, with size and SHA-256; none is on the disk', async () => {
    const { verdict } = await walk(university, office);
    expect(verdict.body.verdict).toBe('genuine');
    const rows = await university.portal.sql<{ key: string; size: string; sha256: string }>(
      'select key, byte_size::text as size, sha256 from stored_files',
    );
    expect(rows.length).toBeGreaterThan(2);
    const objects = await store.list();
    for (const { key, size, sha256 } of rows) {
      const object = objects.find((one) => one.key.endsWith(key));
      expect(object?.size, key).toBe(Number(size));
      expect(await store.digestOf(object!.key), key).toBe(sha256);
    }
    expect(filesBelow(path.join(university.directory, 'files')), 'files on the disk').toEqual([]);
  });

  test('9 S3: what was uploaded comes back byte for byte through the portal, and to nobody without a signature', async () => {
    const id = await upload(office.receiver, 'receipt', writePdf(), `dd ${letters(5)}.pdf`);
    const [file] = await university.portal.sql('select storage_key as key from files where id = $1', [id]);
    const answer = await fetch(`${university.portal.url}/api/files/${id}`, {
      headers: { cookie: office.receiver.cookie },
    });
    expect(answer.status).toBe(200);
    const served = createHash('sha256')
      .update(Buffer.from(await answer.arrayBuffer()))
      .digest('hex');
    const object = (await store.list()).find((one) => one.key.endsWith(file!.key))!;
    expect(await store.digestOf(object.key)).toBe(served);
    expect(await store.anonymous(object.key)).toBe(403);
  });

  test('9 S3: an object that is gone is 410 for people and named by doctor', async () => {
    const id = await upload(office.receiver, 'photo', await drawPhoto(), `photo ${letters(5)}.jpg`);
    const [file] = await university.portal.sql('select storage_key as key from files where id = $1', [id]);
    const object = (await store.list()).find((one) => one.key.endsWith(file!.key))!;
    await store.remove(object.key);
    expect((await office.receiver.get(`/api/files/${id}`)).status).toBe(410);
    const { text, code } = await runLine('npm run doctor', {
      ...university.env,
      DATA_DIRECTORY: university.directory,
    });
    expect(text).toContain(file!.key);
    expect(code).toBe(1);
  });

  test('9 S3: while the gateway hangs an upload is refused in time and leaves no row; people read on', async () => {
    const before = await university.portal.sql('select count(*)::int as rows from files');
    store.pause();
    try {
      const began = Date.now();
      const answer = await tryUpload(office.receiver, 'photo', await drawPhoto(), 'late.jpg');
      expect([503, 507], answer.text).toContain(answer.status);
      expect(Date.now() - began, 'milliseconds until it was refused').toBeLessThan(45_000);
      expect((await office.receiver.get('/api/applications')).status).toBe(200);
    } finally {
      store.resume();
    }
    expect(await university.portal.sql('select count(*)::int as rows from files')).toEqual(before);
    await eventually(
      async () => (await tryUpload(office.receiver, 'photo', await drawPhoto(), 'again.jpg')).status === 200,
      {
        within: 30_000,
        every: 1_000,
        what: 'an upload once the gateway answers',
      },
    );
  });

  test('9 S3: a wrong secret or bucket is refused at the start, in words, without the secret', async () => {
    const mails = await startMailServer(await freePort());
    for (const like of [/SECRET/, /BUCKET/]) {
      const wrong = letters(24);
      const settings = Object.fromEntries(
        Object.entries(store.settings).map(([name, value]) => [
          name,
          like.test(name) ? wrong : value.replace(store.bucket, like.test('BUCKET') ? wrong : store.bucket),
        ]),
      );
      const portal = await launch({
        directory: newDirectory(),
        isDemo: false,
        env: {
          PUBLIC_URL: 'https://certificates.university.example',
          SECRET: letters(48),
          SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
          MAIL_FROM: 'office@university.example',
          ...settings,
        },
      });
      const code = await waitForExit(portal, 45_000);
      const log = portal.log();
      await portal.remove();
      expect(code, `a start with a wrong ${like}: ${log.slice(-500)}`).not.toBeUndefined();
      expect(code).not.toBe(0);
      expect(log).toMatch(/S3|bucket|object store|file store/i);
      if (like.test('SECRET')) expect(log).not.toContain(wrong);
    }
    await mails.close();
  });
});

function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder).flatMap((name) => {
      const file = path.join(folder, name);
      return statSync(file).isDirectory() ? filesBelow(file) : [file];
    });
  } catch {
    return [];
  }
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createOffice, receiveApplication } from '#dev/testing/factories.ts';
import { longTest } from '#dev/testing/long-test.ts';
import { fileClient, filePortal } from '#dev/testing/portal.ts';
import { addDays, dayInIndia } from '#shared/format.ts';
import { readCheckpoints } from './checkpoint.ts';
import { writeCheckpoints } from './write-checkpoints.ts';

const today = dayInIndia(new Date());
/** Noon in India, so many days from now. */
const noonIn = (days: number) => new Date(`${addDays(today, days)}T06:30:00Z`);

const portal = await filePortal();
const directory = portal.services.checkpoints.directory;
const [auditor, receiver] = await portal.asEach('auditor', 'receiver');
const office = await createOffice(portal);
for (let count = 0; count < 3; count += 1) await receiveApplication(receiver, office);
portal.services.accessLog.record({ kind: 'signed_in', who: auditor.actor, network: '127.0.0.1' });
await portal.services.accessLog.flush();
const owner = await fileClient(portal.ownerUrl);
beforeEach(async () => {
  await rm(directory, { recursive: true, force: true });
  await owner.query('delete from audit_checkpoints');
});

async function verify(...args: string[]): Promise<{ code: number; text: string }> {
  const env = {
    ...process.env,
    DATABASE_OWNER_URL: portal.ownerUrl,
    CHECKPOINT_DIRECTORY: directory,
    NODE_OPTIONS: '',
  };
  const child = spawn(process.execPath, ['scripts/audit-verify.ts', ...args], { env });
  let text = '';
  child.stdout.on('data', (chunk) => (text += chunk));
  child.stderr.on('data', (chunk) => (text += chunk));
  const [code] = await once(child, 'close');
  return { code, text };
}

async function head(): Promise<{ sequence: number; hash: string }> {
  const { rows } = await owner.query('select sequence, hash from audit_head');
  return { sequence: Number(rows[0].sequence), hash: rows[0].hash };
}

describe('a day that is over', () => {
  test('gets one signed file, is mailed to the auditors once, and days that were missed are made up for', async () => {
    await writeCheckpoints(portal.services, noonIn(1));
    expect(await readdir(directory)).toEqual([`${today}.json`]);
    await writeCheckpoints(portal.services, noonIn(1));
    await writeCheckpoints(portal.services, noonIn(4));
    const files = await readCheckpoints(directory);
    expect(files.map(({ day }) => day)).toEqual([0, 1, 2, 3].map((days) => addDays(today, days)));
    const { rows } = await owner.query('select count(*)::int as count from audit_events');
    expect(files[0]).toMatchObject({ ...(await head()), events: rows[0].count, previous: null });
    expect(files[0]!.accessLog.entries).toBeGreaterThan(0);
    expect(files[1]).toMatchObject({ ...(await head()), events: 0, previous: files[0]!.sha256 });
    const { rows: mails } = await owner.query(
      `select body from outbox where recipient = $1 and subject like 'Audit log checkpoint%' order by id`,
      [auditor.email],
    );
    expect(mails).toHaveLength(2);
    expect(mails[0].body).toContain(`npm run audit:verify -- --head ${files[0]!.sequence}:${files[0]!.hash}`);
  });

  test('is written by one of two workers that start together', async () => {
    await Promise.all([
      writeCheckpoints(portal.services, noonIn(1)),
      writeCheckpoints(portal.services, noonIn(1)),
    ]);
    const [file] = await readCheckpoints(directory);
    const { rows } = await owner.query('select sha256 from audit_checkpoints');
    expect(rows).toEqual([{ sha256: file!.sha256 }]);
  });

  test('is mailed after a crash between file and mail', async () => {
    await writeCheckpoints(portal.services, noonIn(1));
    await owner.query('delete from audit_checkpoints');
    await owner.query('delete from outbox');
    await writeCheckpoints(portal.services, noonIn(1));
    expect((await owner.query('select recipient from outbox')).rows).toEqual([{ recipient: auditor.email }]);
  });
});

describe('the files', () => {
  test.each([
    [
      'altered',
      (text: string) => text.replace(/"events": \d+/, '"events": 7'),
      'the signature of checkpoint',
    ],
    ['half', (text: string) => text.slice(0, 100), 'is no checkpoint'],
  ])('are refused when one is %s', async (_what, change, fault) => {
    await writeCheckpoints(portal.services, noonIn(1));
    const file = path.join(directory, `${today}.json`);
    await writeFile(file, change(await readFile(file, 'utf8')));
    await expect(readCheckpoints(directory)).rejects.toThrow(fault);
  });

  test('are refused when one in the middle is gone, or another key signed', async () => {
    await writeCheckpoints(portal.services, noonIn(3));
    await writeCheckpoints(portal.services, noonIn(6));
    await expect(readCheckpoints(directory, ['another'])).rejects.toThrow('is signed by another key');
    await rm(path.join(directory, `${addDays(today, 3)}.json`));
    await expect(readCheckpoints(directory)).rejects.toThrow('one is missing or was exchanged');
  });
});

describe('npm run audit:verify', { timeout: 90_000 }, () => {
  test('says what is proven, and fails without anything from outside', async () => {
    expect(await verify()).toMatchObject({
      code: 1,
      text: expect.stringContaining('NOT proven: events 1 to'),
    });
    const { sequence, hash } = await head();
    const proven = { code: 0, text: expect.stringContaining('Every event is proven') };
    expect(await verify('--head', `${sequence}:${hash}`)).toMatchObject(proven);
    await writeCheckpoints(portal.services, noonIn(1));
    expect(await verify()).toMatchObject(proven);
    expect(await verify('--head', `${sequence}:${'0'.repeat(64)}`)).toMatchObject({
      code: 1,
      text: expect.stringContaining('NOT proven'),
    });
  });

  longTest(
    'a bundle is judged by what is named: nothing, a head, checkpoints; an empty one never holds',
    async () => {
      await writeCheckpoints(portal.services, noonIn(1));
      const folder = await mkdtemp(path.join(tmpdir(), 'dikshant-bundle-'));
      const bundle = path.join(folder, 'bundle.jsonl');
      expect(await verify('--export', bundle)).toMatchObject({ code: 0 });
      expect(await verify(bundle)).toMatchObject({ code: 1, text: expect.stringContaining('no checkpoint') });
      expect(await verify(bundle, '--checkpoints', directory)).toMatchObject({ code: 0 });
      const lines = (await readFile(bundle, 'utf8')).trimEnd().split('\n');
      await writeFile(bundle, lines.slice(0, -1).join('\n'));
      expect(await verify(bundle, '--checkpoints', directory)).toMatchObject({
        code: 1,
        text: expect.stringContaining('the end is missing'),
      });
      await writeFile(bundle, '');
      expect(await verify(bundle, '--checkpoints', directory)).toMatchObject({
        code: 1,
        text: 'NOT proven: there are no events.\n',
      });
      expect(await verify(bundle, '--checkpoints', folder)).toMatchObject({ code: 1 });
      await rm(folder, { recursive: true });
    },
  );

  test('finds the access log of a day that is not the one of its checkpoint', async () => {
    await writeCheckpoints(portal.services, noonIn(1));
    await owner.query('begin');
    await owner.query('delete from access_log where id = (select min(id) from access_log)');
    await owner.query('commit');
    expect(await verify()).toMatchObject({
      code: 1,
      text: expect.stringContaining(`the access log of ${today}`),
    });
  });

  test('finds the end cut off although the head row was set back, and no further checkpoint is written', async () => {
    await writeCheckpoints(portal.services, noonIn(1));
    const { sequence } = await head();
    await owner.query('begin');
    await owner.query('alter table audit_events disable trigger all');
    await owner.query('delete from audit_events where sequence = $1', [sequence]);
    await owner.query('alter table audit_events enable trigger all');
    await owner.query(
      'update audit_head set (sequence, hash) = (select sequence, hash from audit_events order by sequence desc limit 1)',
    );
    await owner.query('commit');
    expect(await verify()).toMatchObject({
      code: 1,
      text: expect.stringContaining(
        `but the checkpoint of ${today} has event ${sequence}: the end is missing`,
      ),
    });
    await expect(writeCheckpoints(portal.services, noonIn(2))).rejects.toThrow('does not contain event');
  });
});

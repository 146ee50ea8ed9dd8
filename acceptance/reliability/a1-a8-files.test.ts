import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Desks, startWithDesks } from '../harness/desks.ts';
import { ask, type Json } from '../harness/people.ts';
import { cleanEnvironment, eventually, type Portal, root } from '../harness/portal.ts';
import { letters } from '../harness/random.ts';
import { composed, drawPhoto, prepareRun, receive, tryUpload, upload } from '../harness/records.ts';

let portal: Portal;
let desks: Desks;

beforeAll(async () => {
  ({ portal, desks } = await startWithDesks());
});
afterAll(() => portal?.remove());

// FAULTS.md A1: "… a prepared run whose file is missing or differs is composed again; a missing file answers with its
// own sentence, not 500".
describe('A1 files', () => {
  for (const [fault, hurt] of [
    ['is missing', (file: string) => rmSync(file)],
    ['is empty', (file: string) => writeFileSync(file, '')],
    ['differs', (file: string) => writeFileSync(file, Buffer.alloc(statSync(file).size, 'x'))],
  ] as const) {
    test(`A1: the print file of a prepared run that ${fault} is composed again`, async () => {
      const before = new Set(filesOf(portal.directory));
      const run = await prepareRun(desks, 1);
      await composed(desks.printer, run.id);
      const [file] = filesOf(portal.directory).filter(
        (one) => !before.has(one) && /print|\.pdf$/.test(one) && one.includes(run.id),
      );
      expect(file, 'the print file below the data directory').toBeDefined();
      hurt(file!);
      const { version } = (await desks.printer.get(`/api/print-runs/${run.id}`)).body;
      const path = `/api/print-runs/${run.id}`;
      // Whoever asks for it first finds out; by which of the two acts is open in the sentence.
      await desks.printer.ask('POST', `${path}/start`, { body: { version, topSerial: run.serial(1) } });
      await eventually(
        async () => {
          const { body } = await desks.printer.get(path);
          if (body.state === 'prepared' && body.document === 'ready')
            await desks.printer.ask('POST', `${path}/start`, {
              body: { version: body.version, topSerial: run.serial(1) },
            });
          const document = await fetch(`${portal.url}${path}/document`, {
            headers: { cookie: desks.printer.cookie },
          });
          expect(document.status, 'never a 500').toBeLessThan(500);
          const bytes = Buffer.from(await document.arrayBuffer());
          return (
            document.status === 200 && bytes.subarray(0, 5).toString() === '%PDF-' && bytes.length > 1_000
          );
        },
        { within: 30_000, every: 500, what: 'the print file composed again' },
      );
    });
  }

  test('A1: an upload whose bytes are gone answers with a sentence of its own', async () => {
    const before = new Set(filesOf(portal.directory));
    const id = await upload(desks.receiver, 'photo', await drawPhoto(), 'photo.jpg');
    const added = filesOf(portal.directory).filter((file) => !before.has(file));
    expect(added.length, 'the files of the upload').toBeGreaterThan(0);
    await receive(desks.receiver, { photoFileId: id });
    for (const file of added) rmSync(file);
    const unknown = await desks.caseWorker.get(`/api/files/${crypto.randomUUID()}`);
    for (const target of [`/api/files/${id}`, `/api/files/${id}/thumbnail`]) {
      const answer = await desks.caseWorker.get(target);
      expect(answer.status, `${target}: ${answer.text.slice(0, 200)}`).toBeGreaterThanOrEqual(400);
      expect(answer.status).not.toBe(500);
      expect(answer.body.code).not.toMatch(/unforeseen|unexpected|internal/);
      expect(answer.body.code, 'not as if it had never been').not.toBe(unknown.body?.code);
      expect(answer.body.requestId).toBeTruthy();
    }
  });
});

// FAULTS.md A8: "one nightly job purges each with its own period …; every file has a row and every row's file exists,
// checked by `doctor`".
describe('A8 purge and doctor', () => {
  test('A8: doctor finds a missing and a strange file, and nothing in an installation that is sound', async () => {
    const missing = (await upload(desks.receiver, 'receipt', await drawPhoto(), 'receipt.jpg')) as string;
    const [row] = await portal.sql('select storage_key from files where id = $1', [missing]);
    const file = filesOf(portal.directory).find((one) => one.endsWith(path.basename(row!.storage_key)));
    expect(file).toBeDefined();
    const sound = doctor();
    rmSync(file!);
    const found = doctor();
    expect(found.status, found.said).not.toBe(0);
    expect(found.said).toMatch(/missing|not there|does not exist/i);
    expect(sound.said).not.toContain(path.basename(file!));
    const stranger = path.join(portal.directory, 'files', 'uploads', `${letters(20)}.jpg`);
    writeFileSync(stranger, 'a');
    expect(doctor().said).toContain(path.basename(stranger).slice(0, 20));
    rmSync(stranger);
  });

  test('A8: the nightly job removes what has outlived its period: remembered requests, sent mails, unattached files', async () => {
    const unattached = await upload(desks.receiver, 'photo', await drawPhoto(), 'forgotten.jpg');
    const [row] = await portal.sql('select storage_key from files where id = $1', [unattached]);
    const file = () =>
      filesOf(portal.directory).filter((one) => one.includes(path.basename(row!.storage_key)));
    expect(file().length).toBeGreaterThan(0);
    const client = await portal.connect();
    await client.query('set session_replication_role = replica');
    await client.query("update idempotent_requests set created_at = now() - interval '40 days'");
    await client.query(
      "update outbox set created_at = now() - interval '2 years', sent_at = now() - interval '2 years'",
    );
    await client.query("update files set uploaded_at = now() - interval '2 years' where id = $1", [
      unattached,
    ]);
    const jobs = (
      await client.query(
        "select name from pgboss.schedule where name ~* 'purge|nightly|clean|retention|housekeep'",
      )
    ).rows;
    expect(
      jobs.map((job: Json) => job.name),
      'a scheduled job that purges',
    ).not.toEqual([]);
    for (const { name } of jobs)
      await client.query('insert into pgboss.job (name, data) values ($1, $2)', [name, '{}']);
    await client.end();
    await eventually(
      async () => {
        const [left] = await portal.sql(
          "select (select count(*) from idempotent_requests where created_at < now() - interval '30 days')::int as requests, (select count(*) from outbox where sent_at < now() - interval '1 year')::int as mails, (select count(*) from files where id = $1)::int as files",
          [unattached],
        );
        return left!.requests === 0 && left!.mails === 0 && left!.files === 0 && file().length === 0;
      },
      { within: 60_000, every: 1_000, what: 'everything purged' },
    );
  });

  test('A8: the print file of a withdrawn run goes', async () => {
    const run = await prepareRun(desks, 1);
    const { version } = await composed(desks.printer, run.id);
    const files = () => filesOf(portal.directory).filter((one) => one.includes(run.id));
    expect(files().length).toBeGreaterThan(0);
    const { body } = await ask(portal, 'GET', '/api/openapi.json');
    const fields = Object.keys(
      body.paths['/print-runs/{id}/withdraw'].post.requestBody.content['application/json'].schema.properties,
    );
    await desks.printer.act('POST', `/api/print-runs/${run.id}/withdraw`, {
      version,
      ...(fields.includes('reason') ? { reason: 'Wrong paper' } : {}),
    });
    const client = await portal.connect();
    const jobs = (
      await client.query(
        "select name from pgboss.schedule where name ~* 'purge|nightly|clean|retention|housekeep'",
      )
    ).rows;
    await client
      .query("update print_runs set withdrawn_at = now() - interval '1 year' where id = $1", [run.id])
      .catch(() => {});
    for (const { name } of jobs)
      await client.query('insert into pgboss.job (name, data) values ($1, $2)', [name, '{}']);
    await client.end();
    await eventually(() => files().length === 0, {
      within: 30_000,
      every: 500,
      what: 'the print file removed',
    });
  });
});

// FAULTS.md A10: "Full disk says 'something unforeseen'" must become "fixed as a user would expect".
describe('A10 full disk', () => {
  const directory = () => path.join(portal.directory, 'files');
  const mount = (...args: string[]) => spawnSync('mount', args, { encoding: 'utf8' }).status === 0;

  test('A10: an upload to a full disk is refused by a sentence that says so, and works again when there is room', async (context) => {
    // Needs root: another, tiny disk lies over the store for a moment.
    if (!mount('-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', directory())) return context.skip();
    try {
      const answer = await tryUpload(
        desks.receiver,
        'photo',
        await drawPhoto({ width: 3_000, height: 3_857 }),
        'large.jpg',
      );
      expect([503, 507], answer.text).toContain(answer.status);
      expect(answer.body.code).not.toMatch(/unforeseen|unexpected|internal/);
      expect(answer.body.detail).toMatch(/disk|space|room|storage/i);
      const [rows] = await portal.sql(
        "select count(*)::int as files from files where original_name = 'large.jpg'",
      );
      expect(rows!.files).toBe(0);
    } finally {
      spawnSync('umount', ['-l', directory()]);
    }
    expect(existsSync(directory())).toBe(true);
    await upload(desks.receiver, 'photo', await drawPhoto(), 'after.jpg');
  });
});

function doctor(): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync('npm', ['run', 'doctor'], {
    cwd: root,
    encoding: 'utf8',
    timeout: 60_000,
    env: { ...cleanEnvironment(), DATA_DIRECTORY: portal.directory },
  });
  const said = stdout + stderr;
  expect(said, 'npm run doctor').not.toMatch(/missing script/i);
  return { status, said };
}

function filesOf(directory: string): string[] {
  return readdirSync(directory).flatMap((name) => {
    if (name === 'postgres' || name === 'backups') return [];
    const file = path.join(directory, name);
    return statSync(file).isDirectory() ? filesOf(file) : [file];
  });
}

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test, vi } from 'vitest';
import { confirmAsSecondPerson } from '#dev/testing/change-master.ts';
import { exampleEntry } from '#dev/testing/example-entry.ts';
import { draftEntry, receiveApplication, uploadFile } from '#dev/testing/factories.ts';
import { longTest } from '#dev/testing/long-test.ts';
import { rowsOfPacks } from '#dev/testing/packs.ts';
import { filePortal } from '#dev/testing/portal.ts';
import { withClient } from '#platform/server/db/connections.ts';
import { readPackFiles } from './pack-files.ts';

// `npm run pack` on the server, beside a portal that serves.

const folder = mkdtempSync(path.join(tmpdir(), 'dikshant-packs-'));
const vishwavidya = path.join(folder, 'pack.json');

// Without its crest, which takes a moment to draw each time.
const json = readFileSync('packs/vishwavidya/pack.json', 'utf8');
writeFileSync(vishwavidya, json.replace('"assets/crest.svg"', '""'));
const portal = await filePortal();
const admin = await portal.as('admin');
afterAll(() => rmSync(folder, { recursive: true }));

function start(...words: string[]) {
  const child = spawn(process.execPath, ['scripts/pack.ts', ...words], {
    env: {
      ...process.env,
      DATABASE_OWNER_URL: portal.ownerUrl,
      DATA_DIRECTORY: portal.services.settings.dataDirectory,
    },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  const ended = new Promise<{ code: number | null; said: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, said })),
  );
  return { child, ended };
}

const pack = (...words: string[]) => start(...words).ended;
const at = (name: string) => path.join(folder, name);
const everything = () => rowsOfPacks(portal);

function writePack(name: string, pack: object): string {
  writeFileSync(at(name), JSON.stringify({ name: 'later', courses: [], ...pack }));
  return at(name);
}

longTest(
  'a wrong word, a path that is not there and a faulty pack end with what to do, and no stack',
  async () => {
    expect(await pack('chekc', vishwavidya)).toEqual({
      code: 2,
      said: 'Usage: npm run pack -- check|import|export PATH [--with-signatures]\n',
    });
    expect(await pack('check', at('none'))).toEqual({
      code: 1,
      said: `${at('none')}: no such file or folder.\n`,
    });
    mkdirSync(at('bare'));
    expect(await pack('check', at('bare'))).toEqual({ code: 1, said: 'The pack has no file pack.json.\n' });
    const faulty = writePack('faulty.json', { format: 2 });
    expect(await pack('import', faulty)).toEqual({
      code: 1,
      said: expect.stringMatching(/^format: found 2; wanted: .+\n$/),
    });
  },
);

longTest('an import that is killed before it sends its end leaves nothing', async () => {
  const empty = await everything();
  await killAtFees();
  expect(await everything()).toEqual(empty);
});

test('an import writes what the check said', async () => {
  const empty = await everything();
  const checked = await pack('check', vishwavidya);
  expect(checked).toMatchObject({ code: 0, said: expect.stringContaining('courses: ECE (new)') });
  expect(await everything()).toEqual(empty);
  const written = await pack('import', vishwavidya);
  expect(written).toMatchObject({
    code: 0,
    said: expect.stringMatching(/: \d+ written, 0 as they were\.\n$/),
  });
  expect(written.said.replace(' written', ' would be written')).toBe(
    checked.said.replace(/^.*nothing is wrong.*\n/, ''),
  );
  expect(await everything()).not.toEqual(empty);
});

/** An import is killed where it waits for the fee schedule. Its audit events and COMMIT, sent as one, would still be carried out. */
async function killAtFees(): Promise<void> {
  await withClient(portal.ownerUrl, 'backup', async (holder) => {
    await holder.query('begin; lock table fee_schedule in share mode');
    const { child, ended } = start('import', vishwavidya);
    const pid = await vi.waitUntil(
      async () => {
        const { rows } = await holder.query<{ pid: number }>(
          `select pid from pg_locks where relation = 'fee_schedule'::regclass and not granted
              and database = (select oid from pg_database where datname = current_database())`,
        );
        return rows[0]?.pid;
      },
      { timeout: 60_000 },
    );
    child.kill('SIGKILL');
    await ended;
    await holder.query('rollback');
    await vi.waitUntil(
      async () => (await holder.query('select from pg_stat_activity where pid = $1', [pid])).rowCount === 0,
      { timeout: 60_000 },
    );
  });
}

longTest(
  'an export is what is imported, and has the images of signatures only when they are asked for',
  async () => {
    const strokes = {
      width: 1_200,
      height: 400,
      channels: 4 as const,
      background: { r: 0, g: 0, b: 90, alpha: 0.4 },
    };
    const upload = await uploadFile(admin, 'signature', await sharp({ create: strokes }).png().toBuffer());
    const { id: signatureFileId } = (await upload.json()) as { id: string };
    await admin.api.offices.addEntry({ ...exampleEntry('offices'), office: 'Dean', signatureFileId });

    expect(await pack('export', at('without'))).toEqual({ code: 0, said: '' });
    expect(await pack('export', at('whole.zip'), '--with-signatures')).toEqual({ code: 0, said: '' });
    const [whole, without] = [await readPackFiles(at('whole.zip')), await readPackFiles(at('without'))];
    expect([...whole.assets.keys()].filter((asset) => !without.assets.has(asset))).toHaveLength(1);
    const bare = (json: string) =>
      JSON.parse(json, (key, value) => (key === 'signatureFileId' ? undefined : value)) as object;
    expect(bare(whole.json)).toEqual(bare(without.json));
    expect(without.json).not.toContain('signatureFileId');
    expect((await pack('import', at('whole.zip'))).said).toMatch(/: 0 written, \d+ as they were\.\n$/);
  },
);

longTest('from the first application on the command only proposes, as any administrator', async () => {
  await receiveOne();
  const course = { name: 'ECE', level: 'undergraduate', namesGuide: 'no', subject: 'Electronics' };
  const later = writePack('later.json', { format: 1, courses: [course] });
  const subject = async () => (await admin.api.courses.listEntries({ search: 'ECE' })).rows[0]!.subject;
  const before = await subject();
  const { code, said } = await pack('import', later);
  expect(code, said).toBe(0);
  expect(said).toContain('1 proposed, for an administrator to confirm');
  expect(await subject()).toBe(before);
  const [proposal] = (await admin.api.proposals.listProposals({})).rows;
  expect(proposal).toMatchObject({ origin: 'pack', label: 'later', state: 'waiting' });
  await confirmAsSecondPerson(portal, proposal!.id);
  expect(await subject()).toBe('Electronics');
});

/** An application of what the pack brought. */
async function receiveOne(): Promise<void> {
  const receiver = await portal.as('receiver');
  await portal.as('case_worker');
  const { colleges, courses, papers } = await receiver.api.applications.listApplicationChoices();
  const kind = {
    collegeId: colleges[0]!.id,
    courseId: courses[0]!.id,
    certificateType: 'Degree',
    academicYear: '2024-25',
  };
  const due = await receiver.api.applications.listDueCharges(kind);
  const totalAmount = due.reduce((sum, { scheduledAmount }) => sum + scheduledAmount, 0);
  const office = { ...kind, otherCollegeId: kind.collegeId, paperId: papers[0]!.id };
  await receiveApplication(receiver, office, { totalAmount, drafts: [draftEntry({ amount: totalAmount })] });
}

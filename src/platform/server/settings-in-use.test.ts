import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { longTest } from '#dev/testing/long-test.ts';
import { filePortal } from '#dev/testing/portal.ts';
import { assertReachable, explainFullDisk, makeFolder } from './settings-in-use.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'dikshant-settings-'));
const file = path.join(folder, 'file');

writeFileSync(file, '');
const portal = await filePortal();
afterAll(() => rmSync(folder, { recursive: true }));

/** The database of the tests, somewhere else or under another name. */
function elsewhere(changed: { port?: number; password?: string; database?: string }): string {
  const url = new URL(portal.ownerUrl);
  // By TCP, as a setting has it.
  url.search = '';
  url.password = changed.password ?? url.password;
  url.port = String(changed.port ?? url.port);
  url.pathname = changed.database ?? url.pathname;
  return url.href;
}

describe('a folder of a setting', () => {
  test('is made with those above it, and may be there', () => {
    const deep = path.join(folder, 'a/b/c');
    makeFolder('DATA_DIRECTORY', deep);
    makeFolder('DATA_DIRECTORY', deep);
    expect(existsSync(deep)).toBe(true);
  });

  test('that cannot be made is named with its setting', () => {
    expect(() => makeFolder('BACKUP_DIRECTORY', path.join(file, 'x/y'))).toThrow(
      /^BACKUP_DIRECTORY cannot be used: ENOTDIR: .*file\/x\/y'\.$/,
    );
  });

  test('on a full disk is named as well', () => {
    const full = explainFullDisk(
      Object.assign(new Error('write'), { code: 'ENOSPC' }),
      'DATA_DIRECTORY',
      '/x',
    );
    expect((full as Error).message).toBe('The disk of DATA_DIRECTORY is full. Make room for /x.');
    const other = new Error('other');
    expect(explainFullDisk(other, 'DATA_DIRECTORY', '/x')).toBe(other);
  });
});

describe('a database of a setting', () => {
  const fault = (url: string) =>
    assertReachable('DATABASE_URL', url).then(
      () => '',
      (error: Error) => error.message,
    );
  const own = () => new URL(portal.ownerUrl).port;

  test('is reached', async () => {
    expect(await fault(portal.ownerUrl)).toBe('');
  });

  test('that does not answer, or refuses, is named in one sentence without its password', async () => {
    const proxy = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await new Promise((resolve) => proxy.once('listening', resolve));
    const { port } = proxy.address() as AddressInfo;
    const at = (number: number | string) => `The database of DATABASE_URL at 127.0.0.1:${number}`;
    expect(await fault(elsewhere({ port, password: 'hidden-password' }))).toMatch(
      new RegExp(`^${at(port)} does not answer: (Connection terminated unexpectedly|read ECONNRESET)\\.$`),
    );
    await new Promise((resolve) => proxy.close(resolve));
    expect(await fault(elsewhere({ port, password: 'hidden-password' }))).toBe(
      `${at(port)} does not answer: connect ECONNREFUSED 127.0.0.1:${port}.`,
    );
    expect(await fault(elsewhere({ password: 'hidden-password' }))).toBe(
      `${at(own())} refuses the connection: password authentication failed for user "postgres".`,
    );
    expect(await fault(elsewhere({ database: 'nowhere' }))).toBe(
      `${at(own())} refuses the connection: database "nowhere" does not exist.`,
    );
    expect(await fault('postgres://user:hidden#password@host/database')).toBe(
      'The database of DATABASE_URL at its address does not answer: Invalid URL.',
    );
  });
});

describe('commands end with a sentence', () => {
  const run = async (words: string[], env: Record<string, string>) => {
    const child = spawn(process.execPath, words, {
      env: {
        ...process.env,
        PUBLIC_URL: 'http://localhost:3000',
        SECRET: 'x'.repeat(40),
        SMTP_URL: 'smtp://127.0.0.1:1',
        MAIL_FROM: 'office@university.example',
        SERVICES: 'worker',
        DATA_DIRECTORY: path.join(folder, 'data'),
        ...env,
      },
    });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const [code, ...said] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
    return { code, said: said.join('').trim() };
  };
  const start = 'src/app/server/main.ts';

  test('where the database cannot be used', async () => {
    const unreachable = elsewhere({ port: 1, password: 'hidden-password' });
    const sentence = (setting: string) =>
      `The database of ${setting} at 127.0.0.1:1 does not answer: connect ECONNREFUSED 127.0.0.1:1.`;
    const [started, migrated, looked] = await Promise.all([
      run([start], { DATABASE_URL: unreachable }),
      run(['scripts/migrate.ts'], { DATABASE_OWNER_URL: unreachable }),
      run(['scripts/doctor.ts', 'settings'], { DATABASE_URL: unreachable }),
    ]);
    expect(started).toEqual({ code: 1, said: sentence('DATABASE_URL') });
    expect(migrated).toEqual({ code: 1, said: sentence('DATABASE_OWNER_URL') });
    expect(looked).toEqual({
      code: 2,
      said: `The settings are complete.\nCannot look over this installation: ${sentence('DATABASE_URL')}`,
    });
  });

  longTest('where screens are to be served that nobody built', async () => {
    const sources = path.join(folder, 'sources');
    for (const part of ['src', 'package.json']) cpSync(part, path.join(sources, part), { recursive: true });
    symlinkSync(path.resolve('node_modules'), path.join(sources, 'node_modules'));
    expect(
      await run([path.join(sources, start)], { SERVICES: 'web', DATABASE_URL: portal.ownerUrl }),
    ).toEqual({
      code: 1,
      said: expect.stringMatching(
        /^The screens are not complete: .+ is missing\. Build them: npm run build$/,
      ),
    });
  });

  longTest.runIf(process.platform === 'linux')('where a directory cannot be made', async () => {
    const passphrase = path.join(folder, 'passphrase');
    writeFileSync(passphrase, 'seven horses on a hill\n');
    const [data, nowhere] = [path.join(folder, 'own'), '/sys/nowhere'];
    mkdirSync(path.join(data, 'postgres'), { recursive: true });
    const own = { DATA_DIRECTORY: data, BACKUP_PASSPHRASE_FILE: passphrase };
    const database = { DATABASE_URL: portal.ownerUrl };
    for (const [setting, said] of [
      ['BACKUP_DIRECTORY', run([start], { ...own, BACKUP_DIRECTORY: nowhere })],
      ['BACKUP_DIRECTORY', run(['scripts/backup.ts'], { ...own, BACKUP_DIRECTORY: nowhere })],
      ['DATA_DIRECTORY', run([start], { ...database, DATA_DIRECTORY: nowhere })],
      ['DATA_DIRECTORY', run(['scripts/restore.ts'], { ...own, DATA_DIRECTORY: nowhere })],
      ['CHECKPOINT_DIRECTORY', run([start], { ...database, CHECKPOINT_DIRECTORY: nowhere })],
    ] as const)
      expect(await said, setting).toEqual({
        code: 1,
        said: expect.stringMatching(`${setting} cannot be used: E(PERM|ROFS|ACCES): .*, mkdir '${nowhere}`),
      });
    expect(readdirSync(path.join(data, 'postgres'))).toEqual([]);
  });
});

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newDirectory } from '../harness/portal.ts';
import { letters } from '../harness/random.ts';
import { newPaper, oneOfEach } from './b-clients.ts';
import { restore, type Said } from './b-command.ts';
import { closeSite, loseMachine, openSite, placeOf, restoreSite, type Site, takeBackup } from './b-site.ts';

// The issue: "secrets are sealed with a passphrase and named." What is secret: SECRET, the password of the embedded server, the
// key of the checkpoints, and whatever else the data directory keeps with mode 0600 that is neither a file of somebody nor the
// database's.

let site: Site;
let taken: Said;
/** When the restore began that took a new base backup, which the next restore begins from. */
let restoredAt: number;
/** Values that nobody may read in a backup, by what they are. */
const secrets = new Map<string, string>();

beforeAll(async () => {
  site = await openSite();
  await oneOfEach(site, newPaper());
  const { directory, env } = site.university;
  secrets.set('SECRET', env.SECRET!);
  for (const name of ['postgres/password', 'checkpoint-key']) {
    const text = readFileSync(path.join(directory, name), 'utf8').trim();
    if (text.length >= 16) secrets.set(name, text);
  }
  taken = await takeBackup(site);
}, 900_000);
afterAll(() => closeSite(site));

describe('9.2 sealed secrets', { timeout: 300_000 }, () => {
  test('9.2 sealed: no file of the backup has a secret in clear, packed files included', () => {
    const files = filesBelow(site.outside.backup);
    expect(files.length, `files below ${site.outside.backup}`).toBeGreaterThan(0);
    expect(secrets.size, 'secrets that were looked for').toBeGreaterThanOrEqual(2);
    const found: string[] = [];
    for (const file of files) {
      const bytes = contentOf(file);
      for (const [name, value] of secrets) if (bytes.includes(value)) found.push(`${name} in ${file}`);
      if (bytes.includes(site.outside.passphrase)) found.push(`the passphrase in ${file}`);
    }
    expect(found).toEqual([]);
  });

  test('9.2 named: the command, or a file of the backup in clear, says which secrets it has sealed', () => {
    const clear = filesBelow(site.outside.backup)
      .filter((file) => statSync(file).size < 200_000)
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    const said = `${taken.text}\n${clear}`;
    expect(said).toMatch(/\bSECRET\b/);
    expect(said).toMatch(/checkpoint[ -_]?key/i);
  });

  test('9.2 sealed: a backup without a passphrase is refused, and says which setting is missing', async () => {
    const without = {
      ...site,
      env: withoutPassphrase(site.env),
      outside: { ...site.outside, env: withoutPassphrase(site.outside.env) },
    };
    await expect(takeBackup(without)).rejects.toThrow(/passphrase/i);
  });

  test('9.2 sealed: whoever has the backup and a wrong passphrase restores nothing', async () => {
    await loseMachine(site);
    const file = path.join(site.outside.folder, 'wrong');
    const wrong = letters(30);
    writeFileSync(file, `${wrong}\n`, { mode: 0o600 });
    const env = Object.fromEntries(
      Object.entries(site.outside.env).map(([name, value]) => [
        name,
        value === site.outside.passphrase ? wrong : value === site.outside.passphraseFile ? file : value,
      ]),
    );
    const directory = newDirectory();
    site.folders.push(directory);
    const stranger = { ...site, outside: { ...site.outside, env, passphraseFile: file, passphrase: wrong } };
    const said = await restore(placeOf(stranger, directory));
    expect(said.code, said.text).not.toBe(0);
    expect(said.text).toMatch(/passphrase/i);
    for (const value of secrets.values()) expect(said.text).not.toContain(value);
  });

  test('9.2 sealed: with the right one every secret is back where it was, readable by its owner alone', async () => {
    const wreck = path.dirname(site.university.directory);
    restoredAt = Date.now();
    const { said, directory } = await restoreSite(site);
    const key = readFileSync(path.join(directory, 'checkpoint-key'), 'utf8').trim();
    expect(key, 'the key that signs checkpoints').toBe(secrets.get('checkpoint-key'));
    expect(statSync(path.join(directory, 'checkpoint-key')).mode & 0o077).toBe(0);
    expect(statSync(directory).mode & 0o077, 'the data directory itself').toBe(0);
    // SECRET is a setting: the restore hands it back, in its output or in a file of the new machine.
    const handed = [
      said.text,
      ...filesBelow(directory)
        .filter(isSmall)
        .map((file) => readFileSync(file, 'latin1')),
    ];
    expect(
      handed.some((text) => text.includes(secrets.get('SECRET')!)),
      'SECRET, handed back',
    ).toBe(true);
    expect(wreck).not.toBe('');
  });

  test('9.2 sealed: a byte that was changed in the backup is found, not restored', async () => {
    const victim = filesBelow(site.outside.backup)
      .filter((file) => !/label|history/.test(file) && statSync(file).mtimeMs > restoredAt)
      .sort((a, b) => statSync(b).size - statSync(a).size)[0]!;
    const bytes = readFileSync(victim);
    const middle = Math.floor(bytes.length / 2);
    const changed = Buffer.from(bytes);
    changed[middle] = changed[middle]! ^ 0x5a;
    renameSync(victim, `${site.outside.folder}/kept`);
    writeFileSync(victim, changed);
    try {
      const directory = newDirectory();
      site.folders.push(directory);
      const said = await restore(placeOf(site, directory));
      expect(said.code, `a byte of ${path.basename(victim)} was changed: ${said.text.slice(-800)}`).not.toBe(
        0,
      );
    } finally {
      renameSync(`${site.outside.folder}/kept`, victim);
    }
  });
});

const isSmall = (file: string) => !file.includes('/pgdata/') && statSync(file).size < 100_000;

function withoutPassphrase(env: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/PASSPHRASE/.test(name)));
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const file = path.join(folder, name);
    return statSync(file).isDirectory() ? filesBelow(file) : [file];
  });
}

/** A file as its reader has it: unpacked where it is packed. */
function contentOf(file: string): Buffer {
  const bytes = readFileSync(file);
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return gunzipSync(bytes);
  if (bytes.subarray(0, 4).equals(Buffer.from([0x28, 0xb5, 0x2f, 0xfd])))
    return execFileSync('zstd', ['-dc', file], { maxBuffer: 2 ** 30 });
  return bytes;
}

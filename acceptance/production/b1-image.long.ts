import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Json } from '../harness/people.ts';
import { eventually, freePort, root } from '../harness/portal.ts';
import { killTree } from '../harness/processes.ts';
import { letters } from '../harness/random.ts';
import { needTools } from './b-tree.ts';

// The issue, done when 1: "buildah builds the unchanged Dockerfile on a base made by mmdebstrap." Build: "Dockerfile (two stages,
// not root, read-only root file system)". A container cannot be run everywhere; the image's root file system is mounted
// read-only, entered by chroot as the image's user, and its own command started there.

let work: string;
let tree: string;
let config: Json;
let said: string;

beforeAll(() => {
  needTools('buildah', 'mmdebstrap', 'unshare', 'setpriv');
  work = mkdtempSync(path.join(process.env.TREES ?? '/var/tmp', 'dikshant-image-'));
  const context = path.join(work, 'context');
  mkdirSync(context);
  execFileSync('sh', ['-c', `git archive HEAD | tar -x -C ${context}`], { cwd: root });
  const built = spawnSync('sh', [path.join(import.meta.dirname, 'b-image.sh'), work, context], {
    encoding: 'utf8',
    timeout: 1_800_000,
    maxBuffer: 2 ** 27,
  });
  said = built.stderr;
  if (built.status !== 0)
    throw new Error(`The image was not built (${built.status}):\n${said.slice(-4_000)}`);
  tree = built.stdout.trim().split('\n').at(-1)!;
  const image = JSON.parse(readFileSync(path.join(work, 'image.json'), 'utf8'));
  config = image.OCIv1?.config ?? image.Docker?.config;
}, 2_000_000);
afterAll(() => {
  if (work) rmSync(work, { recursive: true, force: true });
});

describe('9.1 image', { timeout: 300_000 }, () => {
  test('9.1: it says its user, its process and its port, and none of them is root or npm', () => {
    expect(config.User ?? '').toMatch(/^(?!root|0$|0:).+/);
    const command = [...(config.Entrypoint ?? []), ...(config.Cmd ?? [])].join(' ');
    expect(command).toMatch(/node/);
    expect(Object.keys(config.ExposedPorts ?? {}).length).toBe(1);
    expect((config.Env ?? []).join('\n')).not.toMatch(/SECRET=.|PASSWORD=./);
  });

  test('9.1: the second stage has screens and sources, no tests, no tools of the development, no npm cache', () => {
    const folder = path.join(tree, config.WorkingDir ?? '/');
    const names = readdirSync(folder);
    expect(names).toEqual(
      expect.arrayContaining(['src', 'dist', 'node_modules', 'migrations', 'package.json']),
    );
    // npm leaves the folder of a scope behind whose packages are all gone.
    const modules = readdirSync(path.join(folder, 'node_modules')).filter(
      (name) => !name.startsWith('.') && readdirSync(path.join(folder, 'node_modules', name)).length > 0,
    );
    for (const name of ['vitest', 'typescript', '@playwright', 'vite']) expect(modules).not.toContain(name);
    expect(names).not.toContain('acceptance');
    expect(readdirSync(path.join(tree, 'root'))).not.toContain('.npm');
  });

  test('9.1: its user owns nothing that is executed', () => {
    const { stdout } = spawnSync(
      'find',
      [path.join(tree, config.WorkingDir ?? '/'), '!', '-uid', '0', '-type', 'f', '-print', '-quit'],
      {
        encoding: 'utf8',
      },
    );
    expect(stdout.trim(), 'a file of the release that the process could change').toBe('');
  });

  test('9.1: on a read-only root file system it becomes ready, as its own user', async () => {
    const port = await freePort();
    const data = path.join(work, 'data');
    mkdirSync(data);
    const [volume] = Object.keys(config.Volumes ?? {});
    const inside = volume ?? '/var/lib/dikshant';
    const env = Object.fromEntries((config.Env ?? []).map((one: string) => one.split(/=(.*)/s).slice(0, 2)));
    const settings: Record<string, string> = {
      ...env,
      DATA_DIRECTORY: inside,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: 'https://certificates.university.example',
      SECRET: letters(48),
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'office@university.example',
    };
    const command = [...(config.Entrypoint ?? []), ...(config.Cmd ?? [])];
    const [uid, gid = uid] = idOf(config.User);
    execFileSync('chown', [`${uid}:${gid}`, data]);
    const script = [
      'set -e; mount --make-rprivate /; mount --bind "$T" "$T"; mkdir -p "$T$V"; mount --bind "$D" "$T$V"',
      'mount -t tmpfs t "$T/tmp"; mount -t proc proc "$T/proc"; mount -t tmpfs t "$T/dev"; mkdir "$T/dev/shm"; mount -t tmpfs t "$T/dev/shm"',
      'for d in null zero random urandom; do touch "$T/dev/$d"; mount --bind /dev/$d "$T/dev/$d"; done',
      'chmod 1777 "$T/tmp" "$T/dev/shm"; mount -o remount,bind,ro "$T"',
      `cd "$T${config.WorkingDir ?? '/'}"; exec chroot --userspec=${uid}:${gid} "$T" sh -c 'cd ${config.WorkingDir ?? '/'}; exec "$@"' start ${command.map((word: string) => `'${word}'`).join(' ')}`,
    ].join('\n');
    let log = '';
    const child: ChildProcess = spawn('unshare', ['-m', '-p', '-f', '--kill-child', 'sh', '-c', script], {
      env: {
        ...settings,
        T: tree,
        V: inside,
        D: data,
        PATH: env.PATH ?? '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (chunk) => {
        log += chunk;
      });
    try {
      await eventually(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok, {
        within: 90_000,
        every: 300,
        what: 'the image, ready',
      }).catch((error) => {
        throw new Error(`${error.message}\n${log.slice(-3_000)}`);
      });
      expect((await fetch(`http://127.0.0.1:${port}/api/demo/outbox?to=a@b.example`)).status, 'no demo').toBe(
        404,
      );
    } finally {
      killTree(child.pid!);
    }
  });
});

/** A user of the image by name or number. */
function idOf(user: string): [string, string] {
  const [name, group] = user.split(':') as [string, string | undefined];
  const find = (file: string, key: string) =>
    readFileSync(path.join(tree, file), 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .find((fields) => fields[0] === key || fields[2] === key);
  const row = find('etc/passwd', name);
  const uid = row?.[2] ?? name;
  const gid = group ? (find('etc/group', group)?.[2] ?? group) : (row?.[3] ?? uid);
  return [uid, gid];
}

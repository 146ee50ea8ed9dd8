import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#dev/testing/portal-process.ts';
import { describeWith } from './harness/needs.ts';
import { killAll, treeOf } from './harness/process-tree.ts';

/** A container cannot be run everywhere: the image's files are mounted read-only, and its process started on them. */
describeWith(['root', 'buildah', 'mmdebstrap', 'unshare', 'git'], 'the image of deploy/Dockerfile', () => {
  let work: string;
  let files: string;
  let config: {
    User: string;
    WorkingDir: string;
    Cmd: string[];
    Env: string[];
    Volumes: Record<string, object>;
  };

  beforeAll(() => {
    work = mkdtempSync(path.join(process.env.TREES ?? '/var/tmp', 'dikshant-image-'));
    const context = path.join(work, 'context');
    mkdirSync(context);
    execFileSync('sh', ['-c', `git archive HEAD | tar -x -C ${context}`]);
    const built = spawnSync('sh', [path.join(import.meta.dirname, 'harness/image.sh'), work, context], {
      encoding: 'utf8',
      maxBuffer: 2 ** 27,
    });
    if (built.status !== 0) throw new Error(`The image was not built:\n${built.stderr.slice(-4_000)}`);
    files = built.stdout.trim().split('\n').at(-1)!;
    config = JSON.parse(readFileSync(path.join(work, 'image.json'), 'utf8')).OCIv1.config;
  }, 2_700_000);
  afterAll(() => rmSync(work, { recursive: true, force: true }));

  test('has screens and sources, nothing that only builds or tests, and nothing of it belongs to its user', () => {
    const release = path.join(files, config.WorkingDir);
    for (const name of ['src', 'dist', 'node_modules', 'migrations'])
      expect(readdirSync(release)).toContain(name);
    for (const name of ['e2e', 'bench', 'system-tests']) expect(readdirSync(release)).not.toContain(name);
    for (const name of ['vitest', 'typescript', '@playwright', 'vite'])
      expect(existsSync(path.join(release, 'node_modules', name)), name).toBe(false);
    expect(existsSync(path.join(files, 'root/.npm'))).toBe(false);
    const { stdout } = spawnSync('find', [release, '!', '-uid', '0', '-print', '-quit'], {
      encoding: 'utf8',
    });
    expect(stdout).toBe('');
    expect(config.Env.join('\n')).not.toMatch(/(SECRET|PASSWORD)=/);
  });

  test('becomes ready as its own user on a read-only root file system', async () => {
    const port = await freePort();
    const data = path.join(work, 'data');
    mkdirSync(data);
    const [inside] = Object.keys(config.Volumes);
    const user = readFileSync(path.join(files, 'etc/passwd'), 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .find(([name]) => name === config.User)!;
    const owner = `${user[2]}:${user[3]}`;
    expect(user[2]).not.toBe('0');
    execFileSync('chown', [owner, data]);
    const script = `set -e
      mount --make-rprivate /; mount --bind "$T" "$T"; mkdir -p "$T$V"; mount --bind "$D" "$T$V"
      mount -t tmpfs t "$T/tmp"; mount -t proc proc "$T/proc"
      mount -t tmpfs t "$T/dev"; mkdir "$T/dev/shm"; mount -t tmpfs t "$T/dev/shm"
      for d in null zero random urandom; do touch "$T/dev/$d"; mount --bind /dev/$d "$T/dev/$d"; done
      chmod 1777 "$T/tmp" "$T/dev/shm"; mount -o remount,bind,ro "$T"
      exec chroot --userspec=${owner} "$T" sh -c 'cd ${config.WorkingDir}; exec "$@"' start "$@"`;
    let log = '';
    const child: ChildProcess = spawn(
      'unshare',
      ['-m', '-p', '-f', '--kill-child', 'sh', '-c', script, 'sh', ...config.Cmd],
      {
        env: {
          ...Object.fromEntries(config.Env.map((one) => one.split(/=(.*)/s).slice(0, 2))),
          HOST: '127.0.0.1',
          PORT: String(port),
          PUBLIC_URL: 'https://certificates.university.example',
          SECRET: 'only for this image and no other one',
          SMTP_URL: 'smtp://127.0.0.1:9',
          MAIL_FROM: 'office@university.example',
          T: files,
          V: inside,
          D: data,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (chunk) => {
        log += chunk;
      });
    try {
      const ready = async () =>
        (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.status ?? log;
      await expect.poll(ready, { timeout: 120_000, interval: 300 }).toBe(200);
      expect((await fetch(`http://127.0.0.1:${port}/api/demo/outbox?to=a@b.example`)).status).toBe(404);
    } finally {
      killAll(treeOf(child.pid!));
    }
  });
});

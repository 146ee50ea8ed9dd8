import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { preparePortalProcess } from '#dev/testing/portal-process.ts';
import { isRunning, treeOf } from './harness/process-tree.ts';

/** The sources as a clone has them: nothing is built. */
const clone = mkdtempSync(path.join(tmpdir(), 'dikshant-clone-'));
const copy =
  'git ls-files -z --cached --others --exclude-standard | tar --null --ignore-failed-read -T - -c | tar -x -C';
execFileSync('bash', ['-c', `${copy} ${clone}`]);
symlinkSync(path.resolve('node_modules'), path.join(clone, 'node_modules'));
const portal = await preparePortalProcess({
  program: 'production',
  release: clone,
  directory: path.join(clone, 'data'),
  isQuiet: true,
  env: (url) => ({
    PUBLIC_URL: url,
    SECRET: 'only for this clone and no other one',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'office@university.example',
  }),
});
afterAll(async () => {
  await portal?.kill();
  rmSync(clone, { recursive: true, force: true, maxRetries: 20 });
});

const built = () => path.join(clone, 'dist');
const expectRefused = async () => {
  const refusal = await portal.start().catch((error: Error) => error.message);
  expect(refusal).toMatch(/The portal ended at its start[\s\S]*npm run build/);
  // A sentence and no stack.
  expect(portal.log()).not.toMatch(/^\s+at .+:\d+:\d+/m);
};

test('it is never the demo', () => {
  const { status, stderr } = spawnSync(process.execPath, ['src/app/server/main.ts'], {
    cwd: clone,
    encoding: 'utf8',
    env: { DEMO: 'true', DATA_DIRECTORY: portal.directory },
  });
  expect(stderr).toContain('DEMO=true belongs to the demo');
  expect(status).toBe(1);
});

test('without built screens the start is refused before anything is made', async () => {
  await expectRefused();
  expect(existsSync(portal.directory)).toBe(false);
});

test('once they are built it serves, says in /readyz when they go, and leaves no process behind', async () => {
  const build = spawnSync('npm', ['run', 'build'], { cwd: clone, encoding: 'utf8' });
  expect(build.status, build.stdout + build.stderr).toBe(0);
  await portal.start();
  const page = await (await fetch(portal.url)).text();
  const assets = [...page.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(([, address]) => address!);
  expect(assets.length).toBeGreaterThan(0);
  for (const address of assets) expect((await fetch(portal.url + address)).status, address).toBe(200);

  const readiness = async () => {
    const response = await fetch(`${portal.url}/readyz`);
    const { checks } = (await response.json()) as { checks: Record<string, boolean> };
    return [response.status, checks.screens];
  };
  renameSync(built(), `${built()}-away`);
  await expect.poll(readiness, { timeout: 20_000 }).toEqual([503, false]);
  expect((await fetch(`${portal.url}/healthz`)).status).toBe(200);
  renameSync(`${built()}-away`, built());
  await expect.poll(readiness, { timeout: 20_000 }).toEqual([200, true]);

  const tree = treeOf(portal.pid());
  await portal.stop();
  await expect.poll(() => tree.filter(isRunning), { timeout: 30_000 }).toEqual([]);
}, 600_000);

test('screens of which a file is missing are refused as well', async () => {
  const web = path.join(built(), 'web');
  const script = /src="(\/[^"]+\.js)"/.exec(readFileSync(path.join(web, 'index.html'), 'utf8'))![1]!;
  expect(readdirSync(web)).toContain('index.html');
  for (const file of ['index.html', script]) {
    renameSync(path.join(web, file), path.join(clone, 'away'));
    await expectRefused();
    renameSync(path.join(clone, 'away'), path.join(web, file));
  }
});

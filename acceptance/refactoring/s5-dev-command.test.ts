import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { findChromium } from '../../src/dev/testing/chromium.ts';
import { cleanEnvironment, eventually, freePort, root } from '../harness/portal.ts';
import { killTree, treeOf } from '../harness/processes.ts';
import { read, trackedFiles } from '../harness/source.ts';

// The issue: "`npm run dev` (server with reload, Vite, demo data) in CONTRIBUTING.md".
// Open: at which of its ports the screens are. The addresses that it prints are tried, and the one that was asked for.

let child: ChildProcess | undefined;
let folder: string | undefined;
let output = '';

afterEach(() => {
  if (child?.pid) killTree(child.pid);
  if (folder) rmSync(folder, { recursive: true, force: true });
});

describe('npm run dev', { timeout: 300_000 }, () => {
  test('"server with reload, Vite, demo data": screens by Vite, people of the demo, a changed file restarts the server', async () => {
    expect(JSON.parse(read('package.json')).scripts.dev, 'scripts.dev').toBeTruthy();
    const port = await freePort();
    folder = mkdtempSync(path.join(tmpdir(), 'dikshant-dev-'));
    child = spawn('npm', ['run', 'dev'], {
      cwd: root,
      env: {
        ...cleanEnvironment(),
        NO_COLOR: '1',
        FORCE_COLOR: '0',
        PORT: String(port),
        DATA_DIRECTORY: path.join(folder, 'data'),
      },
    });
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (chunk) => {
        output += chunk;
      });
    const url = await eventually(screens(port), {
      within: 120_000,
      every: 500,
      what: `screens by Vite\n${output.slice(-1_500)}`,
    });

    const browser = await chromium.launch(await findChromium());
    const page = await browser.newPage();
    const failed: string[] = [];
    page.on('pageerror', (error) => failed.push(String(error)));
    await page.goto(url);
    await page.getByLabel('Email Id').waitFor({ timeout: 60_000 });
    expect(failed).toEqual([]);
    await browser.close();
    const outbox = await fetch(`${url}/api/demo/outbox?to=admin@dikshant.example`);
    expect(outbox.status, 'the demo is there').toBe(200);

    // Reload: a server file is written again, and a process of the server is another one.
    const before = new Set(treeOf(child.pid!));
    const file = trackedFiles('src/platform/server/**', 'src/platform/server/**').find((one) =>
      one.endsWith('command.ts'),
    )!;
    const now = new Date();
    utimesSync(path.join(root, file), now, now);
    await eventually(() => treeOf(child!.pid!).some((pid) => !before.has(pid)), {
      within: 30_000,
      what: 'a restart',
    });
    await eventually(async () => (await fetch(`${url}/api/session`)).status < 500, {
      within: 60_000,
      what: 'the server again',
    });
  });
});

/** The address whose page is made by Vite as it is asked for. */
function screens(port: number): () => Promise<string | undefined> {
  return async () => {
    if (child!.exitCode !== null)
      throw new Error(`It ended with ${child!.exitCode}: ${output.slice(-1_500)}`);
    const printed = [...output.matchAll(/https?:\/\/(?:localhost|127\.0\.0\.1):(\d+)/g)].map((match) =>
      Number(match[1]),
    );
    for (const one of new Set([port, ...printed])) {
      const url = `http://localhost:${one}`;
      const text = await fetch(url, { headers: { accept: 'text/html' } })
        .then((answer) => answer.text())
        .catch(() => '');
      if (text.includes('/@vite/client')) return url;
    }
    return undefined;
  };
}

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cleanEnvironment, eventually, freePort, root } from '../harness/portal.ts';
import { isAlive, killTree, treeOf } from '../harness/processes.ts';
import { letters } from '../harness/random.ts';
import { trackedFiles } from '../harness/source.ts';

// Build: "`npm run build`; `npm run start:production`, which refuses to serve without the built screens." Tried in a copy of the
// sources as a clone has them, in which nothing is built.

let folder: string;
const started: ChildProcess[] = [];

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'dikshant-clone-'));
  for (const file of trackedFiles()) {
    if (file.startsWith('acceptance/')) continue;
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    cpSync(path.join(root, file), path.join(folder, file));
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
});
afterAll(() => {
  for (const child of started) if (child.exitCode === null && child.pid) killTree(child.pid);
  rmSync(folder, { recursive: true, force: true });
});

type Start = { url: string; child: ChildProcess; said(): string; ended(): boolean };

async function start(more: Record<string, string | undefined> = {}): Promise<Start> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const child = spawn('npm', ['run', 'start:production'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...cleanEnvironment(),
      PORT: String(port),
      PUBLIC_URL: url,
      SECRET: letters(48),
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'office@university.example',
      DATA_DIRECTORY: path.join(folder, 'data'),
      ...more,
    },
  });
  started.push(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk;
    });
  const ended = () => child.exitCode !== null || child.signalCode !== null;
  return { url, child, said: () => said, ended };
}

async function expectRefused(start: Start, sentence: RegExp): Promise<void> {
  try {
    await eventually(
      async () => {
        const answer = await fetch(`${start.url}/`, { signal: AbortSignal.timeout(1_000) }).catch(() => null);
        expect(answer?.status, `it serves: ${start.said()}`).toBeUndefined();
        if (start.ended()) return true;
        throw new Error(start.said().slice(-800));
      },
      { within: 40_000, what: 'the start ends' },
    );
  } finally {
    // What serves although it should not would keep the data from the next start.
    if (!start.ended()) killTree(start.child.pid!);
  }
  expect(start.said(), 'npm run start:production').not.toMatch(/missing script/i);
  expect(start.child.exitCode, start.said()).not.toBe(0);
  expect(start.said()).toMatch(sentence);
  expect(start.said(), 'a sentence and no stack').not.toMatch(/^\s+at .+:\d+:\d+/m);
}

const built = () => path.join(folder, 'dist');

/** Where the page of the screens lies, whatever its folder is called. */
function pageOf(directory: string): string | undefined {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('index.html'))
    .map((name) => path.join(directory, name))[0];
}

describe('Build npm run build and npm run start:production', () => {
  test('Build: without built screens the start is refused by a sentence that names `npm run build`', async () => {
    expect(existsSync(built()), 'nothing is built in a clone').toBe(false);
    await expectRefused(await start(), /npm run build/);
    expect(existsSync(path.join(folder, 'data', 'postgres')), 'nothing was made before it was refused').toBe(
      false,
    );
  });

  test('Build: every setting that is missing or wrong is named at once', async () => {
    const wrong = await start({ SECRET: letters(5), PUBLIC_URL: undefined, MAIL_FROM: undefined });
    await expectRefused(wrong, /PUBLIC_URL/);
    for (const name of ['SECRET', 'MAIL_FROM']) expect(wrong.said()).toContain(name);
  });

  test('Build: it is never the demo', async () => {
    await expectRefused(await start({ DEMO: 'true' }), /demo/i);
  });

  test('Build: `npm run build` makes the screens, and the start serves them', async () => {
    const { status, stdout, stderr } = spawnSync('npm', ['run', 'build'], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 110_000,
      env: cleanEnvironment(),
    });
    expect(status, stdout + stderr).toBe(0);
    expect(existsSync(built()), 'dist').toBe(true);
    const portal = await start();
    await eventually(
      async () => {
        if ((await fetch(`${portal.url}/readyz`).catch(() => null))?.status === 200) return true;
        throw new Error(portal.said().slice(-1_500));
      },
      { within: 60_000, what: 'a ready portal' },
    );
    const page = await fetch(portal.url, { headers: { accept: 'text/html' } });
    expect(page.status).toBe(200);
    const text = await page.text();
    const scripts = [...text.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(
      ([, address]) => address!,
    );
    expect(scripts.length, text.slice(0, 500)).toBeGreaterThan(0);
    for (const address of scripts) expect((await fetch(portal.url + address)).status, address).toBe(200);
    expect((await fetch(`${portal.url}/api/demo/outbox?to=a@b.example`)).status, 'nothing of the demo').toBe(
      404,
    );

    // Build: "`/readyz` (database, queue, screens, migrations)": screens that go away are named, the process lives.
    const away = `${built()}-away`;
    renameSync(built(), away);
    try {
      await eventually(
        async () => {
          const answer = await fetch(`${portal.url}/readyz`);
          const { checks } = (await answer.json()) as { checks?: Record<string, unknown> };
          const [name] = Object.keys(checks ?? {}).filter((key) => /screen/i.test(key));
          expect(name, '/readyz has a check of the screens').toBeDefined();
          return answer.status === 503 && checks![name!] !== true;
        },
        { within: 20_000, what: '/readyz is 503 without the screens' },
      );
      expect((await fetch(`${portal.url}/healthz`)).status).toBe(200);
    } finally {
      renameSync(away, built());
    }

    // It ends on SIGTERM as a supervisor sends it, and leaves nothing running.
    const tree = treeOf(portal.child.pid!);
    const ended = once(portal.child, 'exit');
    portal.child.kill('SIGTERM');
    await Promise.race([
      ended,
      eventually(() => portal.ended(), { within: 30_000, what: 'the end after SIGTERM' }),
    ]);
    await eventually(() => !tree.some(isAlive), { within: 30_000, what: 'every process of it ended' });
  }, 300_000);

  test('Build: screens of which a part is missing are refused as well', async () => {
    const page = existsSync(built()) ? pageOf(built()) : undefined;
    expect(page, `index.html below ${built()}`).toBeDefined();
    const text = readFileSync(page!, 'utf8');
    const script = /src="(\/[^"]+\.js)"/.exec(text.slice(text.indexOf('type="module"') - 200))?.[1];
    expect(script, `a script in ${text.slice(0, 400)}`).toBeDefined();
    for (const file of [page!, path.join(path.dirname(page!), script!)]) {
      renameSync(file, `${file}.away`);
      try {
        await expectRefused(await start(), /npm run build/);
      } finally {
        renameSync(`${file}.away`, file);
      }
    }
  });
});

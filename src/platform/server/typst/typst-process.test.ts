import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { longTest } from '#dev/testing/long-test.ts';
import type { TypstDocument } from './typst-document.ts';
import { type RenderLimits, TypstProcess } from './typst-process.ts';

const generous: RenderLimits = { heapMb: 512, residentMb: 2_048, baseMs: 30_000, perPageMs: 100 };
const started: TypstProcess[] = [];
let folder: string;

function start(limits: Partial<RenderLimits> = {}): TypstProcess {
  const renderer = new TypstProcess({ ...generous, ...limits });
  started.push(renderer);
  return renderer;
}

function documentOf(pages: number): TypstDocument {
  const template = { folder, main: 'pages.typ', fontFamilies: ['Cormorant Garamond'] };
  return { template, input: { pages }, pages };
}

/** So many that the process is busy for seconds unless something ends it. */
const longDocument = () => documentOf(20_000);

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Pages of different words, so that none of them can be taken from the cache. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'typst-process-'));
  await writeFile(
    join(folder, 'pages.typ'),
    `#set text(font: "Cormorant Garamond")
#for number in range(json(bytes(sys.inputs.document)).pages) { page(lorem(300) + str(number)) }`,
  );
});

afterAll(() => rm(folder, { recursive: true }));

afterEach(() => Promise.all(started.splice(0).map((renderer) => renderer.stop(new Error('test is over')))));

describe('a renderer that ends early says why', () => {
  test('killed from outside', async () => {
    const renderer = start();
    await renderer.render(documentOf(1));
    const rendering = renderer.render(longDocument());
    process.kill(renderer.pid!, 'SIGKILL');
    await expect(rendering).rejects.toMatchObject({
      code: 'renderer_crashed',
      message: expect.stringContaining('SIGKILL'),
    });
    expect(renderer.usable).toBe(false);
  });

  longTest('too slow', async () => {
    const rendering = start({ baseMs: 1_000, perPageMs: 0 }).render(longDocument());
    await expect(rendering).rejects.toMatchObject({ code: 'renderer_timed_out' });
  });

  longTest.runIf(process.platform === 'linux')('too large', async () => {
    const rendering = start({ residentMb: 220 }).render(longDocument());
    await expect(rendering).rejects.toMatchObject({ code: 'renderer_out_of_memory' });
  });

  test('aborted', async () => {
    const renderer = start();
    const abort = new AbortController();
    const rendering = renderer.render(longDocument(), abort.signal);
    abort.abort(new Error('the operator pressed Cancel'));
    await expect(rendering).rejects.toThrow('the operator pressed Cancel');
    expect(isRunning(renderer.pid!)).toBe(false);
  });
});

describe('a renderer and the process that started it', () => {
  const script = (after: string) => `
    import { TypstProcess } from ${JSON.stringify(join(import.meta.dirname, 'typst-process.ts'))};
    const renderer = new TypstProcess(${JSON.stringify(generous)});
    console.log(renderer.pid);
    ${after}`;
  const nodeArguments = (after: string) => ['--input-type=module', '--eval', script(after)];

  test('an idle one lets it end, and ends with it', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, nodeArguments(''));
    await vi.waitFor(() => expect(isRunning(Number(stdout))).toBe(false), { timeout: 30_000 });
  });

  longTest('it ends when its parent is killed', async () => {
    const parent = spawn(process.execPath, nodeArguments('setInterval(() => {}, 1_000);'), {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(parent.stdout, 'data');
    expect(isRunning(Number(line))).toBe(true);
    parent.kill('SIGKILL');
    await vi.waitFor(() => expect(isRunning(Number(line))).toBe(false), { timeout: 30_000 });
  });
});

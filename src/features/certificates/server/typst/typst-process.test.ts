import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { CertificateRun } from './certificate-sheet.ts';
import { sampleSheet, sampleUniversity } from './sample-sheet.ts';
import { type RenderLimits, TypstProcess } from './typst-process.ts';

const generous: RenderLimits = { heapMb: 512, residentMb: 2_048, baseMs: 30_000, perSheetMs: 100 };
const started: TypstProcess[] = [];

function start(limits: Partial<RenderLimits> = {}): TypstProcess {
  const renderer = new TypstProcess({ ...generous, ...limits });
  started.push(renderer);
  return renderer;
}

/** So many that the process is busy for seconds unless something ends it. */
async function longRun(): Promise<CertificateRun> {
  const sheet = await sampleSheet();
  const sheets = Array.from({ length: 1_000 }, (_, index) => ({
    ...sheet,
    candidateName: `Candidate ${index}`,
  }));
  return { university: sampleUniversity, offset: { xMm: 0, yMm: 0 }, sheets };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

afterEach(() => Promise.all(started.splice(0).map((renderer) => renderer.stop(new Error('test is over')))));

describe('a renderer that ends early says why', () => {
  test('killed from outside', async () => {
    const renderer = start();
    const run = await longRun();
    await renderer.render({ ...run, sheets: run.sheets.slice(0, 1) });
    const rendering = renderer.render(run);
    process.kill(renderer.pid!, 'SIGKILL');
    await expect(rendering).rejects.toMatchObject({
      code: 'renderer_crashed',
      message: expect.stringContaining('SIGKILL'),
    });
    expect(renderer.usable).toBe(false);
  });

  test('too slow', async () => {
    const rendering = start({ baseMs: 1_000, perSheetMs: 0 }).render(await longRun());
    await expect(rendering).rejects.toMatchObject({ code: 'renderer_timed_out' });
  });

  test.runIf(process.platform === 'linux')('too large', async () => {
    const rendering = start({ residentMb: 220 }).render(await longRun());
    await expect(rendering).rejects.toMatchObject({ code: 'renderer_out_of_memory' });
  });

  test('aborted', async () => {
    const renderer = start();
    const abort = new AbortController();
    const rendering = renderer.render(await longRun(), abort.signal);
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
    await vi.waitFor(() => expect(isRunning(Number(stdout))).toBe(false), { timeout: 5_000 });
  });

  test('it ends when its parent is killed', async () => {
    const parent = spawn(process.execPath, nodeArguments('setInterval(() => {}, 1_000);'), {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(parent.stdout, 'data');
    expect(isRunning(Number(line))).toBe(true);
    parent.kill('SIGKILL');
    await vi.waitFor(() => expect(isRunning(Number(line))).toBe(false), { timeout: 5_000 });
  });
});

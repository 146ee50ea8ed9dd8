import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Json } from '../harness/people.ts';
import { eventually, memoryOf } from '../harness/portal.ts';
import { killQuietly, treeOf } from '../harness/processes.ts';
import { takePulse } from '../harness/pulse.ts';
import { digits, letters, pick } from '../harness/random.ts';
import { faultsIn } from '../set-up/a-names.ts';
import {
  checkPack,
  type Files,
  importPack,
  newFolder,
  packCommand,
  writePack,
  zip,
} from '../set-up/a-packs.ts';
import {
  changesBetween,
  emptyUniversity,
  once,
  type Snapshot,
  snapshot,
  type University,
} from '../set-up/a-university.ts';
import {
  countingDoor,
  hostile,
  type Kind,
  packWithTemplate,
  saysLine,
  spoil,
  type TemplatePack,
} from './b-templates.ts';

// The issue, done when 4: "Five hostile templates in packs (loop, allocation, file, network, package) are rejected with their
// line and affect nothing else." Here on the API, where something else is there to be affected: the portal goes on answering,
// makes its other PDFs, keeps its memory, and writes nothing.

let university: University;
let before: Snapshot;
let good: TemplatePack;
let door: Awaited<ReturnType<typeof countingDoor>>;
let printerId: string;
const secret = `secret ${letters(24)}`;
const secretFile = path.join(newFolder(), 'secret.txt');

beforeEach(
  once(async () => {
    door = await countingDoor();
    writeFileSync(secretFile, secret);
    university = await emptyUniversity(door.proxies);
    good = packWithTemplate();
    const imported = packCommand(['import', writePack(good.pack, good.files)], university);
    expect(imported.code, imported.text).toBe(0);
    const press = { code: `P${digits(3)}`, name: `Press ${letters(5)}`, xMm: 0, yMm: 0 };
    printerId = (await university.admin.act('POST', '/api/printers', press)).id;
    before = await snapshot(university.portal);
    await drawsOn();
  }),
  240_000,
);
afterAll(async () => {
  await university?.remove();
  await door?.close();
});

function zipOf(pack: Json, files: Files): Buffer {
  return zip(new Map([...files, ['pack.json', Buffer.from(JSON.stringify(pack))]]));
}

/** Memory of the portal with all its children, in bytes. */
function weight(): number {
  return treeOf(university.portal.child.pid!).reduce((sum, pid) => sum + held(pid), 0);
}

/** Nothing of one that is on its way out, and of the database's processes, which share theirs: they are not what compiles. */
function held(pid: number): number {
  try {
    return /postgres/.test(readFileSync(`/proc/${pid}/comm`, 'utf8')) ? 0 : memoryOf(pid) || 0;
  } catch {
    return 0;
  }
}

/** Watches while something is done; what grows past any measure is ended, so that this machine lives on. */
async function watched<T>(act: () => Promise<T>): Promise<{ result: T; growth: number }> {
  const resting = weight();
  let most = resting;
  const timer = setInterval(() => {
    const now = weight();
    most = Math.max(most, now);
    if (now - resting < 3 * 2 ** 30) return;
    const [heaviest] = treeOf(university.portal.child.pid!).sort((a, b) => held(b) - held(a));
    killQuietly(heaviest!, 'SIGKILL');
  }, 100);
  try {
    return { result: await act(), growth: most - resting };
  } finally {
    clearInterval(timer);
  }
}

/** Another PDF that the same renderer makes. */
async function drawsOn(): Promise<number> {
  const began = performance.now();
  const answer = await university.admin.ask('GET', `/api/printers/${printerId}/calibration-sheet`);
  expect(answer.status, answer.text.slice(0, 200)).toBe(200);
  expect(answer.text.startsWith('%PDF-')).toBe(true);
  return performance.now() - began;
}

const forms = hostile({ address: 'ADDRESS', secretFile });

describe('hostile templates on the API', { timeout: 400_000 }, () => {
  test('4 hostile: the good pack is accepted by the check: the control of all others', async () => {
    const { pack, files } = spoil(good, '#let few = range(10)\n#for one in few { }');
    const answer = await checkPack(university.portal, university.admin, zipOf(pack, files));
    expect(answer.status, answer.text).toBe(200);
    expect(faultsIn(answer.body)).toEqual([]);
  });

  for (const kind of Object.keys(forms) as Kind[])
    test(`4 hostile ${kind}: refused with its line, while the portal answers, draws and keeps its memory`, async () => {
      const { portal, admin } = university;
      for (const form of forms[kind]) {
        const { pack, files, from, to } = spoil(good, form.replace('ADDRESS', door.address));
        const ask = pick([checkPack, importPack]);
        const ended = await takePulse(`${portal.url}/healthz`);
        const began = Date.now();
        const asked = watched(() => ask(portal, admin, zipOf(pack, files)));
        const drawn = await drawsOn();
        const { result: answer, growth } = await asked;
        const pulse = await ended();
        const faults = faultsIn(answer.body);
        expect(faults.length, `faults of ${form}: ${answer.status} ${answer.text}`).toBeGreaterThan(0);
        expect(saysLine(answer.text, good, from, to), `line ${from}–${to} in: ${answer.text}`).toBe(true);
        for (const { wanted } of faults) expect(wanted.trim(), answer.text).not.toBe('');
        expect(answer.text).not.toContain(secret);
        expect((Date.now() - began) / 1_000, `seconds until ${form} is refused`).toBeLessThan(60);
        expect(pulse.statuses, 'the portal answers all the time').toEqual([200]);
        expect(pulse.max, 'ms of the slowest answer').toBeLessThan(2_000);
        expect(drawn, 'ms of another PDF meanwhile').toBeLessThan(20_000);
        expect(growth / 2 ** 20, 'MB more').toBeLessThan(1_024);
        expect(changesBetween(before, await snapshot(portal)), form).toEqual({});
        expect(portal.exit(), 'the portal lives').toBeUndefined();
      }
      expect(door.came(), 'connections to the outside').toBe(0);
    });

  test('4 hostile: afterwards nothing of them goes on: memory is given back, and the good pack is imported', async () => {
    const resting = weight();
    const { pack, files } = spoil(good, forms.loop[1]!);
    await importPack(university.portal, university.admin, zipOf(pack, files));
    await eventually(() => weight() - resting < 300 * 2 ** 20, {
      within: 30_000,
      what: 'the memory of before',
    });
    await drawsOn();
    const answer = await importPack(university.portal, university.admin, zipOf(good.pack, good.files));
    expect(answer.status, answer.text).toBe(200);
    expect(faultsIn(answer.body), answer.text).toEqual([]);
  });
});

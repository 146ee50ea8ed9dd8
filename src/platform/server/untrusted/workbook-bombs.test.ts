import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createOffice } from '#dev/testing/factories.ts';
import { longTest } from '#dev/testing/long-test.ts';
import { measureLoopDelay } from '#dev/testing/loop-delay.ts';
import { filePortal } from '#dev/testing/portal.ts';
import { postSheet, workbookOf } from '#dev/testing/uploads.ts';
import { studentHeader, workbookBombs } from '#dev/testing/workbook-bombs.ts';

const mebibyte = 1024 * 1024;

const portal = await filePortal();
await createOffice(portal);
const admin = await portal.as('admin');

async function codeOf(address: string, bytes: Buffer): Promise<string> {
  return ((await (await postSheet(admin, address, bytes)).json()) as { code: string }).code;
}

/** Resident memory of the readers that the work starts, together, in MB, at its highest. */
async function watchReaders(work: () => Promise<void>): Promise<number> {
  const before = new Set(ownChildren());
  let highest = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const readers = ownChildren().filter((pid) => !before.has(pid));
      highest = Math.max(
        highest,
        readers.reduce((sum, pid) => sum + residentMb(pid), 0),
      );
      await delay(25);
    }
  })();
  try {
    await work();
  } finally {
    isOver = true;
    await watching;
  }
  return highest;
}

function ownChildren(): string[] {
  return readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ');
}

function residentMb(pid: string): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1000;
  } catch {
    return 0;
  }
}

const bombs = Object.entries(workbookBombs);

describe.each(process.env.LONG_FORMS ? bombs : bombs.slice(0, 1))('%s', (_what, { make, code }) => {
  test('is refused with its sentence while everybody else is answered', async () => {
    const bomb = make();
    expect(bomb.length).toBeLessThan(mebibyte);
    const address = '/api/imports?of=students&name=bomb.xlsx';
    const longest = await measureLoopDelay(async () => {
      expect(await codeOf(address, bomb)).toBe(code);
    });
    expect(longest).toBeLessThan(500);
  });
});

longTest(
  'several at once, as uploads and as bank statements, stay within memory; then a sound one is read',
  async () => {
    const bomb = workbookBombs['a table of texts of 300 MiB']!.make();
    const codes: string[] = [];
    let highest = 0;
    const longest = await measureLoopDelay(async () => {
      highest = await watchReaders(async () => {
        const addresses = Array.from({ length: 6 }, (_one, number) =>
          number % 2 === 0
            ? `/api/imports?of=students&name=${number}`
            : `/api/bank-statements?name=${number}`,
        );
        codes.push(...(await Promise.all(addresses.map((address) => codeOf(address, bomb)))));
      });
    });
    expect(new Set(codes)).toEqual(new Set(['sheets.too_complex']));
    expect(longest).toBeLessThan(500);
    // One reads at a time, and is ended at 400 MB; the next may begin while it goes.
    expect(highest).toBeGreaterThan(50);
    expect(highest).toBeLessThan(600);
    const sound = await workbookOf([studentHeader, ['COL001', 'REG9', '2409', 'Asha Rao', 'Mysuru']]);
    expect((await postSheet(admin, '/api/imports?of=students&name=sound', sound)).status).toBe(200);
  },
);

import { readlinkSync } from 'node:fs';
import fs, { open } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { uploadFile } from '#dev/testing/factories.ts';
import { sharedOffice } from '#dev/testing/office.ts';
import { composedRun, createPrintRoom, startedRun, waitingOffice } from '#dev/testing/print-room.ts';
import { recomposeUnusableFiles } from '#features/print-runs/server/damaged-files.ts';
import { composePrintRunJob } from '#features/print-runs/server/jobs/compose-print-run.ts';
import { fileDirectory } from './disk-driver.ts';

const { portal, office } = await sharedOffice();
const people = await createPrintRoom(portal);

function pathOf(key: string): string {
  return path.join(fileDirectory(portal.services.settings), key);
}

/** What reached the disk, in its order, and which rows had been committed by then. */
async function watchDisk(work: () => Promise<unknown>) {
  const steps: { did: 'sync' | 'rename'; from: string; to: string; rows: number }[] = [];
  const countRows = async () =>
    (
      await portal.services.db
        .selectFrom('stored_files')
        .select((eb) => eb.fn.countAll<number>().as('rows'))
        .executeTakeFirstOrThrow()
    ).rows;
  const probe = await open('/tmp', 'r');
  const handles = Object.getPrototypeOf(probe) as typeof probe;
  await probe.close();
  const { sync } = handles;
  const { rename } = fs;
  vi.spyOn(handles, 'sync').mockImplementation(async function (this: typeof probe) {
    const file = readlinkSync(`/proc/self/fd/${this.fd}`);
    const rows = await countRows();
    await sync.call(this);
    steps.push({ did: 'sync', from: file, to: file, rows });
  });
  vi.spyOn(fs, 'rename').mockImplementation(async (from, to) => {
    await rename(from, to);
    steps.push({ did: 'rename', from: String(from), to: String(to), rows: await countRows() });
  });
  syncBuiltinESMExports();
  try {
    const before = await countRows();
    await work();
    return { steps, before };
  } finally {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  }
}

describe.runIf(process.platform === 'linux')('before the row of an upload commits', () => {
  test('each of its files is synced under another name, renamed, and its folder synced', async () => {
    let id = '';
    const { steps, before } = await watchDisk(async () => {
      id = ((await (await uploadFile(people.receiver, 'photo')).json()) as { id: string }).id;
    });
    const row = await portal.services.db
      .selectFrom('files')
      .select(['storage_key', 'original_key', 'thumbnail_key'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    for (const key of Object.values(row)) {
      const file = pathOf(key!);
      const renamed = steps.findIndex(({ did, to }) => did === 'rename' && to === file);
      const synced = steps.findIndex(({ did, from }) => did === 'sync' && from === steps[renamed]?.from);
      const folder = steps.findLastIndex(({ did, to }) => did === 'sync' && to === path.dirname(file));
      const parent = steps.findIndex(
        ({ did, to }) => did === 'sync' && to === path.dirname(path.dirname(file)),
      );
      expect(steps[renamed]?.from).not.toBe(file);
      expect(synced).toBeGreaterThanOrEqual(0);
      expect(renamed).toBeGreaterThan(synced);
      expect(folder).toBeGreaterThan(renamed);
      expect(parent).toBeGreaterThanOrEqual(0);
    }
    expect(steps.every(({ rows }) => rows === before)).toBe(true);
  });
});

describe('a file that is missing or differs', () => {
  test('is answered with its own sentence', async () => {
    const { id } = (await (await uploadFile(people.receiver, 'photo')).json()) as { id: string };
    const { storage_key, thumbnail_key } = await portal.services.db
      .selectFrom('files')
      .select(['storage_key', 'thumbnail_key'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await fs.rm(pathOf(storage_key));
    await fs.truncate(pathOf(thumbnail_key!), 10);
    for (const address of [`/api/files/${id}`, `/api/files/${id}/thumbnail`]) {
      const response = await people.receiver.fetch(address);
      expect(response.status).toBe(410);
      expect(await response.json()).toMatchObject({ code: 'files.missing' });
    }
  });
});

describe('the print file of a run', () => {
  const documentKey = async (id: string) =>
    (
      await portal.services.db
        .selectFrom('print_runs')
        .select('document_key')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).document_key;
  const damages: Record<string, (file: string) => Promise<void>> = {
    'is missing': (file) => fs.rm(file),
    'was cut off': (file) => fs.truncate(file, 1_000),
    'has other bytes': async (file) => {
      const bytes = await fs.readFile(file);
      bytes[500] = 255 - bytes[500]!;
      await fs.writeFile(file, bytes);
    },
  };
  const composeAgain = (id: string) =>
    composePrintRunJob.handle(portal.services, { printRunId: id }, { isLast: true });

  test.each(Object.entries(damages))(
    'that %s is composed again before the run starts',
    async (_what, damage) => {
      const here = await waitingOffice(portal, people, { office, certificates: 1 });
      const run = await composedRun(portal, people.printer, here);
      const lost = await documentKey(run.id);
      await damage(pathOf(lost!));
      const start = (version: number) =>
        people.printer.api.printRuns.startPrintRun({
          id: run.id,
          version,
          topSerial: run.sheets[0]!.blankSerial,
        });
      await expectDomainError(start(run.version), 'print_runs.no_document');
      await composeAgain(run.id);
      expect(await documentKey(run.id)).not.toBe(lost);
      const { version } = await people.printer.api.printRuns.getPrintRun({ id: run.id });
      await start(version);
      expect((await people.printer.fetch(`/api/print-runs/${run.id}/document`)).status).toBe(200);
    },
  );

  test('is looked after when a worker starts; a sound one is left alone', async () => {
    const here = await waitingOffice(portal, people, { office, certificates: 2 });
    const sound = await composedRun(portal, people.printer, here);
    const damaged = await composedRun(portal, people.printer, here);
    await fs.rm(pathOf((await documentKey(damaged.id))!));
    const kept = await documentKey(sound.id);
    await recomposeUnusableFiles(portal.services);
    expect(await documentKey(sound.id)).toBe(kept);
    expect((await people.printer.api.printRuns.getPrintRun({ id: damaged.id })).document).toBe('composing');
    await composeAgain(damaged.id);
    expect((await people.printer.api.printRuns.getPrintRun({ id: damaged.id })).document).toBe('ready');
  });

  test('is composed on the spot, to the byte, when it was lost while printing', async () => {
    const here = await waitingOffice(portal, people, { office, certificates: 1 });
    const run = await startedRun(portal, people.printer, here);
    const file = pathOf((await documentKey(run.id))!);
    const before = await fs.readFile(file);
    await fs.rm(file);
    const response = await people.printer.fetch(`/api/print-runs/${run.id}/document`);
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer()).equals(before)).toBe(true);
  });
});

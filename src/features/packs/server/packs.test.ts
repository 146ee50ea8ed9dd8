import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { longTest } from '#dev/testing/long-test.ts';
import { checkPack, importPack, rowsOfPacks } from '#dev/testing/packs.ts';
import { type Portal, type StaffCaller, startPortal } from '#dev/testing/portal.ts';
import { Pack, sectionOrder } from '../pack.ts';
import { type PackFiles, readPackBytes, readPackFiles, zipPack } from './pack-files.ts';

const packs = ['vishwavidya', 'deccan'].map((name) => path.resolve('packs', name));
let portal: Portal;
let admin: StaffCaller;

/** Goes on with an empty portal. */
async function openEmpty(): Promise<void> {
  await portal?.close();
  portal = await startPortal();
  admin = await portal.as('admin');
}
afterAll(() => portal.close());

const check = (files: PackFiles) => checkPack(admin, files);
const importZip = (bytes: Uint8Array) => importPack(admin, bytes);
const everything = () => rowsOfPacks(portal);

async function exported(): Promise<Buffer> {
  const response = await admin.fetch('/api/settings/pack?signatures=yes');
  return Buffer.from(await response.arrayBuffer());
}

describe.each(process.env.LONG_FORMS ? packs : packs.slice(0, 1))('%s', (folder) => {
  test('is imported into an empty portal, again without a change, and is what is exported', async () => {
    await openEmpty();
    const files = await readPackFiles(folder);
    const planned = await check(files);
    expect(planned.faults).toEqual([]);
    const written = await importZip(zipPack(files));
    expect(written.changes).toEqual(planned.changes);
    const pack = Pack.parse(JSON.parse(files.json));
    expect(written.changes).toHaveLength(
      [...sectionOrder, 'templates' as const].reduce((sum, section) => sum + pack[section].length, 0),
    );

    const before = await everything();
    expect(await importZip(zipPack(files))).toMatchObject({ changes: [] });
    expect(await importZip(await exported())).toMatchObject({ changes: [], faults: [] });
    expect(await everything()).toEqual(before);
    expect(await exported()).toEqual(await exported());

    const { rows } = await admin.api.audit.listAuditEvents({ recordType: 'pack' });
    expect(rows.map(({ after }) => after?.written)).toEqual([0, 0, written.changes.length]);

    // An entry in another writing is the one that is there.
    const { name } = pack.courses[0] as { name: string };
    const courses = [
      { ...pack.courses[0]!, name: `${name.slice(0, 1)}\u00a0${name.slice(1)}` },
      ...pack.courses.slice(1),
    ];
    const { changes, faults } = await check({ ...files, json: JSON.stringify({ ...pack, courses }) });
    expect(faults).toEqual([]);
    expect(changes.map(({ section, kind }) => [section, kind])).toEqual([['courses', 'changed']]);
  });
});

longTest('an export makes another portal the same', async () => {
  await openEmpty();
  await importZip(zipPack(await readPackFiles(packs[1]!)));
  const first = readPackBytes(await exported());
  await openEmpty();
  await importZip(zipPack(first));
  expect(readPackBytes(await exported())).toEqual(first);
});

longTest('what somebody changed since is shown field by field, and the pack puts it back', async () => {
  await openEmpty();
  const files = await readPackFiles(packs[0]!);
  await importZip(zipPack(files));
  const { rows } = await admin.api.courses.listEntries({ search: 'ECE' });
  const { id, version, isUsed: _, ...entry } = rows[0]!;
  await admin.api.courses.editEntry({
    id,
    version,
    entry: { ...entry, subject: 'Electronics' } as typeof entry & Record<string, string>,
  });
  const { changes } = await check(files);
  expect(changes).toEqual([
    {
      section: 'courses',
      name: 'ECE',
      kind: 'changed',
      differences: [
        { field: 'subject', before: 'Electronics', after: 'Electronics and Communication Engineering' },
      ],
    },
  ]);
  await importZip(zipPack(files));
  expect((await check(files)).changes).toEqual([]);
  const log = await admin.api.audit.listAuditEvents({ recordType: 'courses', recordId: id });
  expect(log.rows[0]).toMatchObject({
    event: 'courses.edited',
    before: { subject: 'Electronics' },
    after: { subject: 'Electronics and Communication Engineering' },
  });
});

test('the form of a pack is described for every editor', async () => {
  const schema = z.toJSONSchema(Pack, { io: 'input', unrepresentable: 'any' });
  await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(
    path.resolve('docs/pack.schema.json'),
  );
  for (const folder of packs)
    expect(JSON.parse(readFileSync(path.join(folder, 'pack.json'), 'utf8')).$schema).toBe(
      '../../docs/pack.schema.json',
    );
});

import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { longTest } from '#dev/testing/long-test.ts';
import { checkPack, importPack, packAddresses, sendPack } from '#dev/testing/packs.ts';
import { type Portal, type StaffCaller, startPortal } from '#dev/testing/portal.ts';
import { type PackFiles, readPackFiles, zipPack } from './pack-files.ts';

const deccan = path.resolve('packs/deccan');
let portal: Portal;
let admin: StaffCaller;

beforeEach(async () => {
  portal = await startPortal();
  admin = await portal.as('admin');
});
afterEach(() => portal.close());

const check = (files: PackFiles) => checkPack(admin, files);
const importFiles = (files: PackFiles) => importPack(admin, zipPack(files));

/** Its drawing is that of the pack no more. */
function withDrawing(files: PackFiles, statement: string): PackFiles {
  const drawing = Buffer.from(`#let draw(sheet) = []\n${statement}\n`);
  return { ...files, assets: new Map(files.assets).set('assets/degree.typ', drawing) };
}

longTest('templates become drafts; another drawing is one change, which the check names', async () => {
  const files = await readPackFiles(deccan);
  await importFiles(files);
  const { rows } = await admin.api.templates.listTemplates({});
  expect(rows).toMatchObject([
    { name: 'Deccan Degree', certificateType: 'Degree', versions: [{ number: 1, state: 'draft' }] },
  ]);
  const json = files.json.replace('This is to certify that', 'Be it known that');
  const changed = withDrawing({ ...files, json }, '// Nothing is drawn.');
  const { changes } = await check(changed);
  expect(changes).toMatchObject([{ section: 'templates', name: 'Deccan Degree', kind: 'changed' }]);
  expect(changes[0]!.differences.map(({ field }) => field)).toEqual(['boxes', 'drawing']);
  expect(changes[0]!.differences[0]).toMatchObject({
    before: 'text 26, 89, 158 × 120 / This is to certify that',
    after: 'text 26, 89, 158 × 120 / Be it known that',
  });
  expect(changes[0]!.differences[1]!.after).toBe('line 1: #let draw(sheet) = []');
  await importFiles(changed);
  expect(await check(changed)).toMatchObject({ changes: [] });
  const { versions } = (await admin.api.templates.listTemplates({})).rows[0]!;
  expect(versions).toHaveLength(1);

  // What a pack does not name, it does not take away.
  const { templates: _, ...others } = JSON.parse(files.json) as Record<string, unknown>;
  await importFiles({ ...files, json: JSON.stringify(others) });
  expect((await admin.api.templates.listTemplates({})).rows).toHaveLength(1);
});

test('a browser is shown no drawing and can save none; what the pack drew stays', async () => {
  const files = await readPackFiles(deccan);
  await importFiles(files);
  const { id } = (await admin.api.templates.listTemplates({})).rows[0]!;
  const { name, version, content } = await admin.api.templates.getTemplate({ id });
  expect(content).not.toHaveProperty('drawing');
  const save = (changed: typeof content) =>
    admin.api.templates.saveTemplate({ id, name, version, content: changed });
  const withSource = { ...content, drawing: '#while true {}' };
  await expect(save(withSource)).rejects.toMatchObject({ code: 'request.invalid' });
  await save({ ...content, paper: 'landscape' });
  const { changes } = await check(files);
  expect(changes.map(({ differences }) => differences.map(({ field }) => field))).toEqual([['paper']]);
});

longTest('templates of another certificate type are not those of this name', async () => {
  const files = await readPackFiles(deccan);
  await importFiles(files);
  const pack = JSON.parse(files.json) as { templates: [{ certificateType: string }] };
  pack.templates[0].certificateType = 'Migration';
  const other = { ...files, json: JSON.stringify(pack) };
  const fault = { path: 'templates[0].certificateType', found: 'Migration' };
  expect(await check(other)).toMatchObject({ faults: [fault] });
  expect(await (await sendPack(admin, packAddresses.import, zipPack(other))).json()).toMatchObject({
    data: { faults: [fault] },
  });
});

longTest('a drawing that takes all memory is ended, while the portal answers', async () => {
  const hostile = withDrawing(await readPackFiles(deccan), '#let much = "x" * 4000000000');
  let slowest = 0;
  let isOver = false;
  const answering = (async () => {
    while (!isOver) {
      const began = performance.now();
      expect((await admin.fetch('/healthz')).status).toBe(200);
      slowest = Math.max(slowest, performance.now() - began);
      await setTimeout(20);
    }
  })();
  const { faults } = await check(hostile);
  isOver = true;
  await answering;
  expect(faults).toMatchObject([
    {
      path: 'templates[0].drawing',
      found: 'line 2 of assets/degree.typ: #let much = "x" * 4000000000',
      // Whichever limit it reaches first: a slow machine takes longer to fill its memory.
      wanted: expect.stringMatching(/^20 sheets drawn (in 700 MB of memory|within 8 seconds)\.$/),
    },
  ]);
  expect(slowest).toBeLessThan(2_000);
});

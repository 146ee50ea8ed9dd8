import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { longTest } from '#dev/testing/long-test.ts';
import { checkPack, importPack } from '#dev/testing/packs.ts';
import { filePortal } from '#dev/testing/portal.ts';
import { getNewest } from '#features/templates/server/templates.ts';
import { exportPack } from './export-pack.ts';
import { type PackFiles, readPackFiles, zipPack } from './pack-files.ts';

// Each test imports the pack first, which brings its template back.
const deccan = path.resolve('packs/deccan');
const portal = await filePortal();
const admin = await portal.as('admin');

const check = (files: PackFiles) => checkPack(admin, files);
const importFiles = (files: PackFiles) => importPack(admin, zipPack(files));

/** Its background is that of the pack no more. */
function withBackground(files: PackFiles, content: string): PackFiles {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 210 297">${content}</svg>`;
  return { ...files, assets: new Map(files.assets).set('assets/degree.svg', Buffer.from(svg)) };
}

longTest('templates become drafts; another background is one change, which the check names', async () => {
  const files = await readPackFiles(deccan);
  await importFiles(files);
  const { rows } = await admin.api.templates.listTemplates({});
  expect(rows).toMatchObject([
    { name: 'Deccan Degree', certificateType: 'Degree', versions: [{ number: 1, state: 'draft' }] },
  ]);
  const json = files.json.replace('This is to certify that', 'Be it known that');
  const changed = withBackground({ ...files, json }, '<path d="M10 10h190" stroke="#6d1a26"/>');
  const { changes } = await check(changed);
  expect(changes).toMatchObject([{ section: 'templates', name: 'Deccan Degree', kind: 'changed' }]);
  expect(changes[0]!.differences.map(({ field }) => field)).toEqual(['background', 'boxes']);
  expect(changes[0]!.differences[1]).toMatchObject({
    before: 'text 26, 89, 158 × 120 / This is to certify that',
    after: 'text 26, 89, 158 × 120 / Be it known that',
  });
  expect(changes[0]!.differences[0]).toMatchObject({
    before: expect.stringMatching(/^own, [0-9a-f]{12}$/),
    after: expect.stringMatching(/^own, [0-9a-f]{12}$/),
  });
  await importFiles(changed);
  expect(await check(changed)).toMatchObject({ changes: [] });
  const { versions } = (await admin.api.templates.listTemplates({})).rows[0]!;
  expect(versions).toHaveLength(1);

  // What a pack does not name, it does not take away.
  const { templates: _, ...others } = JSON.parse(files.json) as Record<string, unknown>;
  await importFiles({ ...files, json: JSON.stringify(others) });
  expect((await admin.api.templates.listTemplates({})).rows).toHaveLength(1);
});

test('a browser is shown no background of a pack and can save none; it stays until one of the portal’s is chosen', async () => {
  const files = await readPackFiles(deccan);
  await importFiles(files);
  const { id } = (await admin.api.templates.listTemplates({})).rows[0]!;
  const { name, version, content } = await admin.api.templates.getTemplate({ id });
  expect(content).not.toHaveProperty('artwork');
  const save = (at: number, changed: typeof content) =>
    admin.api.templates.saveTemplate({ id, name, version: at, content: changed });
  for (const own of [{ artwork: '<svg/>' }, { drawing: '#let draw(sheet) = []' }])
    await expect(save(version, { ...content, ...own })).rejects.toMatchObject({ code: 'request.invalid' });
  const differing = async () =>
    (await check(files)).changes.map(({ differences }) => differences.map(({ field }) => field));
  const saved = await save(version, { ...content, paper: 'landscape' });
  expect(await differing()).toEqual([['paper']]);
  await save(saved.version, { ...content, background: 'modern' });
  expect(await differing()).toEqual([['background']]);
});

test('a drawing that an earlier release stored stays until a pack brings a background', async () => {
  const files = await readPackFiles(deccan);
  await importFiles(files);
  const { db } = portal.services;
  const drawing = '#let draw(sheet) = circle()';
  await sql`
    update template_versions set content = content - 'artwork' || jsonb_build_object('drawing', ${drawing}::text)
  `.execute(db);
  const [{ id } = { id: '' }] = (await admin.api.templates.listTemplates({})).rows;
  const { name, version, content } = await admin.api.templates.getTemplate({ id });
  await admin.api.templates.saveTemplate({ id, name, version, content: { ...content, paper: 'landscape' } });
  const stored = async () => (await getNewest(db, id)).content;
  expect(await stored()).toMatchObject({ paper: 'landscape', drawing });

  const exported = await exportPack(portal.services, { withSignatures: false });
  expect([...exported.assets.keys()].join()).not.toContain('.typ');
  expect(await check(exported)).toMatchObject({ faults: [], changes: [] });
  await importFiles(files);
  expect(Object.keys(await stored()).sort()).toEqual(['artwork', 'background', 'boxes', 'paper']);
});

longTest('a background without end is given up, while the portal answers', async () => {
  // Ten times as many shapes with each step.
  const shapes = Array.from(
    { length: 9 },
    (_, step) => `<g id="g${step + 1}">${`<use href="#g${step}"/>`.repeat(10)}</g>`,
  );
  const hostile = withBackground(
    await readPackFiles(deccan),
    `<path id="g0" d="M0 0h9"/>${shapes.join('')}<use href="#g9"/>`,
  );
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
  expect(faults).toMatchObject([{ path: 'templates[0].background', found: 'assets/degree.svg' }]);
  expect(slowest).toBeLessThan(2_000);
});

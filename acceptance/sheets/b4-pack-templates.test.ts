import path from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Json } from '../harness/people.ts';
import { letters } from '../harness/random.ts';
import { demand } from '../set-up/a-names.ts';
import { newFolder, packCommand, packSchema, readPack, writePack } from '../set-up/a-packs.ts';
import {
  changesBetween,
  emptyUniversity,
  once,
  snapshot,
  type University,
  universityWith,
} from '../set-up/a-university.ts';
import { declared, leavesOf } from '../set-up/b-discovery.ts';
import { findOperation } from './b-find.ts';
import { packWithTemplate, type TemplatePack, templateIn, textsIn } from './b-templates.ts';

// UNIVERSITY.md 5: "A pack is a folder or zip: `pack.json` … + assets (crest, signatures left out by choice, templates, OFL
// fonts). It holds every master and no person. … Importing twice changes nothing." 4: "conditions and Typst source come with a
// pack". The templates' part of it: exported and imported with the pack, and the same afterwards.

let good: TemplatePack;
let university: University;

beforeEach(
  once(async () => {
    good = packWithTemplate();
    university = await universityWith(writePack(good.pack, good.files));
  }),
  240_000,
);
afterAll(() => university?.remove());

const exported = (of: University) => {
  const folder = path.join(newFolder(), 'out');
  const said = packCommand(['export', folder], of);
  expect(said.code, said.text).toBe(0);
  return { folder, ...readPack(folder) };
};

/** A wording of a template: a text of it that a person reads, told by a blank and lower case. */
function wordingOf(pack: Json): { holder: Json; key: string | number; text: string } {
  const texts = textsIn(pack.templates ?? [], ['templates']);
  const wording = demand(
    texts.find(({ text }) => /^[A-Z][a-z]+( [a-z{}]+)+/.test(text) && !text.includes('\n')),
    `no template of the pack has a wording (a sentence): ${texts
      .map(({ text }) => text.slice(0, 40))
      .join(' | ')
      .slice(0, 600)}`,
  );
  const holder = wording.path.slice(0, -1).reduce((value: Json, key) => value[key], pack);
  return { holder, key: wording.path.at(-1)!, text: wording.text };
}

describe('templates in packs', { timeout: 300_000 }, () => {
  test('4 packs: the schema describes a template: its entries are no longer empty, and unknown keys are told', () => {
    const { schema } = packSchema();
    const { pack } = good;
    const read = z.fromJSONSchema(schema).safeParse(pack);
    expect(read.error?.issues ?? []).toEqual([]);
    expect(pack.templates.length).toBeGreaterThan(0);
    expect(
      z.fromJSONSchema(schema).safeParse({ ...pack, templates: [{ nothing: letters(5) }] }).success,
    ).toBe(false);
  });

  test('4 packs: imported, exported, imported elsewhere, exported again: the same templates, to the byte of their files', async () => {
    const random = structuredClone(good.pack);
    const wording = wordingOf(random);
    const words = `Whereas ${letters(7)} ${wording.text}`;
    wording.holder[wording.key] = words;
    const [one, other] = [await emptyUniversity(), await emptyUniversity()];
    try {
      const first = packCommand(['import', writePack(random, good.files)], one);
      expect(first.code, first.text).toBe(0);
      const a = exported(one);
      expect(JSON.stringify(a.pack.templates), 'the wording in the export').toContain(words);
      const source = demand(templateIn(a.pack, a.files), 'the export has no Typst source of the template');
      expect(source.source, 'the source, to the letter').toBe(good.source);
      const second = packCommand(['import', a.folder], other);
      expect(second.code, second.text).toBe(0);
      const b = exported(other);
      expect(b.pack.templates).toEqual(a.pack.templates);
      const bytes = (files: typeof a.files) =>
        [...files]
          .filter(([name]) => name !== 'pack.json')
          .map(([name, raw]) => [name, raw.toString('base64')])
          .sort();
      expect(bytes(b.files)).toEqual(bytes(a.files));
    } finally {
      await one.remove();
      await other.remove();
    }
  });

  test('4 packs: a second import changes nothing; another wording is one change, which the check names before anything is written', async () => {
    const imported = packCommand(['import', writePack(good.pack, good.files)], university);
    expect(imported.code, imported.text).toBe(0);
    const before = await snapshot(university.portal);
    const again = packCommand(['import', writePack(good.pack, good.files)], university);
    expect(again.code, again.text).toBe(0);
    expect(changesBetween(before, await snapshot(university.portal))).toEqual({});
    const changed = structuredClone(good.pack);
    const wording = wordingOf(changed);
    const word = `Therefore ${letters(9)}`;
    wording.holder[wording.key] = `${wording.text} ${word}`;
    const checked = packCommand(['check', writePack(changed, good.files)], university);
    expect(checked.code, checked.text).toBe(0);
    expect(checked.text, 'what would change is named').toMatch(/template/i);
    expect(changesBetween(before, await snapshot(university.portal)), 'a check writes nothing').toEqual({});
  });

  test('4 packs: a pack without templates imports as before and takes none away', async () => {
    const { templates, ...rest } = exported(university).pack;
    expect(templates.length, 'templates in the export').toBeGreaterThan(0);
    const said = packCommand(['import', writePack(rest, exported(university).files)], university);
    expect(said.code, said.text).toBe(0);
    expect(exported(university).pack.templates).toEqual(templates);
  });

  test('4 packs: a template whose source is not in the pack is refused with path, found and wanted', async () => {
    expect(good.file, 'the template is a file of the pack').toBeDefined();
    const without = new Map(good.files);
    without.delete(good.file!);
    const before = await snapshot(university.portal);
    const said = packCommand(['import', writePack(good.pack, without)], university);
    expect(said.code, said.text).not.toBe(0);
    expect(said.text).toMatch(/templates/);
    expect(said.text).toContain(path.basename(good.file!));
    expect(said.text).toMatch(/found/i);
    expect(changesBetween(before, await snapshot(university.portal))).toEqual({});
  });

  test('4 packs: an imported template is a draft like any other: the list has it, and not in force without a proof', async () => {
    const list = await findOperation(university.portal, {
      method: 'GET',
      path: /^\/api\/settings\/templates$/,
    });
    expect(list, 'GET /api/settings/templates').toBeDefined();
    const { body, status, text } = await university.admin.get('/api/settings/templates');
    expect(status, text).toBe(200);
    const proofs = await university.portal.sql('select 1 from proofs where signed_off_at is not null');
    expect(proofs.length, 'nobody signed a proof here').toBe(0);
    expect(body.rows.length).toBeGreaterThan(0);
    const states = textsIn(body.rows, []).map(({ text: said }) => said);
    expect(
      states.filter((said) => /^in[_ ]force$/i.test(said)),
      'versions in force',
    ).toEqual([]);
  });

  // "the browser has no source editor": no operation takes Typst source but the pack's.
  test('4 packs: no other operation takes Typst source', async () => {
    const taking = (await declared(university.portal))
      .filter(({ path: at }) => !/pack/.test(at))
      .flatMap((operation) =>
        leavesOf(operation.content['application/json']?.schema)
          .filter(({ name }) => /\b(typst|source code|source|typ)\b/.test(name))
          .map(({ name }) => `${operation.method} ${operation.path} ${name}`),
      );
    expect(taking).toEqual([]);
  });
});

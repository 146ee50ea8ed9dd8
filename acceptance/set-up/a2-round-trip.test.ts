import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Json } from '../harness/people.ts';
import { pick } from '../harness/random.ts';
import { demand, fieldOf, keys, rowsOf, seriesRows, universityNames } from './a-names.ts';
import {
  assetsOf,
  exportPack,
  type Files,
  firstPack,
  importPack,
  newFolder,
  packCommand,
  packSchema,
  readPack,
  readZip,
  type Said,
  secondPack,
  versionKey,
  writePack,
  zipFolder,
} from './a-packs.ts';
import { nameIn } from './a-random-packs.ts';
import { changesBetween, emptyUniversity, essence, once, snapshot, type University } from './a-university.ts';

// UNIVERSITY.md 5: "A pack is a folder or zip: `pack.json` (documented JSON Schema, versioned) + assets … `npm run pack --
// check|import|export PATH`, and the same on the Settings page with a dry run that lists what would change. Importing twice
// changes nothing." The issue, done when 2: "export followed by import is the identity."

describe('the format', () => {
  test('7.2: a JSON Schema is documented, versioned, and both packs satisfy it', () => {
    const { schema, file } = packSchema();
    const isPack = z.fromJSONSchema(schema);
    for (const folder of [firstPack(), secondPack()]) {
      const read = isPack.safeParse(readPack(folder).pack);
      expect(read.error?.issues ?? [], `${path.basename(folder)} by ${file}`).toEqual([]);
    }
    const version = schema.properties[versionKey(readPack(firstPack()).pack)];
    const values = version.const === undefined ? version.enum : [version.const];
    expect(values, 'the versions that the schema knows').toContain(
      readPack(firstPack()).pack[versionKey(readPack(firstPack()).pack)],
    );
  });

  test('7.2: the schema refuses what is no pack: it says more than that there is an object', () => {
    const isPack = z.fromJSONSchema(packSchema().schema);
    const { pack } = readPack(firstPack());
    for (const key of Object.keys(pack).filter((name) => name !== '$schema')) {
      expect(isPack.safeParse({ ...pack, [key]: () => 0 }).success, `${key} of another type`).toBe(false);
    }
    expect(isPack.safeParse({}).success).toBe(false);
  });

  // The issue: "`templates` is an optional key of `pack.json` from the start".
  test('7.2: templates is an optional key', () => {
    const { schema } = packSchema();
    expect(Object.keys(schema.properties)).toContain('templates');
    expect(schema.required ?? []).not.toContain('templates');
  });

  test('7.2: the repository tells how a pack is made: README or docs name the command and the schema', () => {
    const { file } = packSchema();
    const documents = ['README.md', 'docs/operations.md', 'packs/README.md', 'docs/packs.md']
      .map((name) => path.join(path.dirname(packsRoot()), name))
      .filter(existsSync)
      .map((name) => readFileSync(name, 'utf8'))
      .join('\n');
    expect(documents).toMatch(/npm run pack -- (check|import|export)/);
    expect(documents).toContain(path.basename(file));
  });
});

describe('the command line', { timeout: 300_000 }, () => {
  let university: University;
  beforeEach(
    once(async () => {
      university = await emptyUniversity();
    }),
    240_000,
  );
  afterAll(() => university?.remove());

  test('7.2: check says what would change, names it, and changes nothing', async () => {
    const before = await snapshot(university.portal);
    for (const folder of [firstPack(), secondPack()]) {
      const said = packCommand(['check', folder], university);
      expect(said.code, said.text).toBe(0);
      const { pack } = readPack(folder);
      const codes = rowsOf(pack, 'courses').rows.map((row) => fieldOf(row, keys.code));
      for (const code of codes) expect(said.text, `${code} in what check says`).toContain(code);
      for (const row of seriesRows(pack).rows) expect(said.text).toContain(fieldOf(row, keys.pattern));
    }
    expect(changesBetween(before, await snapshot(university.portal))).toEqual({});
  });

  test('7.2: import brings what check said; a second import, of folder or zip, by command or API, changes nothing', async () => {
    const folder = pick([firstPack(), secondPack()]);
    const first = packCommand(['import', folder], university);
    expect(first.code, first.text).toBe(0);
    const before = await snapshot(university.portal);
    const events = await eventsOn(university);

    const checked = packCommand(['check', folder], university);
    expect(checked.code, checked.text).toBe(0);
    expect(checked.text).toMatch(/nothing|no changes?|0 changes|unchanged|up to date/i);
    const zipped = path.join(newFolder(), 'pack.zip');
    writeFileSync(zipped, zipFolder(folder));
    for (const source of [folder, zipped]) {
      const again = packCommand(['import', source], university);
      expect(again.code, again.text).toBe(0);
      expect(changesBetween(before, await snapshot(university.portal)), source).toEqual({});
    }
    const byApi = await importPack(university.portal, university.admin, zipFolder(folder));
    expect(byApi.status, byApi.text).toBe(200);
    expect(changesBetween(before, await snapshot(university.portal)), 'by API').toEqual({});
    expect(await eventsOn(university), 'events on masters').toBe(events);
  });

  test('7.2: one changed title is one change: check names it, import makes it and nothing else, the log has before and after', async () => {
    const exported = path.join(newFolder(), 'out');
    expectDone(packCommand(['export', exported], university));
    const { pack, files } = readPack(exported);
    const course = pick(rowsOf(pack, 'courses').rows) as Json;
    const title = textIn(course);
    const changed = nameIn('en');
    title.holder[title.key] = changed;
    const folder = writePack(pack, files);
    const checked = packCommand(['check', folder], university);
    expect(checked.code, checked.text).toBe(0);
    expect(checked.text).toContain(changed);
    expect(checked.text).toContain(fieldOf(course, keys.code));

    const before = await snapshot(university.portal);
    const imported = packCommand(['import', folder], university);
    expect(imported.code, imported.text).toBe(0);
    const tables = Object.keys(changesBetween(before, await snapshot(university.portal)));
    expect(tables.length, `tables that changed: ${tables}`).toBeGreaterThan(0);
    expect(
      tables.filter((name) => !/course|histor|version/.test(name)),
      'other tables',
    ).toEqual([]);
    const [event] = await university.portal.sql(
      // The import as a whole has an event of its own.
      'select before::text as before, after::text as after from audit_events where before is not null order by sequence desc limit 1',
    );
    expect(event!.after, 'the newest event of a change').toContain(changed);
    expect(event!.before).toContain(title.text);
  });

  test('7.2: an export can leave the signatures out, and says nothing else less', () => {
    const usage = packCommand([], university);
    const flag = demand(
      /--[a-z-]*signature[a-z-]*/.exec(usage.text)?.[0],
      `the usage names no choice about signatures: ${usage.text}`,
    );
    const whole = path.join(newFolder(), 'with');
    const without = path.join(newFolder(), 'without');
    expectDone(packCommand(['export', whole], university));
    expectDone(packCommand(['export', without, flag], university));
    const isSignature = ({ path: at }: { path: (string | number)[] }) => /signature/i.test(at.join('.'));
    const [a, b] = [readPack(whole), readPack(without)];
    const signed = assetsOf(a.pack, a.files).filter(isSignature);
    const left = assetsOf(b.pack, b.files).filter(isSignature);
    expect([signed.length, left.length].sort()[0], 'signatures in one of the two exports').toBe(0);
    const fewer = left.length ? a : b;
    expect([...fewer.files.keys()].filter((name) => /signature/i.test(name))).toEqual([]);
    expect(bare(a.pack)).toEqual(bare(b.pack));
  });

  test('7.2: a wrong word or a path that is not there is refused with what to do, and exit code', () => {
    for (const words of [['chekc', firstPack()], ['check'], ['check', path.join(newFolder(), 'nothing')]]) {
      const said = packCommand(words, university);
      expect(said.code, words.join(' ')).not.toBe(0);
      expect(said.text, words.join(' ')).toMatch(
        /check\|import\|export|check.*import.*export|no such|not (there|found)|no pack/is,
      );
      expect(said.text, words.join(' ')).not.toMatch(/^\s+at .+:\d+:\d+/m);
    }
  });
});

describe('export followed by import is the identity', { timeout: 300_000 }, () => {
  for (const which of ['first', 'second'] as const) {
    test(`7.2: the ${which} pack: imported, exported, imported into another empty database, exported again: the same`, async () => {
      const folder = which === 'first' ? firstPack() : secondPack();
      const [one, other] = [await emptyUniversity(), await emptyUniversity()];
      try {
        const empty = await snapshot(one.portal);
        expectDone(packCommand(['import', folder], one));
        const imported = await snapshot(one.portal);
        const tables = Object.keys(changesBetween(empty, imported));
        expect(tables.length, 'tables of masters').toBeGreaterThanOrEqual(6);

        const exported = path.join(newFolder(), 'pack.zip');
        expectDone(packCommand(['export', exported], one));
        expect(statSync(exported).size).toBeGreaterThan(100);
        const second = packCommand(['import', exported], other);
        expect(second.code, second.text).toBe(0);
        expect(essence(await snapshot(other.portal), tables)).toEqual(essence(imported, tables));

        const [a, b] = [
          readZip(readFileSync(exported)),
          readZip(await exportPack(other.portal, other.admin)),
        ];
        expect(b.pack).toEqual(a.pack);
        expect(bytesOf(b.files)).toEqual(bytesOf(a.files));
        // And nothing of the original got lost on the way.
        const original = readPack(folder);
        expect(lost(original.pack, a.pack)).toEqual([]);
        expect(
          universityNames(a.pack)
            .map(({ name }) => name)
            .sort(),
        ).toEqual(
          universityNames(original.pack)
            .map(({ name }) => name)
            .sort(),
        );
      } finally {
        await one.remove();
        await other.remove();
      }
    });
  }
});

function expectDone({ code, text }: Said): void {
  expect(code, text.trim() || 'npm run pack ended without a word').toBe(0);
}

function packsRoot(): string {
  return path.dirname(firstPack());
}

async function eventsOn({ portal }: University): Promise<number> {
  const [row] = await portal.sql(
    "select count(*)::int as rows from audit_events where event !~ '^(auth|packs?|sessions?|access)\\.'",
  );
  return row!.rows;
}

/** A text in Latin letters somewhere in a row, its key apart. */
function textIn(row: Json): { holder: Json; key: string; text: string } {
  for (const [key, value] of Object.entries<Json>(row)) {
    if (value && typeof value === 'object') {
      const inner = textIn(value);
      if (inner.key) return inner;
    } else if (typeof value === 'string' && /title|subject/i.test(key) && /^[\x20-\x7e]{4,}$/.test(value))
      return { holder: row, key, text: value };
  }
  return { holder: row, key: '', text: '' };
}

/** pack.json without what names a signature. */
function bare(value: Json): Json {
  if (Array.isArray(value)) return value.map(bare);
  if (!value || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !/signature/i.test(key))
      .map(([key, one]) => [key, bare(one)]),
  );
}

function bytesOf(files: Files): Record<string, string> {
  return Object.fromEntries(
    [...files]
      .filter(([name]) => name !== 'pack.json')
      .map(([name, bytes]) => [name, bytes.toString('base64')]),
  );
}

/** Texts, numbers and dates of the original that the export does not have; names of files may differ. */
function lost(original: Json, exported: Json): string[] {
  const files = new Set(['$schema']);
  const leaves = (value: Json, key = ''): string[] =>
    value && typeof value === 'object'
      ? Object.entries(value).flatMap(([name, one]) => leaves(one, name))
      : value === null ||
          value === '' ||
          files.has(key) ||
          /\.(svg|png|ttf|otf|typ|json)$/i.test(String(value))
        ? []
        : [String(value)];
  const kept = new Set(leaves(exported));
  return leaves(original).filter((leaf) => !kept.has(leaf));
}

import sharp from 'sharp';
import type { Json } from '../harness/people.ts';
import { between, digits, letters, pick, shuffled } from '../harness/random.ts';
import {
  demand,
  feeRows,
  fieldOf,
  holderLists,
  keyOf,
  keys,
  type Path,
  seriesRows,
  universityNames,
} from './a-names.ts';
import { assetsOf, type Files, packSchema, versionKey } from './a-packs.ts';

// UNIVERSITY.md 5: "Bad input: a pack with an unknown version, missing asset, two fee rows of equal rank, a pattern without a
// counter or without a part by which its scope counts, two series that can produce the same number (compared without
// separators), a font that lacks a letter of the university's own name: each refused with path, found, wanted".

/** What a refusal has to say of one fault; a path may end earlier than at the field. */
export type Refusal = { path: Path; found: RegExp; wanted: RegExp };

type BadPack = {
  name: string;
  /** Makes the fault in a good pack. */
  spoil(pack: Json, files: Files): Refusal | Promise<Refusal>;
};

const anything = /\S/;
const literally = (text: string) => new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));

/** A row of the schedule that others may be compared with, and a copy that differs in the amount alone. */
function twin(pack: Json): { path: Path; rows: Json[]; index: number; copy: Json } {
  const { path, rows } = feeRows(pack);
  const index = between(0, rows.length - 1);
  const copy = structuredClone(rows[index]);
  const amount = keyOf(copy, keys.amount)!;
  copy[amount] += between(1, 99);
  renewKey(copy);
  return { path, rows, index, copy };
}

/** A key of its own, so that the copy is refused for what it says and not for its name. */
function renewKey(row: Json): void {
  for (const key of Object.keys(row))
    if (/^(id|code|key)$/i.test(key) && typeof row[key] === 'string')
      row[key] = `${letters(3).toUpperCase()}${digits(3)}`;
}

/** Keys of the days in this pack's fee rows, for rows that leave them out. */
function dayKeys(rows: Json[]): { from: string; until: string } {
  const find = (like: RegExp) => rows.map((row) => keyOf(row, like)).find(Boolean);
  return { from: find(keys.from) ?? 'from', until: find(keys.until) ?? 'until' };
}

function shift(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

function copySeries(pack: Json, pattern: string): { path: Path; index: number } {
  const { path, rows } = seriesRows(pack);
  const copy = structuredClone(rows[0]);
  renewKey(copy);
  const name = keyOf(copy, /^name$/i);
  if (name) copy[name] = `Series ${letters(5)}`;
  copy[keyOf(copy, keys.pattern)!] = pattern;
  rows.push(copy);
  return { path, index: rows.length - 1 };
}

/** Pairs of patterns of which some number of the one is some number of the other. */
export function collidingPatterns(): [string, string] {
  const prefix = letters(2).toUpperCase();
  return pick([
    [`${prefix}/{year}/{n:6}`, `${prefix}{year}-{n:6}`],
    [`${prefix}/{yy1}-{yy2}/{n:4}`, `${prefix}-{yy1}{yy2}/{n:4}`],
    // The counter of the first runs over its width: 1,000 and more.
    [`${prefix}/{year}/{n:3}`, `${prefix}/{year}/{n:4}`],
    // 2021-000123 of the year 2021 is that of the academic year 2020-21.
    [`${prefix}/{year}/{n:6}`, `${prefix}/{yy1}{yy2}/{n:6}`],
    // A digit of the text in the place of the counter's first.
    [`${prefix}{year}/{n:4}`, `${prefix}{year}/1{n:3}`],
  ]);
}

export const badPacks: BadPack[] = [
  {
    name: 'unknown version',
    spoil(pack) {
      const key = versionKey(pack);
      const known = pack[key];
      pack[key] = typeof known === 'number' ? between(50, 9_999) : `${between(50, 9_999)}.0`;
      return { path: [key], found: literally(String(pack[key])), wanted: literally(String(known)) };
    },
  },
  {
    name: 'missing asset',
    spoil(pack, files) {
      const asset = demand(pick(assetsOf(pack, files)), 'the pack names no asset');
      files.delete(asset.file);
      return { path: asset.path, found: anything, wanted: literally(asset.file.split('/').at(-1)!) };
    },
  },
  {
    name: 'two fee rows of equal rank',
    spoil(pack) {
      const { path, rows, copy } = twin(pack);
      rows.push(copy);
      return { path, found: anything, wanted: anything };
    },
  },
  {
    name: 'two fee rows of equal rank that overlap for one day',
    spoil(pack) {
      const { path, rows, index, copy } = twin(pack);
      const { from, until } = dayKeys(rows);
      const begin = fieldOf(rows[index], keys.from) || '2024-07-01';
      const meet = shift(begin, between(30, 300));
      rows[index][until] = meet;
      // 'until' may be the last day or the first one after it: from the day before, both overlap.
      copy[from] = shift(meet, -1);
      delete copy[until];
      rows.push(copy);
      return { path, found: anything, wanted: anything };
    },
  },
  {
    name: 'a pattern without a counter',
    spoil(pack) {
      const { path, rows } = seriesRows(pack);
      const index = between(0, rows.length - 1);
      const key = keyOf(rows[index], keys.pattern)!;
      rows[index][key] = String(rows[index][key]).replaceAll(/.?\{n(:\d+)?\}/g, '');
      return { path: [...path, index, key], found: literally(rows[index][key]), wanted: /\{n|counter/i };
    },
  },
  {
    name: 'a pattern without a part by which its scope counts',
    spoil(pack) {
      const { path, rows } = seriesRows(pack);
      const index = rows.findIndex((row) => /year/i.test(JSON.stringify(fieldOf(row, keys.scope) ?? '')));
      demand(index >= 0, `no series of pack.json counts by year: ${JSON.stringify(rows)}`);
      const key = keyOf(rows[index], keys.pattern)!;
      rows[index][key] = `${letters(3).toUpperCase()}/{n:${between(4, 6)}}`;
      return { path: [...path, index, key], found: literally(rows[index][key]), wanted: /year|yy/i };
    },
  },
  {
    name: 'two series that can produce the same number, compared without separators',
    spoil(pack) {
      const [one, other] = shuffled(collidingPatterns());
      const { rows } = seriesRows(pack);
      rows[0][keyOf(rows[0], keys.pattern)!] = one;
      const { path } = copySeries(pack, other!);
      return {
        path,
        found: new RegExp(`${literally(one!).source}|${literally(other!).source}`),
        wanted: anything,
      };
    },
  },
  {
    name: "a font that lacks a letter of the university's own name",
    spoil(pack) {
      // Ol Chiki and Meetei Mayek: no font of the portal has them.
      const letter = pick(['ᱥ', 'ᱱ', 'ꯃ', 'ꯅ']);
      const name = pick(universityNames(pack));
      name.set(`${name.name} ${letter}`);
      const code = letter.codePointAt(0)!.toString(16).toUpperCase();
      return { path: name.path, found: new RegExp(`${letter}|${code}`, 'i'), wanted: /font/i };
    },
  },
];

/** What only looks like a fault, and has to be accepted. */
export const goodPacks: BadPack[] = [
  {
    name: 'two fee rows that agree in all seven and follow on each other',
    spoil(pack) {
      const { rows } = feeRows(pack);
      const { from, until } = dayKeys(rows);
      // One that holds at any time: those of a pack that has days follow on each other already.
      const index = rows.findIndex((row) => !row[from] && !row[until]);
      const copy = structuredClone(rows[index]);
      renewKey(copy);
      const begin = fieldOf(rows[index], keys.from) || '2024-07-01';
      const meet = shift(begin, between(30, 300));
      rows[index][until] = meet;
      copy[from] = shift(meet, 1);
      rows.push(copy);
      return { path: [], found: anything, wanted: anything };
    },
  },
  {
    name: 'two fee rows that differ in one of the seven',
    spoil(pack) {
      const { rows, copy } = twin(pack);
      const key = rows.map((row) => keyOf(row, /level/i)).find(Boolean) ?? 'level';
      const levels = ['diploma', 'UG', 'PG', 'doctorate', 'ug', 'pg'];
      const known = levels.filter((level) => JSON.stringify(pack).includes(`"${level}"`));
      const free = known.find((level) => !rows.some((row) => row[key] === level && sameBut(row, copy, key)));
      copy[key] = demand(free, 'no level is free for another row');
      rows.push(copy);
      return { path: [], found: anything, wanted: anything };
    },
  },
  {
    name: 'two series of the same form with letters of their own',
    spoil(pack) {
      const [a, b] = [letters(2), letters(2)].map((text) => text.toUpperCase());
      const { rows } = seriesRows(pack);
      rows[0][keyOf(rows[0], keys.pattern)!] = `${a}X/{year}/{n:5}`;
      copySeries(pack, `${b}Y/{year}/{n:5}`);
      return { path: [], found: anything, wanted: anything };
    },
  },
];

function sameBut(one: Json, other: Json, key: string): boolean {
  const rest = (row: Json) =>
    JSON.stringify(
      Object.entries(row)
        .filter(([name]) => name !== key && !keys.amount.test(name))
        .sort(),
    );
  return rest(one) === rest(other);
}

/** Pictures that UNIVERSITY.md 1 does not take: "crest (SVG or PNG ≥ 600 px, checked and re-encoded)", "signature image (≥ 600 dpi, transparent)". */
export const badPictures: BadPack[] = [
  {
    name: 'a crest that is too small',
    async spoil(pack, files) {
      const width = between(60, 590);
      const crest = replaceAsset(pack, files, /crest/i, await blot(width, { isOpaque: false }));
      return { path: crest, found: new RegExp(String(width)), wanted: /600/ };
    },
  },
  {
    name: 'a crest that is no picture',
    spoil(pack, files) {
      const crest = replaceAsset(pack, files, /crest/i, Buffer.from(`MZ${letters(400)}`));
      return { path: crest, found: anything, wanted: /svg|png|picture|image/i };
    },
  },
  {
    name: 'a signature on white paper',
    async spoil(pack, files) {
      const path = signWith(pack, files, await blot(1_400, { isOpaque: true }));
      return { path, found: anything, wanted: /transparent|alpha/i };
    },
  },
];

/** Other bytes for an asset; a name that says what they are, everywhere in the pack. */
export function replaceAsset(
  pack: Json,
  files: Files,
  like: RegExp,
  bytes: Buffer,
  extension = '.png',
): Path {
  const asset = demand(
    assetsOf(pack, files).find(({ path, file }) => like.test(path.join('.')) || like.test(file)),
    `the pack names no asset like ${like}`,
  );
  const renamed = asset.file.replace(/\.\w+$/, extension);
  files.delete(asset.file);
  files.set(renamed, bytes);
  const holder = asset.path.slice(0, -1).reduce((value: Json, key) => value[key], pack);
  holder[asset.path.at(-1)!] = renamed;
  return asset.path;
}

/** Another signature for an office; the first one where the pack left them out. */
export function signWith(pack: Json, files: Files, bytes: Buffer): Path {
  const isThere = assetsOf(pack, files).some(({ path }) => /signature/i.test(path.join('.')));
  if (isThere) return replaceAsset(pack, files, /signature/i, bytes);
  const [list] = holderLists(pack);
  const { path, rows } = demand(list, 'pack.json has no holders of offices');
  const key = demand(
    propertiesOf(packSchema().schema).find((name) => /signature/i.test(name)),
    'the schema of packs knows no signature',
  );
  const file = `assets/signature-${letters(5)}.png`;
  rows[0][key] = file;
  files.set(file, bytes);
  return [...path, 0, key];
}

/** Every name of a property that a JSON Schema has, at any depth. */
function propertiesOf(schema: Json): string[] {
  if (!schema || typeof schema !== 'object') return [];
  const own =
    schema.properties && typeof schema.properties === 'object' ? Object.keys(schema.properties) : [];
  return [...own, ...Object.values<Json>(schema).flatMap(propertiesOf)];
}

/** A square PNG with a scrawl. */
export function blot(width: number, { isOpaque }: { isOpaque: boolean }): Promise<Buffer> {
  const paper = isOpaque ? `<rect width="${width}" height="${width}" fill="white"/>` : '';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${width}">${paper}<circle cx="${width / 2}" cy="${width / 2}" r="${width / 4}" fill="rgb(${between(0, 90)},0,${between(90, 200)})"/></svg>`;
  return sharp(Buffer.from(svg)).png().withMetadata({ density: 600 }).toBuffer();
}

import type { Json } from '../harness/people.ts';
import { between, digits, letters, personName, pick, shuffled } from '../harness/random.ts';
import {
  demand,
  dimensions,
  feeRows,
  fieldOf,
  holderLists,
  isAny,
  isApplicationCharge,
  isLateCharge,
  keyOf,
  keys,
  rowsOf,
  seriesRows,
  universityNames,
} from './a-names.ts';
import { type Files, packFolders, packSchema, readPack } from './a-packs.ts';

// Random packs: one of the repository's, of which everything that a university may choose is replaced by something random.

const syllables: Record<string, string[]> = {
  kn: ['ಕ', 'ನಾ', 'ರಿ', 'ವಿ', 'ದ್ಯಾ', 'ಲ', 'ಮ', 'ತು', 'ಶ್ರೀ', 'ಕೃ', 'ಷ್ಣ', 'ಬೆಂ', 'ಗಳೂ', 'ರು'],
  deva: ['क', 'ना', 'रि', 'वि', 'द्या', 'ल', 'म', 'तु', 'श्री', 'कृ', 'ष्ण', 'पु', 'णे', 'रत्न'],
};

/** A word in the script of a language; Latin where the language is none of India's. */
function wordIn(tag: string): string {
  const script = /^kn/.test(tag) ? syllables.kn : /^(hi|mr|sa|ne|kok)/.test(tag) ? syllables.deva : undefined;
  if (script) return Array.from({ length: between(2, 5) }, () => pick(script)).join('');
  const [first, ...rest] = letters(between(4, 9));
  return first!.toUpperCase() + rest.join('');
}

export function nameIn(tag: string): string {
  return `${wordIn(tag)} ${wordIn(tag)}`;
}

const scripts = ['kn', 'hi', 'mr'];

/** Another language in the place of one: its tag wherever it stands, and its texts in the new script. */
function retag(value: Json, from: string, to: string): void {
  if (!value || typeof value !== 'object') return;
  const language = keyOf(value, keys.language);
  if (language && value[language] === from) {
    value[language] = to;
    for (const [key, text] of Object.entries(value))
      if (typeof text === 'string' && /[\u0900-\u0d7f]/.test(text)) value[key] = nameIn(to);
  }
  if (from in value && !Array.isArray(value)) {
    value[to] = value[from];
    delete value[from];
    replaceNative(value, to);
  }
  for (const one of Object.values(value)) retag(one, from, to);
}

function replaceNative(holder: Json, key: string): void {
  if (typeof holder[key] === 'string') holder[key] = nameIn(key);
  else if (holder[key] && typeof holder[key] === 'object')
    for (const [inner, text] of Object.entries(holder[key]))
      if (typeof text === 'string' && /[\u0900-\u0d7f]/.test(text)) holder[key][inner] = nameIn(key);
}

/** Every string that is exactly this one, so that references go along. */
function renameEverywhere(value: Json, from: string, to: string): void {
  if (!value || typeof value !== 'object') return;
  for (const [key, one] of Object.entries(value)) {
    if (one === from) value[key] = to;
    else renameEverywhere(one, from, to);
  }
}

type RandomPack = { pack: Json; files: Files; base: string };

export function randomPack(base?: string): RandomPack {
  return randomised(base ?? pick(demand(packFolders().length > 0 && packFolders(), 'packs/ holds no pack')));
}

function randomised(base: string): RandomPack {
  const { pack, files } = readPack(base);
  for (const language of new Set(universityNames(pack).map(({ tag }) => tag))) {
    const free = scripts.filter((tag) => !universityNames(pack).some((name) => name.tag === tag));
    if (!/^en/.test(language) && free.length && between(0, 1)) retag(pack, language, pick(free));
  }
  for (const name of universityNames(pack)) name.set(`${nameIn(name.tag)} ${wordIn(name.tag)}`);
  randomSeries(pack);
  randomRows(pack, 'courses', keys.code, () => letters(between(3, 6)).toUpperCase());
  randomRows(pack, 'types', /^name$/i, () => `${wordIn('en')} ${pick(['Degree', 'Award', 'Diploma'])}`);
  for (const { rows } of holderLists(pack))
    for (const row of rows) {
      const holder = keyOf(row, /holder/i) ?? keyOf(row, /^name$/i);
      if (holder && typeof row[holder] === 'string')
        renameEverywhere(pack, row[holder], `Dr. ${personName()}`);
    }
  randomFees(pack);
  return { pack, files, base };
}

/** Another pattern and another next number for each series; letters of their own keep them apart. */
function randomSeries(pack: Json): void {
  const used = new Set<string>();
  for (const row of seriesRows(pack).rows) {
    let prefix = letters(3).toUpperCase();
    while (used.has(prefix)) prefix = letters(3).toUpperCase();
    used.add(prefix);
    const pattern = keyOf(row, keys.pattern)!;
    const others = [...String(row[pattern]).matchAll(/\{(\w+)[^}]*\}/g)]
      .filter(([, name]) => !/^(n|year|yy\w*)$/.test(name!))
      .map(([part]) => part);
    const year = pick(['{year}', '{yy1}-{yy2}', '{yy1}{yy2}']);
    const separator = pick(['/', '-', '']);
    row[pattern] = [prefix, ...others, year, `{n:${between(3, 6)}}`].join(separator);
    const next = keyOf(row, keys.nextNumber);
    if (next) row[next] = between(1, 900);
  }
}

/** New keys for the rows of a section, everywhere, and some rows more. */
function randomRows(pack: Json, section: 'courses' | 'types', key: RegExp, value: () => string): void {
  const { rows } = rowsOf(pack, section);
  for (const row of rows) {
    const name = keyOf(row, key) ?? keyOf(row, keys.code)!;
    renameEverywhere(pack, row[name], value());
  }
  for (let count = between(0, 3); count > 0; count -= 1) {
    const copy = structuredClone(pick(rows));
    const name = keyOf(copy, key) ?? keyOf(copy, keys.code)!;
    copy[name] = value();
    // What else names the row has to stay its own.
    for (const other of Object.keys(copy))
      if (other !== name && /^(id|code|name|key)$/i.test(other) && typeof copy[other] === 'string')
        copy[other] = `${copy[other]}${digits(4)}`;
    rows.push(copy);
  }
}

/** A schedule of one row for all and several that ask for more; late charges are left out. */
function randomFees(pack: Json): void {
  const { rows } = feeRows(pack);
  const own = rows.filter((row) => isApplicationCharge(fieldOf(row, keys.charge)));
  const breadth = (row: Json) => dimensions.filter((like) => isAny(fieldOf(row, like))).length;
  const widest = [...own].sort((a, b) => breadth(b) - breadth(a))[0] ?? { charge: 'application', amount: 0 };
  const general = structuredClone(widest);
  for (const like of dimensions) makeAny(general, like, rows);
  const [from, until] = [keyOf(general, keys.from), keyOf(general, keys.until)];
  if (from && general[from]) general[from] = '2015-04-01';
  if (until) general[until] = own.map((row) => fieldOf(row, keys.until)).find((value) => !value) ?? null;
  const values: [RegExp, () => Json][] = [
    [/^course/i, () => fieldOf(pick(rowsOf(pack, 'courses').rows) as Json, keys.code)],
    [/level/i, () => fieldOf(pick(rowsOf(pack, 'courses').rows) as Json, keys.level)],
    [/type/i, () => fieldOf(pick(rowsOf(pack, 'types').rows) as Json, /^name$/i)],
  ];
  const colleges = rowsOf(pack, 'colleges', [keys.code], true).rows;
  if (colleges.length) values.push([/^college/i, () => fieldOf(pick(colleges) as Json, keys.code)]);
  const known = [...rows.flatMap((row) => Object.keys(row)), ...feeKeysOf(packSchema().schema)];
  const seen = new Set<string>();
  const made: Json[] = [];
  for (let count = between(1, 10); count >= 0; count -= 1) {
    const row = structuredClone(general);
    if (made.length) {
      for (const [like, value] of shuffled(values).slice(0, between(1, 3))) {
        const key = keyOf(row, like) ?? known.find((name) => like.test(name));
        const given = value();
        if (!key || given === undefined) continue;
        const isList = rows.some((one) => Array.isArray(one[key]));
        row[key] = isList ? [given] : given;
      }
    }
    const given = dimensions.filter((like) => !isAny(fieldOf(row, like)));
    // The college's own fee is that row already.
    if (given.length === 1 && given[0] === dimensions[0]) continue;
    const rank = JSON.stringify(dimensions.map((like) => fieldOf(row, like)));
    if (seen.has(rank)) continue;
    seen.add(rank);
    row[keyOf(row, keys.amount)!] = pick([0, between(1, 5_000), between(1, 5_000)]);
    for (const other of Object.keys(row))
      if (/^(id|code|key)$/i.test(other) && typeof row[other] === 'string')
        row[other] = `${row[other]}${digits(5)}`;
    made.push(row);
  }
  const kept = rows.filter((row) => {
    const charge = fieldOf(row, keys.charge);
    return !isApplicationCharge(charge) && !isLateCharge(charge);
  });
  rows.splice(0, rows.length, ...made, ...kept);
}

/** Names of a fee row's fields by the documented schema, for those that no row of this pack uses. */
function feeKeysOf(schema: Json): string[] {
  if (!schema || typeof schema !== 'object') return [];
  const own = Object.keys(schema.properties ?? {});
  if (own.some((name) => keys.amount.test(name)) && own.some((name) => /^college/i.test(name))) return own;
  return Object.values<Json>(schema).flatMap(feeKeysOf);
}

/** 'any' as this pack writes it: as in a row that leaves this open, or by leaving the key out. */
function makeAny(row: Json, like: RegExp, rows: Json[]): void {
  const key = keyOf(row, like);
  if (!key || isAny(row[key])) return;
  const open = rows.find((one) => key in one && isAny(one[key]));
  if (open) row[key] = structuredClone(open[key]);
  else delete row[key];
}

import type { z } from 'zod';
import { nameOfEntry } from '#features/masters/declared/master.ts';
import type { EntrySource } from '#features/masters/declared/named-masters.ts';
import { maskAadhaar } from '#shared/aadhaar.ts';
import { type DeclaredEntry, isPrinted, type TextsByLanguage, textOf } from '#shared/declared-field.ts';
import { type PrintedScript, printedScripts, unprintableSentence } from '#shared/printed-scripts.ts';
import { findUnprintable } from '#shared/unprintable.ts';
import { t } from '#shared/words.ts';
import { masterOf, Pack, type PackFault, type SectionName, sectionOrder } from '../pack.ts';
import { numberFaults } from './number-faults.ts';
import type { PackFiles } from './pack-files.ts';
import { pictureFaults } from './picture-faults.ts';
import { backgroundFaults, templateFaults } from './template-faults.ts';

type Entry = Record<string, unknown>;
type Checked = { pack: Pack; faults: [] } | { pack: null; faults: PackFault[] };

/** Reads a pack and checks everything that needs no database. A pack with any fault is not used. */
export async function checkPack(files: PackFiles): Promise<Checked> {
  const checked = checkWords(files);
  if (!checked.pack) return checked;
  const faults = [
    ...(await pictureFaults(checked.pack, files)),
    ...(await backgroundFaults(checked.pack, files)),
  ];
  return faults.length === 0 ? checked : refused(faults);
}

function checkWords({ json, assets }: PackFiles): Checked {
  let read: unknown;
  try {
    if (depthOf(json) > maximumDepth) throw new Error(`Brackets are nested more than ${maximumDepth} deep`);
    read = JSON.parse(json);
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    return refused([{ path: 'pack.json', found, wanted: t`A JSON object.` }]);
  }
  const parsed = Pack.safeParse(read);
  if (!parsed.success) return refused(parsed.error.issues.flatMap((issue) => faultsOf(issue, read)));
  const pack = parsed.data;
  const faults = [
    ...sectionOrder.flatMap((section) => repeatedNames(pack, section)),
    ...tooManyUniversities(pack),
    ...sectionOrder.flatMap((section) => missingAssets(pack, section, assets)),
    ...sectionOrder.flatMap((section) => unknownNames(pack, section)),
    ...sectionOrder.flatMap((section) => unprintedLetters(pack, section)),
    ...equalFees(pack),
    ...overlappingTerms(pack),
    ...yearsTwice(pack),
    ...endsBeforeItBegins(pack),
    ...numberFaults(pack),
    ...templateFaults(pack, assets),
  ];
  return faults.length === 0 ? { pack, faults: [] } : refused(faults);
}

/** Far more than a pack needs; thousands of levels would overflow the stack of recursive readers. */
const maximumDepth = 50;

/** Nesting depth of the brackets in a JSON text, ignoring those inside strings. */
function depthOf(json: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [token] of json.matchAll(/"(?:\\.|[^"\\])*"|[[\]{}]/gs)) {
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

function refused(faults: PackFault[]): Checked {
  return { pack: null, faults };
}

/** An issue as path (`courses[3].level`), found value and wanted value. */
function faultsOf(issue: z.core.$ZodIssue, read: unknown): PackFault[] {
  const found = issue.path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key],
    read,
  );
  if (issue.code === 'unrecognized_keys') {
    const wanted = t`Only fields that the description of packs lists.`;
    return [{ path: pathOf(issue.path), found: issue.keys.join(', '), wanted }];
  }
  const { path, message: wanted } = issue;
  return [{ path: pathOf(path), found: shown(found), wanted }];
}

function pathOf(path: readonly PropertyKey[]): string {
  return (
    path
      .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
      .join('')
      .replace(/^\./, '') || 'pack.json'
  );
}

function shown(value: unknown): string {
  const text = value === undefined ? t`nothing` : typeof value === 'string' ? value : JSON.stringify(value);
  const masked = maskAadhaar(text);
  return masked.length > 200 ? `${masked.slice(0, 199)}…` : masked;
}

/** The entries of a section with their paths. */
function entriesOf(pack: Pack, section: SectionName): { entry: Entry; path: string }[] {
  return pack[section].map((entry, index) => ({ entry, path: `${section}[${index}]` }));
}

/** The entry's name, for reports and comparison. */
export function nameIn(section: SectionName, entry: Entry): string {
  const master = masterOf(section);
  return master ? nameOfEntry(master, entry as DeclaredEntry) : String(entry.code);
}

function repeatedNames(pack: Pack, section: SectionName): PackFault[] {
  const master = masterOf(section);
  const key = master ? master.key : ['code'];
  const keyOf = (entry: Entry) => JSON.stringify(key.map((field) => String(entry[field]).toLowerCase()));
  return repeated(entriesOf(pack, section), ({ entry }) => keyOf(entry)).map(({ entry, path }) => ({
    path,
    found: nameIn(section, entry),
    wanted: t`A different name; an earlier entry has the same one.`,
  }));
}

/** The items whose key an earlier one has. */
function repeated<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const key = keyOf(item);
    if (seen.has(key)) return true;
    seen.add(key);
    return false;
  });
}

/** Letters that the scripts of the pack's university do not have; a pack without a university is checked when it is written. */
function unprintedLetters(pack: Pack, section: SectionName): PackFault[] {
  const { scripts = Object.keys(printedScripts) } = pack.university[0] ?? {};
  const chosen = scripts as PrintedScript[];
  const fields = Object.entries(masterOf(section)?.fields ?? {}).filter(([, field]) => isPrinted(field));
  return entriesOf(pack, section).flatMap(({ entry, path }) =>
    fields.flatMap(([field]) => {
      const value = entry[field] as string | TextsByLanguage;
      const texts = typeof value === 'string' ? { [field]: value } : value;
      return Object.entries(texts).flatMap(([tag, text]) => {
        const found = findUnprintable(text, chosen);
        if (!found) return [];
        const at = typeof value === 'string' ? `${path}.${field}` : `${path}.${field}.${tag}`;
        return [{ path: at, found: shown(text), wanted: unprintableSentence(found, chosen) }];
      });
    }),
  );
}

function tooManyUniversities({ university }: Pack): PackFault[] {
  if (university.length <= 1) return [];
  return [{ path: 'university', found: String(university.length), wanted: t`One university.` }];
}

function missingAssets(pack: Pack, section: SectionName, assets: PackFiles['assets']): PackFault[] {
  const fields = Object.entries(masterOf(section)?.fields ?? {}).filter(([, { kind }]) => kind === 'file');
  return entriesOf(pack, section).flatMap(({ entry, path }) =>
    fields.flatMap(([field]) => {
      const asset = String(entry[field]);
      if (asset === '' || assets.has(asset)) return [];
      return [{ path: `${path}.${field}`, found: asset, wanted: t`A file that the pack has.` }];
    }),
  );
}

const sectionOfSource: Record<EntrySource, { section: SectionName; field: string }> = {
  colleges: { section: 'colleges', field: 'code' },
  courses: { section: 'courses', field: 'name' },
  certificateTypes: { section: 'certificateTypes', field: 'name' },
  papers: { section: 'papers', field: 'code' },
  numberSeries: { section: 'numberSeries', field: 'name' },
};

/** References to records that the pack's section lacks. If the section is empty, they refer to the portal's records. */
function unknownNames(pack: Pack, section: SectionName): PackFault[] {
  return Object.entries(masterOf(section)?.fields ?? {}).flatMap(([field, declared]) => {
    if (declared.kind !== 'entry') return [];
    const source = sectionOfSource[declared.of as EntrySource];
    const known = pack[source.section].map((entry) => String((entry as Entry)[source.field]));
    if (known.length === 0) return [];
    return entriesOf(pack, section)
      .filter(({ entry }) => entry[field] !== '' && !known.includes(String(entry[field])))
      .map(({ entry, path }) => ({
        path: `${path}.${field}`,
        found: String(entry[field]),
        wanted: t`One of ${source.section}: ${known.slice(0, 6).join(', ')}`,
      }));
  });
}

/** Dates in ISO notation compare as text; an empty start is the earliest, an empty end the latest. */
function overlaps(one: Entry, other: Entry, from: string, until: string): boolean {
  const ends = (entry: Entry) => String(entry[until] || '9999-12-31');
  return String(one[from]) <= ends(other) && String(other[from]) <= ends(one);
}

/** Entries that agree in `fields` with an earlier one whose period overlaps. */
function clashes(
  pack: Pack,
  section: SectionName,
  period: { fields: readonly string[]; from: string; until: string; wanted: string },
): PackFault[] {
  const entries = entriesOf(pack, section);
  const agrees = (one: Entry, other: Entry) =>
    period.fields.every((field) => String(one[field]).toLowerCase() === String(other[field]).toLowerCase());
  return entries
    .filter(({ entry }, index) =>
      entries
        .slice(0, index)
        .some(
          (earlier) =>
            agrees(earlier.entry, entry) && overlaps(earlier.entry, entry, period.from, period.until),
        ),
    )
    .map(({ entry, path }) => ({ path, found: nameIn(section, entry), wanted: period.wanted }));
}

function equalFees(pack: Pack): PackFault[] {
  const fields = [
    'charge',
    'college',
    'course',
    'level',
    'certificateType',
    'category',
    'attendance',
    'academicYear',
  ];
  const own = entriesOf(pack, 'feeSchedule').filter(
    ({ entry }) =>
      entry.charge === 'application' &&
      entry.college !== '' &&
      fields.slice(2).every((field) => entry[field] === ''),
  );
  return [
    ...clashes(pack, 'feeSchedule', {
      fields,
      from: 'activeFrom',
      until: 'activeUntil',
      wanted: t`Another rank or another period: an earlier fee agrees in all seven fields.`,
    }),
    ...own.map(({ path, entry }) => ({
      path,
      found: nameIn('feeSchedule', entry),
      wanted: t`The convocation fee of the college, which its own entry has.`,
    })),
  ];
}

function overlappingTerms(pack: Pack): PackFault[] {
  return clashes(pack, 'offices', {
    fields: ['office'],
    from: 'heldFrom',
    until: 'heldUntil',
    wanted: t`A period in which nobody else holds this office.`,
  });
}

function yearsTwice(pack: Pack): PackFault[] {
  const years = entriesOf(pack, 'convocations').flatMap(({ entry, path }) =>
    String(entry.academicYears)
      .split(', ')
      .map((year) => ({ year, path })),
  );
  return repeated(years, ({ year }) => year).map(({ year, path }) => ({
    path: `${path}.academicYears`,
    found: year,
    wanted: t`An academic year that no other convocation has.`,
  }));
}

const periods: Partial<Record<SectionName, [from: string, until: string]>> = {
  courses: ['activeFrom', 'activeUntil'],
  certificateTypes: ['activeFrom', 'activeUntil'],
  feeSchedule: ['activeFrom', 'activeUntil'],
  offices: ['heldFrom', 'heldUntil'],
  choices: ['activeFrom', 'activeUntil'],
};

function endsBeforeItBegins(pack: Pack): PackFault[] {
  return sectionOrder.flatMap((section) => {
    const [from, until] = periods[section] ?? [];
    if (!from || !until) return [];
    return entriesOf(pack, section)
      .filter(
        ({ entry }) =>
          entry[from] !== '' && entry[until] !== '' && String(entry[until]) < String(entry[from]),
      )
      .map(({ entry, path }) => ({
        path: `${path}.${until}`,
        found: String(entry[until]),
        wanted: t`A day from ${String(entry[from])} on.`,
      }));
  });
}

/** A field's value as shown in a report. */
export function shownField(section: SectionName, field: string, value: unknown): string {
  const declared = masterOf(section)?.fields[field];
  if (!declared || declared.kind === 'file') return String(value);
  return textOf(declared, value as DeclaredEntry[string]);
}

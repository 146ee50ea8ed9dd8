import { isDeepStrictEqual } from 'node:util';
import { entityOf, type Entry as PackEntry } from '#features/masters/server/entities.ts';
import type { Db } from '#platform/server/db/database.ts';
import { readKeys } from '#platform/server/db/identity.ts';
import { sha256Of } from '#platform/server/files/stored-files.ts';
import { type FieldValue, isBlank } from '#shared/declared-field.ts';
import { entityIn, masterOf, type Pack, type PackChange, type SectionName, sectionOrder } from '../pack.ts';
import { nameIn, shownField } from './check-pack.ts';
import type { PackFiles } from './pack-files.ts';

/** A record that the portal lacks or that differs; `known` is the portal's. */
type PlannedRecord = {
  section: SectionName;
  /** Its path in the pack: `courses[3]`. */
  path: string;
  entry: PackEntry;
  known: { id: string; version: number; entry: PackEntry } | null;
  fields: string[];
};
export type Plan = { records: PlannedRecord[]; unchangedCount: number };

/** What an import would write, in a possible order. */
export async function planPack(db: Db, pack: Pack, assets: PackFiles['assets']): Promise<Plan> {
  const records: PlannedRecord[] = [];
  let unchangedCount = 0;
  const digests = await digestsOfFiles(db);
  for (const section of sectionOrder) {
    const known = await entityOf(entityIn(section)).list(db);
    const entries = pack[section] as PackEntry[];
    // A portal has one university, so its name is not compared.
    const nameOf = (entry: PackEntry) => (section === 'university' ? '' : nameIn(section, entry));
    const keys = await readKeys(db, [...entries, ...known.map((one) => one.entry)].map(nameOf));
    for (const [index, entry] of entries.entries()) {
      const before = known.find((one) => keys.get(nameOf(one.entry)) === keys.get(nameOf(entry))) ?? null;
      const fields = Object.keys(entry).filter(
        (field) =>
          before === null ||
          !(
            before.settled?.includes(field) ||
            isSame(section, field, { before: before.entry, after: entry, digests, assets })
          ),
      );
      if (before && fields.length === 0) unchangedCount += 1;
      else records.push({ section, path: `${section}[${index}]`, entry, known: before, fields });
    }
  }
  return { records, unchangedCount };
}

type Compared = {
  before: PackEntry;
  after: PackEntry;
  digests: ReadonlyMap<string, string>;
  assets: PackFiles['assets'];
};

/** Compares files by their bytes: the portal has them by id, the pack by path. */
function isSame(section: SectionName, field: string, { before, after, digests, assets }: Compared): boolean {
  if (masterOf(section)?.fields[field]?.kind !== 'file')
    return isDeepStrictEqual(before[field], after[field]);
  const asset = assets.get(String(after[field]));
  return (digests.get(String(before[field])) ?? null) === (asset ? sha256Of(asset) : null);
}

async function digestsOfFiles(db: Db): Promise<Map<string, string>> {
  const files = await db
    .selectFrom('files')
    .where('kind', 'in', ['crest', 'signature'])
    .select(['id', 'sha256'])
    .execute();
  return new Map(files.map(({ id, sha256 }) => [id, sha256]));
}

export function changesOf({ records }: Plan): PackChange[] {
  return records.map(({ section, entry, known, fields }) => ({
    section,
    name: nameIn(section, entry),
    kind: known ? 'changed' : 'new',
    differences: fields
      .filter((field) => known || !isBlank(entry[field] as FieldValue))
      .map((field) => ({
        field,
        before: known ? shownField(section, field, known.entry[field]) : '',
        after: shownField(section, field, entry[field]),
      })),
  }));
}

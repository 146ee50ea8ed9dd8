import { ORPCError } from '@orpc/server';
import { sql } from 'kysely';
import type { Services } from '#platform/server/context.ts';
import { errorOfConstraint } from '#platform/server/db/constraint-errors.ts';
import { type Db, unscoped } from '#platform/server/db/database.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { type PreparedFile, prepareFile, recordFile } from '#platform/server/files/receive-file.ts';
import { errorSentence } from '#shared/errors.ts';
import { masterOf, type Pack, type PackReport } from '../pack.ts';
import { checkPack, nameIn } from './check-pack.ts';
import type { PackFiles } from './pack-files.ts';
import { changesOf, type Plan, planPack } from './plan-pack.ts';
import { type PackEntry, type PackTransaction, sectionOf } from './sections.ts';

/** What is wrong with a pack, or what importing it would change. Nothing is written. */
export async function reportPack(db: Db, files: PackFiles): Promise<PackReport> {
  const { pack, faults } = checkPack(files);
  if (!pack) return { name: '', faults, changes: [], unchangedCount: 0 };
  const plan = await planPack(db, pack, files.assets);
  return { name: pack.name, faults, changes: changesOf(plan), unchangedCount: plan.unchangedCount };
}

type Store = Pick<Services, 'db' | 'files'>;

/** A pack that may be imported, with its pictures in the store; their rows come with the import. */
export type PreparedPack = { pack: Pack; files: PackFiles; pictures: ReadonlyMap<string, PreparedFile> };

export async function preparePack(services: Store, files: PackFiles): Promise<PreparedPack> {
  const { pack, faults } = checkPack(files);
  if (!pack) throw domainError('packs.faulty', { faults });
  const { records } = await planPack(services.db, pack, files.assets);
  const pictures = new Map<string, PreparedFile>();
  for (const { section, entry, fields } of records) {
    for (const field of fields) {
      const declared = masterOf(section)?.fields[field];
      const path = String(entry[field]);
      const bytes = files.assets.get(path);
      if (declared?.kind !== 'file' || !bytes || pictures.has(path)) continue;
      pictures.set(
        path,
        await pictureOf(services, { kind: declared.of, name: path.slice('assets/'.length), bytes }, path),
      );
    }
  }
  return { pack, files, pictures };
}

async function pictureOf(services: Store, upload: Parameters<typeof prepareFile>[1], path: string) {
  try {
    return await prepareFile(services, upload);
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error;
    throw domainError('packs.faulty', { faults: [{ path, found: upload.name, wanted: error.message }] });
  }
}

/** Writes everything or nothing; two imports follow each other. Answers what was written. */
export async function importPack(
  transaction: PackTransaction,
  { pack, files, pictures }: PreparedPack,
): Promise<PackReport> {
  const { db, audit } = transaction;
  await sql`select pg_advisory_xact_lock(hashtext('packs.import'))`.execute(unscoped(db));
  const plan = await planPack(db, pack, files.assets);
  await writePlan(transaction, plan, pictures);
  audit({
    event: 'packs.imported',
    record: { type: 'pack', id: pack.name, label: pack.name },
    after: { written: plan.records.length, unchanged: plan.unchangedCount },
  });
  return { name: pack.name, faults: [], changes: changesOf(plan), unchangedCount: plan.unchangedCount };
}

async function writePlan(
  transaction: PackTransaction,
  { records }: Plan,
  pictures: PreparedPack['pictures'],
) {
  const ids = new Map<string, string>();
  for (const { section, path, entry, known, fields } of records) {
    const written: PackEntry = { ...entry };
    for (const [field, declared] of Object.entries(masterOf(section)?.fields ?? {})) {
      if (declared.kind !== 'file') continue;
      const path = String(entry[field]);
      // One that did not change stays the file that it is.
      if (known && !fields.includes(field)) written[field] = known.entry[field];
      else if (path !== '') written[field] = await idOfPicture(transaction, path, pictures, ids);
    }
    try {
      if (known) await sectionOf(section).change(transaction, known.id, written);
      else await sectionOf(section).add(transaction, written);
    } catch (error) {
      throw atItsPlace(error, path, nameIn(section, entry));
    }
  }
}

async function idOfPicture(
  transaction: PackTransaction,
  path: string,
  pictures: PreparedPack['pictures'],
  ids: Map<string, string>,
): Promise<string> {
  const picture = pictures.get(path);
  // Somebody changed the picture in the portal since it was looked at.
  if (!picture) throw domainError('packs.changed_meanwhile');
  const id = ids.get(path) ?? (await recordFile(transaction, picture, null));
  ids.set(path, id);
  return id;
}

/** A refusal of the portal or of a constraint, said at the entry of the pack. */
function atItsPlace(error: unknown, path: string, found: string): unknown {
  if (error instanceof ORPCError) {
    if (error.code.startsWith('packs.')) return error;
    return domainError('packs.faulty', { faults: [{ path, found, wanted: error.message }] });
  }
  const refusal = errorOfConstraint(String((error as { constraint?: unknown }).constraint));
  if (!refusal) return error;
  const [code, field] = typeof refusal === 'string' ? [refusal, ''] : [refusal.code, `.${refusal.field}`];
  const wanted = errorSentence(code, undefined);
  return domainError('packs.faulty', { faults: [{ path: `${path}${field}`, found, wanted }] });
}

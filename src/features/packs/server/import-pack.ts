import { ORPCError } from '@orpc/server';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { type ChangeContext, writeChanges } from '#features/masters/server/changes.ts';
import type { Change, Entry } from '#features/masters/server/entities.ts';
import { beginTemplate, saveDraft } from '#features/templates/server/drafts.ts';
import { lockTemplate } from '#features/templates/server/templates.ts';
import type { Services } from '#platform/server/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { domainError, type FieldError } from '#platform/server/domain-error.ts';
import { type PreparedFile, prepareFile, recordFile } from '#platform/server/files/receive-file.ts';
import { registered } from '#platform/server/registered.ts';
import { errorSentence } from '#shared/errors.ts';
import { entityIn, masterOf, type Pack, type PackReport } from '../pack.ts';
import { checkPack, nameIn } from './check-pack.ts';
import type { PackFiles } from './pack-files.ts';
import { changesOf, type Plan, planPack } from './plan-pack.ts';
import {
  changesOfTemplates,
  type PlannedTemplate,
  type PlannedTemplates,
  planTemplates,
} from './plan-templates.ts';

/** The faults of a pack, or what importing it would change. Nothing is written. */
export async function reportPack(db: Db, files: PackFiles): Promise<PackReport> {
  const { pack, faults } = await checkPack(files);
  if (!pack) return { name: '', faults, changes: [], unchangedCount: 0, proposalId: null };
  const plan = await planPack(db, pack, files.assets);
  const templates = await planTemplates(db, pack, files.assets);
  if (templates.faults.length > 0)
    return { name: '', faults: templates.faults, changes: [], unchangedCount: 0, proposalId: null };
  return { name: pack.name, faults, ...plannedChanges(plan, templates), proposalId: null };
}

function plannedChanges(plan: Plan, templates: PlannedTemplates) {
  return {
    changes: [...changesOf(plan), ...changesOfTemplates(templates)],
    unchangedCount: plan.unchangedCount + templates.unchangedCount,
  };
}

type Store = Pick<Services, 'db' | 'files'>;

/** A valid pack whose pictures are in the store; the import writes their rows. */
export type PreparedPack = { pack: Pack; files: PackFiles; pictures: ReadonlyMap<string, PreparedFile> };

export async function preparePack(services: Store, files: PackFiles): Promise<PreparedPack> {
  const { pack, faults } = await checkPack(files);
  if (!pack) throw domainError('packs.faulty', { faults });
  const { records } = await planPack(services.db, pack, files.assets);
  const pictures = new Map<string, PreparedFile>();
  for (const { section, entry, fields } of records) {
    for (const field of fields) {
      const declared = masterOf(section)?.fields[field];
      const path = String(entry[field]);
      const bytes = files.assets.get(path);
      if (declared?.kind !== 'file' || !bytes || pictures.has(path)) continue;
      const upload = { kind: declared.of, name: path.slice('assets/'.length), bytes };
      pictures.set(path, await prepareFile(services, upload));
    }
  }
  return { pack, files, pictures };
}

/**
 * Writes everything or nothing, or proposes all of it where four eyes hold. A lock makes imports follow each other.
 * Returns what was written or proposed.
 */
export async function importPack(
  transaction: ChangeContext,
  { pack, files, pictures }: PreparedPack,
): Promise<PackReport> {
  const { db, audit } = transaction;
  await sql`select pg_advisory_xact_lock(hashtext('packs.import'))`.execute(db);
  const plan = await planPack(db, pack, files.assets);
  const templates = await planTemplates(db, pack, files.assets);
  if (templates.faults.length > 0) throw domainError('packs.faulty', { faults: templates.faults });
  const from = { origin: 'pack', label: pack.name } as const;
  const planned = await changesIn(transaction, plan, pictures);
  const proposalId = await writeChanges(transaction, from, planned, withPackPath);
  for (const template of templates.changed) await writeTemplate(transaction, template);
  const { changes, unchangedCount } = plannedChanges(plan, templates);
  if (proposalId === null)
    audit({
      event: 'packs.imported',
      record: { type: 'pack', id: pack.name, label: pack.name },
      after: { written: changes.length, unchanged: unchangedCount },
    });
  return { name: pack.name, faults: [], changes, unchangedCount, proposalId };
}

/** Always as a draft: a second person decides on it by its proof. */
async function writeTemplate(
  transaction: ChangeContext,
  { path, entry, content, known }: PlannedTemplate,
): Promise<void> {
  const { name, certificateType, design } = entry;
  try {
    if (known) await saveDraft(transaction, await lockTemplate(transaction.db, known.id), { name, content });
    else await beginTemplate(transaction, { name, certificateType, design, content });
  } catch (error) {
    throw withPackPath(error, { path, label: name, after: { certificateType } });
  }
}

type PlannedChange = Change & { path: string };

/** The changes of the pack, with pictures by id. */
async function changesIn(
  transaction: ChangeContext,
  { records }: Plan,
  pictures: PreparedPack['pictures'],
): Promise<PlannedChange[]> {
  const ids = new Map<string, string>();
  const changes: PlannedChange[] = [];
  for (const { section, path, entry, known, fields } of records) {
    const after: Entry = { ...entry };
    for (const [field, declared] of Object.entries(masterOf(section)?.fields ?? {})) {
      if (declared.kind !== 'file') continue;
      const picture = String(entry[field]);
      // An unchanged picture keeps its file.
      if (known && !fields.includes(field)) after[field] = known.entry[field];
      else if (picture !== '') after[field] = await idOfPicture(transaction, picture, pictures, ids);
    }
    const change = { entity: entityIn(section), label: nameIn(section, entry), path, after };
    if (!known) changes.push({ ...change, action: 'add', id: uuid() });
    else {
      const { id, version, entry: before } = known;
      changes.push({ ...change, action: 'edit', id, version, before });
    }
  }
  return changes;
}

async function idOfPicture(
  transaction: ChangeContext,
  path: string,
  pictures: PreparedPack['pictures'],
  ids: Map<string, string>,
): Promise<string> {
  const picture = pictures.get(path);
  // The picture was changed in the portal since the plan was made.
  if (!picture) throw domainError('packs.changed_meanwhile');
  const id = ids.get(path) ?? (await recordFile(transaction, picture, null));
  ids.set(path, id);
  return id;
}

/** Turns a domain or constraint error into a fault at the pack's entry. */
function withPackPath(
  error: unknown,
  { path, label: found, after }: Pick<PlannedChange, 'path' | 'label' | 'after'>,
): unknown {
  if (error instanceof ORPCError) {
    if (error.code === 'records.stale') return domainError('packs.changed_meanwhile');
    if (error.code === 'request.invalid') {
      const { issues } = error.data as { issues: FieldError[] };
      const faults = issues.map((issue) => ({
        path: `${path}.${issue.path}`,
        found: String(after?.[issue.path] ?? found),
        wanted: issue.message,
      }));
      return domainError('packs.faulty', { faults });
    }
    return domainError('packs.faulty', { faults: [{ path, found, wanted: error.message }] });
  }
  const failure = registered.constraints[String((error as { constraint?: unknown }).constraint)];
  if (!failure) return error;
  const [code, field] = typeof failure === 'string' ? [failure, ''] : [failure.code, `.${failure.field}`];
  const wanted = errorSentence(code, undefined);
  return domainError('packs.faulty', { faults: [{ path: `${path}${field}`, found, wanted }] });
}

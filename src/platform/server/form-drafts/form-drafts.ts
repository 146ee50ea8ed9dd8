import { sql } from 'kysely';
import { z } from 'zod';
import { type FormDraft, type FormDraftEntry, formDraftsContract } from '#platform/contract/form-drafts.ts';
import { actorOf, type RequestContext } from '#platform/server/context.ts';
import { partOf } from '#platform/server/contract-part.ts';
import type { Db } from '#platform/server/db/database.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { deleting, type Purge, purgeOfRows } from '#platform/server/jobs/purge.ts';
import { maskAadhaar, numberFields } from '#shared/aadhaar.ts';

/** More forms than anybody leaves half-typed; beyond them the oldest go. As many ended ones are remembered. */
const draftsPerPerson = 50;

/** What the person typed into this form and has not saved. Everything here is about one's own drafts. */
async function listFormDrafts(
  context: RequestContext,
  { formKey }: { formKey: string },
): Promise<{ drafts: FormDraft[] }> {
  const rows = await context.services.db
    .selectFrom('form_drafts')
    .select(['id', 'entered', 'opened', 'kept_at'])
    .where('staff_id', '=', actorOf(context).id)
    .where('form_key', '=', formKey)
    .where('ended_at', 'is', null)
    .orderBy('kept_at', 'desc')
    .execute();
  return {
    drafts: rows.map((row) => ({
      id: row.id,
      values: row.entered as FormDraft['values'],
      opened: row.opened as FormDraft['opened'],
      keptAt: row.kept_at.toISOString(),
    })),
  };
}

/**
 * Keeps what is typed, over what the same tab kept before. No command: a draft is no record, and an audit event for
 * every pause in typing would bury those that count (decision 43).
 */
async function keepFormDraft(
  context: RequestContext,
  { values, opened, ...draft }: FormDraftEntry,
): Promise<{ keptAt: string }> {
  const kept_at = new Date();
  const kept = { entered: asKept(values), opened: opened && asKept(opened), kept_at };
  if (!(await write(context, draft, kept))) throw domainError('form_drafts.ended');
  return { keptAt: kept_at.toISOString() };
}

/** What would be refused when it is saved is not kept either: an Aadhaar number is masked. */
function asKept(values: Record<string, unknown>): string {
  const isId = (text: string) => z.uuid().safeParse(text).success;
  return JSON.stringify(values, (name, value: unknown) =>
    typeof value === 'string' && !numberFields.has(name) && !isId(value) ? maskAadhaar(value) : value,
  );
}

/** Also of a draft that is not there yet: the request that keeps it may arrive after this one. */
async function discardFormDraft(
  context: RequestContext,
  draft: { formKey: string; id: string },
): Promise<Record<string, never>> {
  await write(context, draft, { entered: '{}', opened: null, ended_at: new Date() });
  return {};
}

/** Makes or changes a draft; one that has ended is only ended again. */
async function write(
  context: RequestContext,
  { formKey, id }: { formKey: string; id: string },
  fields: { entered: string; opened: string | null } & ({ kept_at: Date } | { ended_at: Date }),
): Promise<boolean> {
  const { db } = context.services;
  const staffId = actorOf(context).id;
  const written = await db
    .insertInto('form_drafts')
    .values({ staff_id: staffId, form_key: formKey, id, ...fields })
    .onConflict((conflict) => {
      const changed = conflict.constraint('form_drafts__one_per_tab').doUpdateSet(fields);
      return 'ended_at' in fields ? changed : changed.where('form_drafts.ended_at', 'is', null);
    })
    .returning('id')
    .executeTakeFirst();
  if (written) await trim(db, staffId);
  return written !== undefined;
}

async function trim(db: Db, staffId: string): Promise<void> {
  await sql`
    delete from form_drafts
    where (staff_id, form_key, id) in (
      select staff_id, form_key, id
      from (
        select staff_id, form_key, id,
               row_number() over (partition by ended_at is null order by coalesce(ended_at, kept_at) desc) as place
        from form_drafts
        where staff_id = ${staffId}
      ) as ranked
      where place > ${draftsPerPerson}
    )`.execute(db);
}

export const formDraftsPart = partOf(formDraftsContract, {
  commands: { listFormDrafts, keepFormDraft, discardFormDraft },
});

/** What nobody came back to: candidates' names are not kept longer than they are of use. */
export const formDraftPurges: Purge[] = [
  purgeOfRows('autosaved forms', { after: '30 days', table: 'form_drafts', since: 'kept_at' }),
  {
    what: 'ids of autosaved forms that were saved or discarded',
    after: '1 day',
    how: 'rows of `form_drafts`; by then no request for them is under way',
    run: deleting(sql`delete from form_drafts where ended_at < now() - interval '1 day'`),
  },
];

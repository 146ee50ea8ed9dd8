import { sql } from 'kysely';
import { z } from 'zod';
import { type FormDraft, type FormDraftEntry, formDraftsContract } from '#platform/contract/form-drafts.ts';
import { actorOf, type RequestContext } from '#platform/server/context.ts';
import { partOf } from '#platform/server/contract-part.ts';
import type { Db } from '#platform/server/db/database.ts';
import { identityKey } from '#platform/server/db/identity.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { deleting, type Purge, purgeOfRows } from '#platform/server/jobs/purge.ts';
import { maskAadhaar, numberFields } from '#shared/aadhaar.ts';

/**
 * More forms than anybody leaves unfinished; beyond that the oldest drafts are deleted. The same number of ended ids is
 * kept.
 */
const draftsPerPerson = 50;

/** The person's unsaved drafts of this form. All operations here concern one's own drafts only. */
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
 * Saves a draft, replacing the earlier one of the same tab. Not a command: a draft is not a record, and an audit event
 * for every pause in typing would bury the relevant ones (decision 43).
 */
async function keepFormDraft(
  context: RequestContext,
  { values, opened, ...draft }: FormDraftEntry,
): Promise<{ keptAt: string }> {
  const kept_at = new Date();
  const kept = { entered: toFormDraft(values), opened: opened && toFormDraft(opened), kept_at };
  if (!(await write(context, draft, kept))) throw domainError('form_drafts.ended');
  return { keptAt: kept_at.toISOString() };
}

/** Aadhaar numbers, which saving would refuse, are masked. */
function toFormDraft(values: Record<string, unknown>): string {
  const isId = (text: string) => z.uuid().safeParse(text).success;
  return JSON.stringify(values, (name, value: unknown) =>
    typeof value === 'string' && !numberFields.has(name) && !isId(value) ? maskAadhaar(value) : value,
  );
}

/** Also for an unknown draft: the request that saves it may arrive later. */
async function discardFormDraft(
  context: RequestContext,
  draft: { formKey: string; id: string },
): Promise<Record<string, never>> {
  await write(context, draft, { entered: '{}', opened: null, ended_at: new Date() });
  return {};
}

/** Inserts or updates a draft; one that has ended stays ended. */
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

/**
 * Ends what a person typed into a form about the same number, in whichever tab: it is saved now. A tab in which it is
 * typed further begins a draft of its own.
 */
export async function endFormDrafts(
  db: Db,
  { staffId, formKey }: { staffId: string; formKey: string },
  [field, written]: readonly [field: string, written: string],
): Promise<void> {
  await db
    .updateTable('form_drafts')
    .set({ entered: '{}', opened: null, ended_at: sql`now()` })
    .where('staff_id', '=', staffId)
    .where('form_key', '=', formKey)
    .where('ended_at', 'is', null)
    .where(identityKey(sql`entered->>${field}`), '=', identityKey(written))
    .execute();
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

/** Abandoned drafts: candidates' names are not kept longer than needed. */
export const formDraftPurges: Purge[] = [
  purgeOfRows('autosaved forms', { after: '30 days', table: 'form_drafts', since: 'kept_at' }),
  {
    what: 'ids of autosaved forms that were saved or discarded',
    after: '1 day',
    how: 'rows of `form_drafts`; by then no request for them is under way',
    run: deleting(sql`delete from form_drafts where ended_at < now() - interval '1 day'`),
  },
];

import { sql } from 'kysely';
import type { FormDraft, FormDraftEntry } from '#platform/contract/form-drafts.ts';
import { actorOf, type RequestContext } from '#platform/server/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { domainError } from '#platform/server/domain-error.ts';

/** More forms than anybody leaves half-typed; beyond them the oldest go. As many ended ones are remembered. */
const draftsPerPerson = 50;

/** What the person typed into this form and has not saved. Everything here is about one's own drafts. */
export async function listFormDrafts(
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
 * every pause in typing would bury those that count (decision 23).
 */
export async function keepFormDraft(
  context: RequestContext,
  { formKey, id, values, opened }: FormDraftEntry,
): Promise<{ keptAt: string }> {
  const { db } = context.services;
  const staffId = actorOf(context).id;
  const draft = {
    entered: JSON.stringify(values),
    opened: opened && JSON.stringify(opened),
    kept_at: new Date(),
  };
  const kept = await db
    .insertInto('form_drafts')
    .values({ staff_id: staffId, form_key: formKey, id, ...draft })
    .onConflict((conflict) =>
      conflict
        .constraint('form_drafts__one_per_tab')
        .doUpdateSet(draft)
        .where('form_drafts.ended_at', 'is', null),
    )
    .returning('id')
    .executeTakeFirst();
  if (!kept) throw domainError('form_drafts.ended');
  await trim(db, staffId);
  return { keptAt: draft.kept_at.toISOString() };
}

/** Also of a draft that is not there yet: the request that keeps it may arrive after this one. */
export async function discardFormDraft(
  context: RequestContext,
  { formKey, id }: { formKey: string; id: string },
): Promise<Record<string, never>> {
  const { db } = context.services;
  const staffId = actorOf(context).id;
  const ended = { entered: '{}', opened: null, ended_at: new Date() };
  await db
    .insertInto('form_drafts')
    .values({ staff_id: staffId, form_key: formKey, id, ...ended })
    .onConflict((conflict) => conflict.constraint('form_drafts__one_per_tab').doUpdateSet(ended))
    .execute();
  await trim(db, staffId);
  return {};
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

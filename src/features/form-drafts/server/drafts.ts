import { actorOf, type RequestContext } from '#server/context.ts';
import type { FormDraft, FormDraftEntry } from '../contract.ts';

/** More forms than anybody leaves half-typed; beyond them the oldest go. */
const draftsPerPerson = 50;

/** What the person typed into this form and has not saved, or null. Everything here is about one's own drafts. */
export async function findFormDraft(
  context: RequestContext,
  { formKey }: { formKey: string },
): Promise<{ draft: FormDraft | null }> {
  const row = await context.services.db
    .selectFrom('form_drafts')
    .select(['entered', 'opened', 'kept_at'])
    .where('staff_id', '=', actorOf(context).id)
    .where('form_key', '=', formKey)
    .executeTakeFirst();
  if (!row) return { draft: null };
  return {
    draft: {
      values: row.entered as FormDraft['values'],
      opened: row.opened as FormDraft['opened'],
      keptAt: row.kept_at.toISOString(),
    },
  };
}

/**
 * Keeps what is typed, over what was kept before. No command: a draft is no record, and an audit event for every pause
 * in typing would bury those that count (decision 23).
 */
export async function keepFormDraft(
  context: RequestContext,
  { formKey, values, opened }: FormDraftEntry,
): Promise<{ keptAt: string }> {
  const { db } = context.services;
  const staffId = actorOf(context).id;
  const draft = {
    entered: JSON.stringify(values),
    opened: opened && JSON.stringify(opened),
    kept_at: new Date(),
  };
  await db
    .insertInto('form_drafts')
    .values({ staff_id: staffId, form_key: formKey, ...draft })
    .onConflict((conflict) => conflict.constraint('form_drafts__one_per_form').doUpdateSet(draft))
    .execute();
  await db
    .deleteFrom('form_drafts')
    .where('staff_id', '=', staffId)
    .where('form_key', 'in', (eb) =>
      eb
        .selectFrom('form_drafts')
        .select('form_key')
        .where('staff_id', '=', staffId)
        .orderBy('kept_at', 'desc')
        .offset(draftsPerPerson),
    )
    .execute();
  return { keptAt: draft.kept_at.toISOString() };
}

export async function discardFormDraft(
  context: RequestContext,
  { formKey }: { formKey: string },
): Promise<Record<string, never>> {
  await context.services.db
    .deleteFrom('form_drafts')
    .where('staff_id', '=', actorOf(context).id)
    .where('form_key', '=', formKey)
    .execute();
  return {};
}

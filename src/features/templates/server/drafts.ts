import { isDeepStrictEqual } from 'node:util';
import { v7 as uuid } from 'uuid';
import { hashOfTemplate } from '#features/certificates/server/typst/layout-fingerprint.ts';
import type { TemplateContent } from '#features/certificates/template.ts';
import type { CommandTransaction } from '#platform/server/command.ts';
import { changesBetween, updateRow } from '#platform/server/command.ts';
import type { NewTemplate, Template } from '../contract.ts';

/** Without an actor for the command on the server. */
type WriteContext = Pick<CommandTransaction, 'db' | 'audit' | 'now'> & { actor?: { id: string } };

/** Creates a template whose first version is a draft with this content. */
export async function beginTemplate(
  { db, audit, now, actor }: WriteContext,
  { content, ...entry }: NewTemplate & { content: TemplateContent },
): Promise<string> {
  const id = uuid();
  const { name, certificateType, design } = entry;
  await db.insertInto('templates').values({ id, name, certificate_type: certificateType, design }).execute();
  await insertDraft({ db, now, actor }, { templateId: id, number: 1, content });

  audit({
    event: 'templates.added',
    record: { type: 'template', id, label: name },
    after: { ...entry, number: 1, content: hashOfTemplate(content) },
  });
  return id;
}

/** Saves the name and the content of a locked template; changed content starts a draft if there is none. */
export async function saveDraft(
  { db, audit, now, actor }: WriteContext,
  before: Template & { content: TemplateContent },
  after: { name: string; content: TemplateContent },
): Promise<{ version: number }> {
  const { id } = before;
  const newest = before.versions[0]!;
  const isDraft = newest.inForceFrom === null;
  const isSame = isDeepStrictEqual(before.content, after.content);
  const number = isDraft || isSame ? newest.number : newest.number + 1;
  if (!isSame && isDraft)
    await db
      .updateTable('template_versions')
      .set({ content: JSON.stringify(after.content), made_by: actor?.id ?? null, made_at: now })
      .where('id', '=', newest.id)
      .execute();
  else if (!isSame) await insertDraft({ db, now, actor }, { templateId: id, number, content: after.content });
  const changed = await updateRow(db, 'templates', before, { name: after.name });

  const kept = (name: string, version: number, content: TemplateContent) => ({
    name,
    number: version,
    content: hashOfTemplate(content),
  });
  audit({
    event: 'templates.edited',
    record: { type: 'template', id, label: after.name },
    ...changesBetween(
      kept(before.name, newest.number, before.content),
      kept(after.name, number, after.content),
    ),
  });
  return changed;
}

async function insertDraft(
  { db, now, actor }: Pick<WriteContext, 'db' | 'now' | 'actor'>,
  { templateId, number, content }: { templateId: string; number: number; content: TemplateContent },
): Promise<void> {
  await db
    .insertInto('template_versions')
    .values({
      id: uuid(),
      template_id: templateId,
      number,
      content: JSON.stringify(content),
      made_by: actor?.id ?? null,
      made_at: now,
    })
    .execute();
}

import { hashOfTemplate } from '#features/certificates/server/typst/layout-fingerprint.ts';
import { assertVersion, updateRow } from '#platform/server/command.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import { templateCan } from '../../rules.ts';
import { lockTemplate, templateCommand } from '../templates.ts';

/** Deletes the draft and, if it was the only version, the template. Its proof sheets stay as outdated. */
export const deleteDraft = templateCommand('deleteDraft', async ({ db, audit }, { id, version }) => {
  const template = await lockTemplate(db, id);
  assertAllowed(templateCan.deleteDraft(template));
  await assertVersion(db, { type: 'template', row: template }, version);

  const [draft, ...others] = template.versions;
  await db.deleteFrom('template_versions').where('id', '=', draft!.id).execute();
  if (others.length > 0) await updateRow(db, 'templates', template);
  else await db.deleteFrom('templates').where('id', '=', id).execute();

  const { name, certificateType, design, content } = template;
  audit({
    event: 'templates.draft_deleted',
    record: { type: 'template', id, label: name },
    before: { name, certificateType, design, number: draft!.number, content: hashOfTemplate(content) },
  });
  return {};
});

import { hashOfTemplate } from '#features/certificates/server/typst/layout-fingerprint.ts';
import { assertVersion, updateRow } from '#platform/server/command.ts';
import { assertAllowed, fieldError, invalidInput } from '#platform/server/domain-error.ts';
import { dayInIndia } from '#shared/format.ts';
import { templateCan } from '../../rules.ts';
import { findSignedProof, lockTemplate, templateCommand } from '../templates.ts';

/** From its day on, the draft prints for its certificate type; sheets bound before keep their template. */
export const bringIntoForce = templateCommand(
  'bringIntoForce',
  async ({ db, actor, now, audit }, { id, version, from }) => {
    const template = await lockTemplate(db, id);
    assertAllowed(templateCan.bringIntoForce(template));
    await assertVersion(db, { type: 'template', row: template }, version);
    if (from < dayInIndia(now)) throw invalidInput([fieldError('from', 'templates.before_today')]);

    const { name, certificateType, content } = template;
    const draft = template.versions[0]!;
    await db
      .updateTable('template_versions')
      .set({
        in_force_from: from,
        in_force_by: actor.id,
        in_force_at: now,
        proof_id: await findSignedProof(db, template),
      })
      .where('id', '=', draft.id)
      .execute();
    const changed = await updateRow(db, 'templates', template);

    audit({
      event: 'templates.brought_into_force',
      record: { type: 'template', id, label: name },
      after: { certificateType, number: draft.number, inForceFrom: from, content: hashOfTemplate(content) },
    });
    return changed;
  },
);

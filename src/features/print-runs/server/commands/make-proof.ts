import { v7 as uuid } from 'uuid';
import { hashOfTemplate, versionOfTemplate } from '#features/certificates/server/typst/layout-fingerprint.ts';
import { type Db, toRow } from '#platform/server/db/database.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { Layout } from '../../proof-contract.ts';
import { layoutLabel } from '../../rules.ts';
import { keepTemplates } from '../kept-templates.ts';
import { findLayoutSetUp, fingerprintOf, templateOf } from '../layouts.ts';
import { findProof, proofCommand } from '../proofs.ts';

/** Makes a proof sheet of a layout as template and university are now. It is printed on plain paper. */
export const makeProof = proofCommand('makeProof', async ({ db, actor, now, audit }, layout) => {
  await refuseUnknown(db, layout);
  const setUp = await findLayoutSetUp(db);
  const fingerprint = fingerprintOf(layout, setUp);
  const template = templateOf(setUp, layout.certificateType);
  const templateVersion = versionOfTemplate(template);
  const last = await findProof(db, fingerprint);
  if (last && last.state !== 'refused') throw domainError('proofs.standing');

  const id = uuid();
  await keepTemplates(db, [template]);
  await db
    .insertInto('proofs')
    .values({
      id,
      fingerprint,
      template_version: templateVersion,
      template_sha256: hashOfTemplate(template),
      ...toRow(layout),
      made_by: actor.id,
      made_at: now,
    })
    .execute();

  audit({
    event: 'proofs.made',
    record: { type: 'proof', id, label: layoutLabel(layout) },
    after: { ...layout, fingerprint, templateVersion },
  });
  return { id };
});

async function refuseUnknown(db: Db, { certificateType, colour }: Layout): Promise<void> {
  await db
    .selectFrom(['certificate_types', 'papers'])
    .where('certificate_types.name', '=', certificateType)
    .where('papers.colour', '=', colour)
    .select('papers.id')
    .executeTakeFirstOrThrow(() => domainError('proofs.unknown_layout'));
}

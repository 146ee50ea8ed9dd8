import { v7 as uuid } from 'uuid';
import { hashOfTemplate, versionOfTemplate } from '#features/certificates/server/typst/layout-fingerprint.ts';
import type { TemplateContent } from '#features/certificates/template.ts';
import { templateCan } from '#features/templates/rules.ts';
import { lockTemplate } from '#features/templates/server/templates.ts';
import type { CommandTransaction } from '#platform/server/command.ts';
import { type Db, toRow } from '#platform/server/db/database.ts';
import { assertAllowed, domainError } from '#platform/server/domain-error.ts';
import type { Layout } from '../../proof-contract.ts';
import { layoutLabel } from '../../rules.ts';
import { findLayoutSetUp, fingerprintOf, type LayoutSetUp, templateOf } from '../layouts.ts';
import { storeProofRecords } from '../proof-records.ts';
import { findProof, proofCommand } from '../proofs.ts';
import { storeTemplates } from '../store-templates.ts';

/** Makes a proof sheet of a layout with the present template and university, to be printed on plain paper. */
export const makeProof = proofCommand('makeProof', async (transaction, layout) => {
  await assertKnownLayout(transaction.db, layout);
  const setUp = await findLayoutSetUp(transaction.db, transaction.now);
  return prove(transaction, { layout, setUp, template: templateOf(setUp, layout.certificateType) });
});

/** Makes a proof sheet of a draft template, which prints nothing else before it is in force. */
export const proveTemplate = proofCommand('proveTemplate', async (transaction, { id, colour }) => {
  const draft = await lockTemplate(transaction.db, id);
  assertAllowed(templateCan.prove(draft));
  const layout = { certificateType: draft.certificateType, colour };
  await assertKnownLayout(transaction.db, layout);
  const setUp = await findLayoutSetUp(transaction.db, transaction.now);
  return prove(transaction, { layout, setUp, template: draft.content, templateId: id });
});

/** `templateId` is that of a draft, which needs a proof of its own. */
type Shown = { template: TemplateContent; templateId?: string };

async function prove(
  transaction: CommandTransaction,
  { templateId, layout, setUp, template }: Shown & { layout: Layout; setUp: LayoutSetUp },
): Promise<{ id: string }> {
  const { db, actor, now, audit } = transaction;
  const fingerprint = fingerprintOf(layout, setUp, template);
  const last = await findProof(db, fingerprint, templateId);
  if (last && last.state !== 'refused') throw domainError('proofs.standing');

  const id = uuid();
  const templateVersion = versionOfTemplate(template);
  await storeTemplates(db, [template]);
  await db
    .insertInto('proofs')
    .values({
      id,
      fingerprint,
      template_id: templateId ?? null,
      template_version: templateVersion,
      template_sha256: hashOfTemplate(template),
      ...toRow(layout),
      made_by: actor.id,
      made_at: now,
    })
    .execute();
  const records = await storeProofRecords(transaction, { proofId: id, layout, university: setUp.university });

  audit({
    event: 'proofs.made',
    record: { type: 'proof', id, label: layoutLabel(layout) },
    after: { ...layout, fingerprint, templateVersion, records },
  });
  return { id };
}

async function assertKnownLayout(db: Db, { certificateType, colour }: Layout): Promise<void> {
  await db
    .selectFrom(['certificate_types', 'papers'])
    .where('certificate_types.name', '=', certificateType)
    .where('papers.colour', '=', colour)
    .select('papers.id')
    .executeTakeFirstOrThrow(() => domainError('proofs.unknown_layout'));
}

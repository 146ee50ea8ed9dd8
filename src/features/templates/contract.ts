import { z } from 'zod';
import { PlacedContent } from '#features/certificates/template.ts';
import { certificateDesigns } from '#features/masters/declared/certificate-designs.ts';
import {
  changeRecord,
  listOperation,
  operation,
  readRecord,
  versionOperation,
} from '#platform/contract/operation.ts';
import { Day, FileReference, Id, Moment, Search, typedText, Version } from '#shared/fields.ts';
import { namesOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';

export const versionStateLabels = {
  draft: t`Draft`,
  proved: t`Proof signed off`,
  to_come: t`Comes into force`,
  in_force: t`In force`,
  past: t`Replaced`,
};
export type VersionState = keyof typeof versionStateLabels;

export const TemplateVersion = z.object({
  id: Id,
  number: z.int(),
  /** `proved`: a draft whose content has a signed-off proof of its own; `past`: replaced by a later version. */
  state: z.enum(namesOf(versionStateLabels)),
  inForceFrom: Day.nullable(),
  inForceBy: z.string().nullable(),
  /** Who saved it last; null if the command on the server did. */
  madeBy: z.string().nullable(),
  madeAt: Moment,
});
export type TemplateVersion = z.infer<typeof TemplateVersion>;

const Design = z.enum(namesOf(certificateDesigns));

export const Template = z.object({
  id: Id,
  name: z.string(),
  certificateType: z.string(),
  /** The built-in design that it started from. */
  design: Design,
  /** Newest first, so a draft comes first. */
  versions: z.array(TemplateVersion),
  /** A scan of the pre-printed sheet, shown behind the fields and never printed; its bytes are at `/api/files/{id}`. */
  scan: FileReference.nullable(),
  version: Version,
});
export type Template = z.infer<typeof Template>;

const name = typedText().trim().min(2, t`Enter the name.`).max(120);

export const NewTemplate = z.object({
  name,
  certificateType: typedText().trim().min(1, t`Choose the certificate type.`).max(60),
  design: Design,
});
export type NewTemplate = z.infer<typeof NewTemplate>;

export const templatesContract = {
  ...listOperation('Templates', {
    path: '/settings/templates',
    of: 'the templates of certificates',
    access: 'templates:read',
    row: Template,
    filters: Search,
    reads: ['templates', 'proofs'],
  }),
  listDesigns: operation('GET /settings/templates/designs', {
    summary: 'The designs of the portal, with which a template begins.',
    access: 'templates:read',
  }).output(
    z.object({
      designs: z.array(z.object({ design: Design, name: z.string(), paper: PlacedContent.shape.paper })),
    }),
  ),
  getTemplate: readRecord('/settings/templates/{id}', {
    summary: 'A template with the content of its newest version.',
    access: 'templates:read',
    errors: ['templates.not_found'],
    reads: ['templates', 'proofs'],
    answer: Template.extend({ content: PlacedContent }),
  }),
  addTemplate: operation('POST /settings/templates', {
    summary: 'Begins a template with one of the designs of the portal, as a draft.',
    access: 'templates:edit',
  })
    .input(NewTemplate)
    .output(z.object({ id: Id })),
  saveTemplate: operation('PUT /settings/templates/{id}', {
    summary:
      'Saves the draft of a template, or begins the next one where the newest version is in force or comes into force.',
    access: 'templates:edit',
    errors: ['templates.not_found', 'records.stale'],
  })
    .input(z.object({ id: Id, version: Version, name, content: PlacedContent }))
    .output(z.object({ version: Version })),
  deleteDraft: versionOperation('DELETE /settings/templates/{id}', {
    summary: 'Deletes the draft of a template; the template as well, if it has no other version.',
    access: 'templates:edit',
    errors: ['templates.not_found', 'templates.no_draft', 'records.stale'],
  }),
  bringIntoForce: changeRecord('/settings/templates/{id}/in-force', {
    summary:
      'Brings the draft into force from a day, today at the earliest, once somebody else signed off a proof sheet of exactly its content. It stays for ever.',
    access: 'templates:edit',
    errors: ['templates.not_found', 'templates.no_draft', 'templates.no_proof'],
    fields: { from: Day },
  }),
  layScan: operation('PUT /settings/templates/{id}/scan', {
    summary:
      'Lays an uploaded picture of the pre-printed sheet (`POST /files?kind=template_scan`) under the fields, or takes it away with null.',
    access: 'templates:edit',
    errors: ['templates.not_found', 'files.not_usable', 'records.stale'],
  })
    .input(z.object({ id: Id, version: Version, fileId: Id.nullable() }))
    .output(z.object({ version: Version })),
};

import { z } from 'zod';
import { documentOperation } from '#platform/contract/byte-operation.ts';
import { changeRecord, listOperation, operation } from '#platform/contract/operation.ts';
import { Id, Moment, SearchTerm, typedText, Version } from '#shared/fields.ts';
import { namesOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';

export const proofStateLabels = {
  waiting: t`Waiting for sign-off`,
  signed_off: t`Signed off`,
  refused: t`Refused`,
};
const proofStates = namesOf(proofStateLabels);
export type ProofState = (typeof proofStates)[number];

/** What identifies a layout, besides candidate, template and university. */
export const Layout = z.object({
  certificateType: typedText().trim().min(1).max(60),
  colour: typedText().trim().min(1).max(60),
});
export type Layout = z.infer<typeof Layout>;

export const StoredProof = Layout.extend({
  id: Id,
  /** SHA-256 of the layout shown. */
  fingerprint: z.string(),
  state: z.enum(proofStates),
  templateVersion: z.string(),
  madeBy: z.string(),
  madeById: Id,
  madeAt: Moment,
  /** Who signed it off or refused it. */
  decidedBy: z.string().nullable(),
  decidedAt: Moment.nullable(),
  remark: z.string().nullable(),
  version: Version,
});
export type StoredProof = z.infer<typeof StoredProof>;

export const Proof = StoredProof.extend({
  /** Whether certificates still look like this: template, signatories and university are unchanged. */
  isCurrent: z.boolean(),
  /** People who set up masters alone that nobody has confirmed yet; signing off this proof confirms them. */
  setUpAloneBy: z.array(Id),
});
export type Proof = z.infer<typeof Proof>;

/** A possible layout, and how many certificates wait to be printed in it. */
export const LayoutState = Layout.extend({
  waiting: z.number().int(),
  /** State of its current proof. */
  proof: z.enum(['none', 'waiting', 'signed_off']),
});
export type LayoutState = z.infer<typeof LayoutState>;

export const ProofFilters = z.object({
  search: SearchTerm,
  state: z.enum(['all', ...proofStates]).default('all'),
});
export type ProofFilters = z.infer<typeof ProofFilters>;

const proofErrors = ['proofs.not_found', 'proofs.decided', 'records.stale'] as const;

export const proofsContract = {
  ...listOperation('Proofs', {
    path: '/proofs',
    of: 'the proof sheets',
    access: 'proofs:read',
    row: Proof,
    filters: ProofFilters,
  }),
  listLayouts: operation('GET /proofs/layouts', {
    summary: 'Every certificate type in every colour of paper, with the proof that stands for it now.',
    access: 'proofs:read',
  }).output(z.object({ layouts: z.array(LayoutState) })),
  makeProof: operation('POST /proofs', {
    summary: 'Makes a proof sheet of a layout, for a second person to sign off.',
    access: 'proofs:make',
    errors: ['proofs.unknown_layout', 'proofs.standing'],
  })
    .input(Layout)
    .output(z.object({ id: Id })),
  proveTemplate: operation('POST /settings/templates/{id}/proofs', {
    summary: 'Makes a proof sheet of the draft of a template, for a second person to sign off.',
    access: 'templates:edit',
    errors: ['templates.not_found', 'templates.no_draft', 'proofs.unknown_layout', 'proofs.standing'],
  })
    .input(Layout.pick({ colour: true }).extend({ id: Id }))
    .output(z.object({ id: Id })),
  signOffProof: changeRecord('/proofs/{id}/sign-off', {
    summary: 'Vouches for a proof sheet that somebody else made: runs of its layout may start.',
    access: 'proofs:sign_off',
    errors: [
      ...proofErrors,
      'proofs.own_proof',
      'proofs.set_up_alone',
      'proofs.outdated',
      'proofs.other_colleges',
    ],
  }),
  refuseProof: changeRecord('/proofs/{id}/refuse', {
    summary: 'Refuses a proof sheet and says what is wrong with it; whoever made it may do so, too.',
    access: 'proofs:sign_off',
    errors: proofErrors,
    fields: { remark: typedText().trim().min(3, t`Enter what is wrong with the proof sheet.`).max(500) },
  }),
};

export const proofDocuments = {
  proof: documentOperation('/proofs/{id}/document', {
    summary:
      'The proof sheets: PDF/A, with the longest and the shortest name of the certificate type and the longest in each script, or with sample data where nobody applied; marked PROOF.',
    access: 'proofs:read',
    notFound: 'proofs.not_found',
    errors: [
      'proofs.outdated',
      'proofs.other_colleges',
      'papers.letters_missing',
      'papers.text_not_exact',
      'papers.text_too_long',
    ],
  }),
};

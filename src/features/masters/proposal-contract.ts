import { z } from 'zod';
import { changeRecord, listOperation, operation, readRecord } from '#platform/contract/operation.ts';
import { Id, Moment, SearchTerm, typedText, Version } from '#shared/fields.ts';
import { namesOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';
import { entityNames } from './entities.ts';

export const proposalStateLabels = {
  waiting: t`Waiting`,
  confirmed: t`Confirmed`,
  rejected: t`Rejected`,
  taken_back: t`Taken back`,
};
const proposalStates = namesOf(proposalStateLabels);

export const originLabels = { form: t`Form`, upload: t`Bulk Upload`, pack: t`Pack` };

export const ProposedChange = z.object({
  position: z.number().int(),
  entity: z.enum(entityNames),
  entryId: Id,
  label: z.string(),
  action: z.enum(['add', 'edit', 'delete']),
  /** The differing fields of a change, all fields of a deletion. */
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});
export type ProposedChange = z.infer<typeof ProposedChange>;

/** A change of masters that waits for a second person, or was decided. */
export const Proposal = z.object({
  id: Id,
  version: Version,
  origin: z.enum(namesOf(originLabels)),
  /** The name of the entry, the spreadsheet or the pack. */
  label: z.string(),
  state: z.enum(proposalStates),
  proposedBy: z.string(),
  /** Null for a pack applied by the command on the server. */
  proposedById: Id.nullable(),
  proposedAt: Moment,
  decidedBy: z.string().nullable(),
  decidedAt: Moment.nullable(),
  remark: z.string().nullable(),
  changeCount: z.number().int(),
  /** Only the first few in a list. */
  changes: z.array(ProposedChange),
  /** The entries that were changed since; they make it impossible to confirm. */
  outdated: z.array(z.string()),
  /** Until when the caller is offered to take it back. */
  takeBackUntil: Moment.nullable(),
});
export type Proposal = z.infer<typeof Proposal>;

export const ProposalFilters = z.object({
  search: SearchTerm,
  state: z.enum(['waiting', 'all', 'confirmed', 'rejected', 'taken_back']).default('waiting'),
});
export type ProposalFilters = z.infer<typeof ProposalFilters>;

const reads = ['proposals', ...entityNames] as const;
const decided = ['proposals.not_found', 'proposals.decided', 'records.stale'] as const;

export const proposalsContract = {
  ...listOperation('Proposals', {
    path: '/settings/proposals',
    of: 'the proposed changes of masters, those that wait unless it is said',
    access: 'proposals:read',
    reads,
    row: Proposal,
    filters: ProposalFilters,
  }),
  getProposal: readRecord('/settings/proposals/{id}', {
    summary: 'One proposal with everything that it would change.',
    access: 'proposals:read',
    reads,
    errors: ['proposals.not_found'],
    answer: Proposal,
  }),
  getFourEyes: operation('GET /settings/four-eyes', {
    summary: 'Whether changes of masters are proposed, and how many wait for each.',
    access: 'proposals:read',
    reads: ['proposals', 'applications'],
  }).output(z.object({ hold: z.boolean(), waiting: z.record(z.enum(entityNames), z.number().int()) })),
  confirmProposal: changeRecord('/settings/proposals/{id}/confirm', {
    summary: 'Writes what somebody else proposed, all of it or nothing.',
    access: 'proposals:decide',
    errors: [...decided, 'proposals.own_proposal', 'proposals.outdated', 'proposals.not_possible'],
  }),
  rejectProposal: changeRecord('/settings/proposals/{id}/reject', {
    summary: 'Rejects what somebody else proposed, with the reason.',
    access: 'proposals:decide',
    errors: [...decided, 'proposals.own_proposal'],
    fields: { remark: typedText().trim().min(3, t`Enter why the change is rejected.`).max(500) },
  }),
  takeBackProposal: changeRecord('/settings/proposals/{id}/take-back', {
    summary: 'Takes back what the caller proposed.',
    access: 'proposals:decide',
    errors: [...decided, 'proposals.not_own'],
  }),
};

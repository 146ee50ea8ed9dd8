import { ORPCError } from '@orpc/server';
import type { Updateable } from 'kysely';
import { assertVersion, type CommandTransaction, commandOf, updateRow } from '#platform/server/command.ts';
import type { AuditEntry } from '#platform/server/db/audit-chain.ts';
import type { Proposals } from '#platform/server/db/tables.ts';
import { assertAllowed, domainError, firstFieldError } from '#platform/server/domain-error.ts';
import { registered } from '#platform/server/registered.ts';
import { type ErrorCode, errorSentence } from '#shared/errors.ts';
import type { Proposal, proposalsContract } from '../../proposal-contract.ts';
import { proposalCan } from '../../rules.ts';
import { applyChanges, eventOf } from '../changes.ts';
import type { Change } from '../entities.ts';
import { lockProposal, readChanges } from '../proposals.ts';

const proposalCommand = commandOf<typeof proposalsContract>();

/** A second person confirms the change: all of it is written now, or nothing. */
export const confirmProposal = proposalCommand('confirmProposal', async (transaction, input) => {
  const decided = await decide(transaction, input, {
    may: proposalCan.confirm,
    set: { decision: 'confirmed' },
    event: 'proposals.confirmed',
  });
  const changes = await readChanges(transaction.db, input.id);
  await applyChanges({ ...transaction, isAlone: false }, changes, asRefused);
  return decided;
});

export const rejectProposal = proposalCommand('rejectProposal', async (transaction, { remark, ...input }) => {
  const decided = await decide(transaction, input, {
    may: proposalCan.reject,
    set: { decision: 'rejected', remark },
    event: 'proposals.rejected',
    after: { remark },
  });
  for (const change of await readChanges(transaction.db, input.id))
    transaction.audit(eventOf(change, 'proposal_rejected', { remark }));
  return decided;
});

export const takeBackProposal = proposalCommand('takeBackProposal', async (transaction, input) => {
  const decided = await decide(transaction, input, {
    may: proposalCan.takeBack,
    set: { decision: 'taken_back' },
    event: 'proposals.taken_back',
  });
  for (const change of await readChanges(transaction.db, input.id))
    transaction.audit(eventOf(change, 'proposal_taken_back'));
  return decided;
});

async function decide(
  { db, actor, now, audit }: CommandTransaction,
  { id, version }: { id: string; version: number },
  decision: {
    may: (proposal: Proposal, actorId: string) => true | ErrorCode;
    set: Updateable<Proposals>;
  } & Pick<AuditEntry, 'event' | 'after'>,
): Promise<{ version: number }> {
  const proposal = await lockProposal(db, id);
  const { may, set, ...entry } = decision;
  assertAllowed(may(proposal, actor.id), {
    'proposals.outdated': { labels: proposal.outdated },
  } as Parameters<typeof assertAllowed>[1]);
  await assertVersion(db, { type: 'proposal', row: proposal }, version);

  const changed = await updateRow(db, 'proposals', proposal, {
    ...set,
    decided_by: actor.id,
    decided_at: now,
  });

  audit({
    ...entry,
    record: { type: 'proposal', id, label: proposal.label },
    before: { state: proposal.state, proposedBy: proposal.proposedBy },
  });
  return changed;
}

/** Replaces the error of a change that became impossible since it was proposed by one that names its entry. */
function asRefused(error: unknown, { label }: Change): unknown {
  if (error instanceof ORPCError) {
    const isOutdated = error.code === 'records.stale' || error.code.endsWith('not_found');
    if (isOutdated) return domainError('proposals.outdated', { labels: [label] });
    return domainError('proposals.not_possible', { label, reason: firstFieldError(error).message });
  }
  const failure = registered.constraints[String((error as { constraint?: unknown }).constraint)];
  if (!failure) return error;
  const code = typeof failure === 'string' ? failure : failure.code;
  return domainError('proposals.not_possible', { label, reason: errorSentence(code, undefined) });
}

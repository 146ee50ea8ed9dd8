import { Loader, Stack, Text, Title } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { api, client } from '#features/client.ts';
import { CommandDialog } from '#platform/web/components/command-dialog.tsx';
import { listSource, type RowAction, viewAction } from '#platform/web/components/list.tsx';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { StatusBadge, type StatusTone } from '#platform/web/components/values.tsx';
import { whyNot } from '#shared/errors.ts';
import { capitalized } from '#shared/format.ts';
import { mayUse } from '#shared/permissions.ts';
import type { Role } from '#shared/roles.ts';
import { said } from '#shared/saying.ts';
import { t } from '#shared/words.ts';
import { proposalsLayout } from '../columns.ts';
import { fieldsOf, labelOfEntity } from '../entities.ts';
import {
  type Proposal,
  type ProposalFilters,
  type ProposalState,
  type ProposedChange,
  proposalStateLabels,
} from '../proposal-contract.ts';
import { proposalCan } from '../rules.ts';
import { Differences } from './differences.tsx';

const list = listSource<Proposal, never, Pick<ProposalFilters, 'state'>>({
  layout: proposalsLayout,
  page: api.proposals.listProposals,
  count: api.proposals.countProposals,
  row: api.proposals.getProposal,
  addedBy: ['proposals.made'],
});

const filters = {
  state: {
    label: t`State`,
    options: [
      { value: 'waiting' as const, label: proposalStateLabels.waiting },
      { value: 'confirmed' as const, label: proposalStateLabels.confirmed },
      { value: 'rejected' as const, label: proposalStateLabels.rejected },
      { value: 'taken_back' as const, label: proposalStateLabels.taken_back },
      { value: 'all' as const, label: t`All` },
    ],
  },
};

const tones: Record<ProposalState, StatusTone> = {
  waiting: 'waiting',
  confirmed: 'good',
  rejected: 'bad',
  taken_back: 'neutral',
};

const isFor = (role: Role) => mayUse(role, 'proposals:decide');

/** Only the version that was looked at is decided. */
function decisionOn({ id, version }: Proposal) {
  return { id, version };
}

/** Why a decision is not allowed, as a sentence; null if it is. */
function reasonAgainst(decision: keyof typeof proposalCan) {
  return (proposal: Proposal, actorId: string) =>
    whyNot(proposalCan[decision](proposal, actorId), { labels: proposal.outdated });
}

const rowActions: RowAction<Proposal>[] = [
  viewAction,
  {
    label: t`Confirm`,
    icon: IconCheck,
    isFor,
    disabledReason: reasonAgainst('confirm'),
    dialog: (proposal, onClose) => (
      <CommandDialog
        title={t`Confirm this change?`}
        confirmLabel={t`Confirm`}
        call={client.proposals.confirmProposal}
        input={() => decisionOn(proposal)}
        done={() => t`${proposal.label}: the change is in force.`}
        onClose={onClose}
      >
        <ProposedChanges id={proposal.id} />
      </CommandDialog>
    ),
  },
  {
    label: t`Reject`,
    icon: IconX,
    isFor,
    disabledReason: reasonAgainst('reject'),
    dialog: (proposal, onClose) => (
      <CommandDialog
        title={t`Reject this change?`}
        confirmLabel={t`Reject`}
        call={client.proposals.rejectProposal}
        fields={{
          remark: {
            label: t`Why it is rejected`,
            kind: 'paragraph',
            maxLength: 500,
            isRequired: true,
            missing: t`Enter why the change is rejected.`,
          },
        }}
        input={({ remark }) => ({ ...decisionOn(proposal), remark })}
        done={() => t`${proposal.label}: the change is rejected.`}
        onClose={onClose}
      />
    ),
  },
  {
    label: t`Take back`,
    icon: IconArrowBackUp,
    isFor,
    disabledReason: reasonAgainst('takeBack'),
    dialog: (proposal, onClose) => (
      <CommandDialog
        title={t`Take this proposal back?`}
        confirmLabel={t`Take back`}
        call={client.proposals.takeBackProposal}
        input={() => decisionOn(proposal)}
        done={() => t`${proposal.label}: the proposal is taken back.`}
        onClose={onClose}
      />
    ),
  },
];

/** /admin/settings/proposals: changes that a second person has to confirm. */
export function ProposalsPage() {
  return (
    <ListScreen
      title={t`Proposals`}
      description={t`From the first application on, a change that shows on certificates or in fees is written once a second administrator confirms it.`}
      searchPlaceholder={t`Search proposals...`}
      emptyMessage={t`No proposals found`}
      emptyHelp={t`Changes that need a second person wait here until one confirms or rejects them.`}
      filters={filters}
      list={list}
      cells={{
        state: ({ state }) => <StatusBadge tone={tones[state]} label={proposalStateLabels[state]} />,
      }}
      rowLabel={({ label }) => label}
      detailsExtra={({ id }) => <ProposedChanges id={id} />}
      rowActions={rowActions}
    />
  );
}

const actionLabels: Record<ProposedChange['action'], string> = {
  add: t`New`,
  edit: t`Change`,
  delete: t`Deletion`,
};

/** Each changed entry, before and after. */
function ProposedChanges({ id }: { id: string }) {
  const proposal = useQuery(api.proposals.getProposal.queryOptions({ input: { id } }));
  const heading = useId();
  if (proposal.error) return <ErrorNotice error={proposal.error} />;
  if (!proposal.data) return <Loader size="sm" aria-label={t`Loading`} />;
  const { changes, outdated } = proposal.data;
  return (
    <Stack component="section" gap="xs" aria-labelledby={heading}>
      <Title order={3} size="h5" id={heading}>
        {t`Changes`}
      </Title>
      {outdated.length > 0 && (
        <Text size="sm" c="red">
          {whyNot('proposals.outdated', { labels: outdated })}
        </Text>
      )}
      {changes.map((change) => (
        <div key={change.position}>
          <Text size="sm" fw={600}>
            {capitalized(
              `${said(labelOfEntity(change.entity))} ${change.label} (${said(actionLabels[change.action])})`,
            )}
          </Text>
          <Differences fields={fieldsOf(change.entity)} {...change} />
        </div>
      ))}
    </Stack>
  );
}

import { Text } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { api, client } from '#features/client.ts';
import { commandAction, reasonField } from '#platform/web/components/command-dialog.tsx';
import { listSource, type RowAction, viewAction } from '#platform/web/components/list.tsx';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { Loading } from '#platform/web/components/loading.tsx';
import { Section } from '#platform/web/components/page.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { badgeOf } from '#platform/web/components/values.tsx';
import { whyNot } from '#shared/errors.ts';
import { capitalized } from '#shared/format.ts';
import { optionsOf } from '#shared/labels.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';
import { proposalsLayout } from '../columns.ts';
import { fieldsOf, labelOfEntity } from '../entities.ts';
import {
  type Proposal,
  type ProposalFilters,
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
  state: { label: t`State`, options: optionsOf({ ...proposalStateLabels, all: t`All` }) },
};

const ProposalBadge = badgeOf(proposalStateLabels, {
  waiting: 'waiting',
  confirmed: 'good',
  rejected: 'bad',
  taken_back: 'neutral',
});

/** Only the version that was looked at is decided. */
function decisionOn({ id, version }: Proposal) {
  return { id, version };
}

/** Why a decision is not allowed, as a sentence; null if it is. */
function whyNotAllowed(decision: keyof typeof proposalCan) {
  return (proposal: Proposal, actorId: string) =>
    whyNot(proposalCan[decision](proposal, actorId), { labels: proposal.outdated });
}

const isFor = 'proposals:decide';

const rowActions: RowAction<Proposal>[] = [
  viewAction,
  commandAction({
    label: t`Confirm`,
    icon: IconCheck,
    isFor,
    disabledReason: whyNotAllowed('confirm'),
    ask: (proposal: Proposal) => ({
      title: t`Confirm this change?`,
      call: client.proposals.confirmProposal,
      input: () => decisionOn(proposal),
      done: () => t`${proposal.label}: the change is in force.`,
      children: <ProposedChanges id={proposal.id} />,
    }),
  }),
  commandAction({
    label: t`Reject`,
    icon: IconX,
    isFor,
    disabledReason: whyNotAllowed('reject'),
    ask: (proposal: Proposal) => ({
      title: t`Reject this change?`,
      call: client.proposals.rejectProposal,
      fields: {
        remark: reasonField({ label: t`Why it is rejected`, missing: t`Enter why the change is rejected.` }),
      },
      input: ({ remark }) => ({ ...decisionOn(proposal), remark }),
      done: () => t`${proposal.label}: the change is rejected.`,
    }),
  }),
  commandAction({
    label: t`Take back`,
    icon: IconArrowBackUp,
    isFor,
    disabledReason: whyNotAllowed('takeBack'),
    ask: (proposal: Proposal) => ({
      title: t`Take this proposal back?`,
      call: client.proposals.takeBackProposal,
      input: () => decisionOn(proposal),
      done: () => t`${proposal.label}: the proposal is taken back.`,
    }),
  }),
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
      cells={{ state: ProposalBadge }}
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
  if (proposal.error) return <ErrorNotice error={proposal.error} />;
  if (!proposal.data) return <Loading size="sm" />;
  const { changes, outdated } = proposal.data;
  return (
    <Section title={t`Changes`} order={3}>
      {outdated.length > 0 && (
        <Text size="sm" c="red">
          {whyNot('proposals.outdated', { labels: outdated })}
        </Text>
      )}
      {changes.map((change) => (
        <div key={change.position}>
          <Text size="sm" fw={600}>
            {capitalized(
              `${translateLabel(labelOfEntity(change.entity))} ${change.label} (${translateLabel(actionLabels[change.action])})`,
            )}
          </Text>
          <Differences fields={fieldsOf(change.entity)} {...change} />
        </div>
      ))}
    </Section>
  );
}

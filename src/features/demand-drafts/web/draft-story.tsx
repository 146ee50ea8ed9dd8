import { ScrollArea, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '#features/client.ts';
import { ErrorNotice } from '#platform/web/components/error-notice.tsx';
import { Moment } from '#platform/web/components/moment.tsx';
import { Money } from '#platform/web/components/money.tsx';
import { t } from '#shared/words.ts';
import type { DemandDraft, DemandDraftDetail } from '../contract.ts';

const eventWords: Record<string, string> = {
  'demand_drafts.received': t`Received`,
  'demand_drafts.allocated': t`Pays for an application`,
  'demand_drafts.put_on_slip': t`Put on a deposit slip`,
  'demand_drafts.taken_off_slip': t`Taken off the deposit slip`,
  'demand_drafts.deposited': t`Deposited`,
  'demand_drafts.realised': t`Realised`,
  'demand_drafts.refunded': t`Refunded`,
  'demand_drafts.went_stale': t`Stale: its validity passed`,
  'demand_drafts.revalidated': t`Revalidated by its bank`,
  'demand_drafts.returned_by_bank': t`Returned by the bank`,
  'demand_drafts.replaced': t`Replaced by another draft`,
};

/** Below the fields of a draft: whom it pays for, what went back, and what happened to it. */
export function DraftStory({ draft }: { draft: DemandDraft }) {
  const { data, error } = useQuery(api.demandDrafts.getDraft.queryOptions({ input: { id: draft.id } }));
  if (error) return <ErrorNotice error={error} />;
  if (!data) return null;
  return (
    <Stack gap="md">
      <Part
        title={isPaying(draft) ? t`Pays for` : t`Paid for; it counts no more`}
        absence={t`No application yet.`}
        rows={data.allocations}
      >
        <Allocations draft={data} />
      </Part>
      {data.refunds.length > 0 && (
        <Part title={t`Refunds`} rows={data.refunds}>
          <Refunds draft={data} />
        </Part>
      )}
      {data.replaces.length > 0 && (
        <Text size="sm">
          {t`Replaces ${data.replaces.map((one) => `${one.number} (${one.bank})`).join(', ')}.`}
        </Text>
      )}
      <Part title={t`History`} absence={t`Nothing is recorded.`} rows={data.history}>
        <History draft={data} />
      </Part>
    </Stack>
  );
}

function isPaying({ state, replacedById }: DemandDraft): boolean {
  return state !== 'returned_by_bank' && replacedById === null;
}

function Part(props: { title: string; absence?: string; rows: readonly unknown[]; children: ReactNode }) {
  return (
    <section>
      <Title order={3} size="h5" mb={4}>
        {props.title}
      </Title>
      {props.rows.length === 0 ? (
        <Text size="sm">{props.absence}</Text>
      ) : (
        <ScrollArea>{props.children}</ScrollArea>
      )}
    </section>
  );
}

function Allocations({ draft }: { draft: DemandDraftDetail }) {
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t`Registration number`}</Table.Th>
          <Table.Th>{t`Candidate name`}</Table.Th>
          <Table.Th>{t`Acknowledgement`}</Table.Th>
          <Table.Th ta="right">{t`Of this draft`}</Table.Th>
          <Table.Th ta="right">{t`Pending now`}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {draft.allocations.map((one) => (
          <Table.Tr key={one.applicationId}>
            <Table.Td>{one.registrationNumber}</Table.Td>
            <Table.Td>{one.candidateName}</Table.Td>
            <Table.Td>{one.acknowledgementNumber}</Table.Td>
            <Table.Td ta="right">
              <Money amount={one.amount} />
            </Table.Td>
            <Table.Td ta="right">
              <Money amount={one.pendingAmount} isDue dashAtZero />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Refunds({ draft }: { draft: DemandDraftDetail }) {
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th ta="right">{t`Amount`}</Table.Th>
          <Table.Th>{t`Paid to`}</Table.Th>
          <Table.Th>{t`Reference`}</Table.Th>
          <Table.Th>{t`By`}</Table.Th>
          <Table.Th>{t`At`}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {draft.refunds.map((one) => (
          <Table.Tr key={one.id}>
            <Table.Td ta="right">
              <Money amount={one.amount} />
            </Table.Td>
            <Table.Td>{one.paidTo}</Table.Td>
            <Table.Td>{one.reference}</Table.Td>
            <Table.Td>{one.refundedBy}</Table.Td>
            <Table.Td>
              <Moment value={one.refundedAt} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function History({ draft }: { draft: DemandDraftDetail }) {
  return (
    <Table>
      <Table.Tbody>
        {draft.history.map((one) => (
          <Table.Tr key={`${one.at} ${one.event}`}>
            <Table.Td w="11rem">
              <Moment value={one.at} />
            </Table.Td>
            <Table.Td>{eventWords[one.event] ?? one.event}</Table.Td>
            <Table.Td>{one.by}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

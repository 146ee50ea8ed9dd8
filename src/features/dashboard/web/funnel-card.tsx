import { Paper, Skeleton, Table, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { api } from '#features/client.ts';
import { useLinkProps } from '#platform/web/components/links.tsx';
import { PlainTable } from '#platform/web/components/plain-table.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { formatCount } from '#shared/format.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import type { FigureFilters, Steps } from '../contract.ts';
import classes from './dashboard.module.css';
import { rowsAddress } from './figure-filters.tsx';

type Row = Steps & { collegeId: string | null; name: string };

/** How far the applications came, and how long each step takes, by college. */
export function FunnelCard({ filters: { collegeId, from, to } }: { filters: FigureFilters }) {
  const titleId = useId();
  const { data, error, refetch } = useQuery(
    api.dashboard.getFunnel.queryOptions({ input: { collegeId }, placeholderData: keepPreviousData }),
  );
  const rows: Row[] | undefined = data && [
    ...(data.colleges.length === 1 ? [] : [{ ...data.total, collegeId: null, name: t`All colleges` }]),
    ...data.colleges,
  ];
  return (
    <Paper withBorder component="section" className={classes.card} aria-labelledby={titleId}>
      <Title order={2} id={titleId} className={classes.cardTitle}>
        {t`From receipt to hand-over`}
      </Title>
      <Text size="xs" c="dimmed">
        {t`How many applications took each step, with the median days since the step before.`}
        {(from || to) && ` ${t`From day and To day do not narrow it.`}`}
      </Text>
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {rows ? <Funnel rows={rows} /> : !error && <Skeleton h={120} />}
    </Paper>
  );
}

function Funnel({ rows }: { rows: readonly Row[] }) {
  return (
    <Table.ScrollContainer minWidth={420} maxHeight={260} type="native" tabIndex={0}>
      <PlainTable<Row>
        className={classes.table}
        verticalSpacing={3}
        stickyHeader
        rows={rows}
        rowId={({ collegeId }) => collegeId ?? 'all'}
        columns={{
          name: { header: t`College`, render: (row) => <CollegeLink {...row} /> },
          received: { header: t`Received`, kind: 'number' },
          verified: step(t`Verified`, 'verified', 'daysToVerify'),
          printed: step(t`Printed`, 'printed', 'daysToPrint'),
          handedOver: step(t`Handed over`, 'handedOver', 'daysToHandOver'),
        }}
      />
    </Table.ScrollContainer>
  );
}

function CollegeLink({ collegeId, name }: Row) {
  return (
    <a
      className={classes.legendLink}
      {...useLinkProps(rowsAddress(paths.admin.totalApplications, { collegeId: collegeId ?? undefined }))}
    >
      {name}
    </a>
  );
}

function step(
  header: string,
  count: 'verified' | 'printed' | 'handedOver',
  days: 'daysToVerify' | 'daysToPrint' | 'daysToHandOver',
) {
  return {
    header,
    align: 'right',
    render: (row: Row) => (
      <>
        {formatCount(row[count])}
        {row[days] !== null && (
          <Text span inherit c="dimmed">
            {` · ${daysInWords(row[days])}`}
          </Text>
        )}
      </>
    ),
  } as const;
}

/** `1 day`, `3.5 days`. */
function daysInWords(days: number): string {
  const whole = Math.round(days);
  return whole === 1 ? t`1 day` : t`${formatCount(whole)} days`;
}

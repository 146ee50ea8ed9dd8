import { Paper, Skeleton, Table, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { api } from '#features/client.ts';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { formatCount } from '#shared/format.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import type { FigureFilters, Steps } from '../contract.ts';
import { ChartTable } from './chart-card.tsx';
import classes from './dashboard.module.css';
import { rowsAddress } from './figure-filters.tsx';

/** How far the applications came, and how long each step takes, by college. */
export function FunnelCard({ filters: { collegeId, from, to } }: { filters: FigureFilters }) {
  const titleId = useId();
  const { data: choices = [] } = useQuery(api.colleges.listCollegeChoices.queryOptions());
  const { data, error, refetch } = useQuery(
    api.dashboard.getFunnel.queryOptions({ input: { collegeId }, placeholderData: keepPreviousData }),
  );
  const rowOf = (name: string, steps: Steps, of?: string) => ({
    name,
    to: rowsAddress(paths.admin.totalApplications, { collegeId: of }),
    numbers: [
      formatCount(steps.received),
      step(steps.verified, steps.daysToVerify),
      step(steps.printed, steps.daysToPrint),
      step(steps.handedOver, steps.daysToHandOver),
    ],
  });
  const isNarrowed = from !== undefined || to !== undefined;
  return (
    <Paper withBorder component="section" className={classes.card} aria-labelledby={titleId}>
      <Title order={2} id={titleId} className={classes.cardTitle}>
        {t`From receipt to hand-over`}
      </Title>
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {data ? (
        <Table.ScrollContainer minWidth={420} maxHeight={260} type="native" tabIndex={0}>
          <ChartTable
            caption={t`How many applications took each step, with the median days since the step before in the last year.`}
            head={[t`College`, t`Received`, t`Verified`, t`Printed`, t`Handed over`]}
            rows={[
              rowOf(t`Total`, data.total, collegeId),
              ...choices.flatMap(({ id, name }) => {
                const steps = data.colleges.find((one) => one.collegeId === id);
                return steps && data.colleges.length > 1 ? [rowOf(name, steps, id)] : [];
              }),
            ]}
            verticalSpacing={3}
            stickyHeader
          />
        </Table.ScrollContainer>
      ) : (
        !error && <Skeleton h={120} />
      )}
      {isNarrowed && (
        <Text size="xs" c="dimmed" role="note">
          {t`From day and To day do not narrow it.`}
        </Text>
      )}
    </Paper>
  );
}

/** `58 · 4 days`. */
function step(count: number, median: number | null): string {
  if (median === null) return formatCount(count);
  const days = Math.round(median);
  return `${formatCount(count)} · ${days === 1 ? t`1 day` : t`${formatCount(days)} days`}`;
}

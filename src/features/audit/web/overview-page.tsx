import { Trans } from '@lingui/react/macro';
import { Anchor, Paper, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '#features/client.ts';
import { useLinkProps } from '#platform/web/components/links.tsx';
import { PageHeader } from '#platform/web/components/page.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { formatCount, formatMoment } from '#shared/format.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';

/** /auditor/overview: the exceptions, how far the log reaches, and where to read on. */
export function AuditorOverviewPage() {
  const count = useQuery(api.audit.countAuditEvents.queryOptions({ input: {} }));
  const page = useQuery(api.audit.listAuditEvents.queryOptions({ input: { limit: 1 } }));
  const error = count.error ?? page.error;
  const newest = page.data?.rows[0];
  const toLog = useLinkProps(paths.auditor.auditLog);
  return (
    <section>
      <PageHeader
        title={t`Overview`}
        description={t`What to look at first, and how far the audit log reaches.`}
      />
      <Exceptions />
      {error && <ErrorNotice error={error} />}
      <SimpleGrid cols={{ base: 1, sm: 3 }} mt="md">
        <Figure label={t`Events in the log`} value={count.data && formatCount(count.data.count)} />
        <Figure label={t`Newest event`} value={newest && formatMoment(newest.at)} />
        <Figure label={t`Head of the chain`} value={newest && `${newest.hash.slice(0, 16)}…`} />
      </SimpleGrid>
      <Text mt="md">
        <Trans>
          <Anchor underline="always" {...toLog}>
            Open the audit log
          </Anchor>
          . Every night a signed checkpoint is mailed to the auditors. Up to the newest one you have kept, the
          operator proves with <code>npm run audit:verify</code> that no event was altered, removed or moved.
        </Trans>
      </Text>
    </section>
  );
}

/** What is not as it should be, each with the list where it stands. */
function Exceptions() {
  const flagged = useQuery(api.certificates.countCertificates.queryOptions({ input: { stage: 'flagged' } }));
  const stale = useQuery(api.demandDrafts.countDrafts.queryOptions({ input: { state: 'stale' } }));
  const goingStale = useQuery(api.demandDrafts.countDrafts.queryOptions({ input: { show: 'going_stale' } }));
  const openRuns = useQuery(api.printRuns.countPrintRuns.queryOptions({ input: { state: 'open' } }));
  const error = flagged.error ?? stale.error ?? goingStale.error ?? openRuns.error;
  if (error) return <ErrorNotice error={error} />;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }} mt="md">
      <Exception
        label={t`Printed certificates that are withheld`}
        count={flagged.data?.count}
        to={`${paths.auditor.certificates}?stage=flagged`}
      />
      <Exception
        label={t`Stale demand drafts`}
        count={stale.data?.count}
        to={`${paths.auditor.demandDrafts}?state=stale`}
      />
      <Exception
        label={t`Demand drafts going stale`}
        count={goingStale.data?.count}
        to={`${paths.auditor.demandDrafts}?show=going_stale`}
      />
      <Exception
        label={t`Print runs that are open`}
        count={openRuns.data?.count}
        to={`${paths.auditor.printRuns}?state=open`}
      />
    </SimpleGrid>
  );
}

function Exception(props: { label: string; count: number | undefined; to: string }) {
  const link = useLinkProps(props.to);
  return (
    <Paper withBorder p="md">
      <Anchor size="sm" underline="always" {...link}>
        {props.label}
      </Anchor>
      {props.count === undefined ? (
        <Skeleton h={28} mt={4} />
      ) : (
        <Text size="xl">{formatCount(props.count)}</Text>
      )}
    </Paper>
  );
}

function Figure({ label, value }: { label: string; value: string | undefined }) {
  return (
    <Paper withBorder p="md">
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      {value === undefined ? <Skeleton h={28} mt={4} /> : <Text size="xl">{value}</Text>}
    </Paper>
  );
}

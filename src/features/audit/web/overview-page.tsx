import { Anchor, Paper, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '#features/client.ts';
import { useLinkProps } from '#platform/web/components/links.tsx';
import { FieldList, inGroups } from '#platform/web/components/list/record-parts.tsx';
import { PageHeader } from '#platform/web/components/page.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { formatCount, formatMoment } from '#shared/format.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';

/** /auditor/overview: the exceptions, how far the log reaches, and where to read on. */
export function AuditorOverviewPage({ head }: { head: ReactNode }) {
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
      {head}
      {error && <ErrorNotice error={error} />}
      <SimpleGrid cols={{ base: 1, sm: 2 }} mt="md">
        <Figure label={t`Events in the log`} value={count.data && formatCount(count.data.count)} />
        <Figure label={t`Newest event`} value={newest && formatMoment(newest.at)} />
      </SimpleGrid>
      <Text mt="md">
        {t`Keep tonight's checkpoint mail: with it anyone can prove that no earlier event was changed.`}{' '}
        <Anchor underline="always" {...toLog}>
          {t`Open the audit log`}
        </Anchor>
      </Text>
      {newest && (
        <FieldList
          fields={inGroups({
            technical: [{ label: t`Hash of the newest event`, value: newest.hash, copy: newest.hash }],
          })}
        />
      )}
    </section>
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

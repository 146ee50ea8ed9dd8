import { Anchor, ScrollArea, Stack, Table, Text, Title } from '@mantine/core';
import { api, client } from '#features/client.ts';
import { ErrorNotice } from '#platform/web/components/error-notice.tsx';
import { useLinkProps } from '#platform/web/components/link-props.ts';
import { Moment } from '#platform/web/components/moment.tsx';
import { StatusBadge } from '#platform/web/components/status-badge.tsx';
import { formatCount } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import type { Import, ImportKind } from '../contract.ts';
import { badgeOf } from './import-words.ts';
import { ShowMore, usePagedRows } from './paged-rows.tsx';

const rowsAtOnce = 20;

/** Every upload that was begun, so that a closed page finds its own again. */
export function EarlierUploads({ kind }: { kind: ImportKind }) {
  const { query: uploads, rows } = usePagedRows(
    [api.imports.listImports.key()[0], { of: kind }],
    (page, options) => client.imports.listImports({ of: kind, limit: rowsAtOnce, ...page }, options),
  );
  return (
    <Stack gap="xs" component="section" aria-labelledby="earlier-uploads">
      <Title order={2} id="earlier-uploads" size="h3">
        {t`Earlier uploads`}
      </Title>
      {uploads.error && <ErrorNotice error={uploads.error} onRetry={() => void uploads.refetch()} />}
      {uploads.data && rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {t`No uploads found`}
        </Text>
      )}
      {rows.length > 0 && (
        <ScrollArea
          type="auto"
          viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t`Earlier uploads` }}
        >
          <Table fz="sm">
            <Table.Thead>
              <Table.Tr>
                {[t`File`, t`Uploaded by`, t`Uploaded at`, t`State`, t`Outcome`].map((header) => (
                  <Table.Th key={header}>{header}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((upload) => (
                <UploadRow key={upload.id} upload={upload} />
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea>
      )}
      <ShowMore query={uploads} style={{ alignSelf: 'start' }} />
    </Stack>
  );
}

function UploadRow({ upload }: { upload: Import }) {
  const link = useLinkProps(paths.admin.bulkUpload(upload.kind, upload.id));
  return (
    <Table.Tr>
      <Table.Td miw="10rem">
        <Anchor {...link} size="sm">
          {upload.fileName}
        </Anchor>
      </Table.Td>
      <Table.Td>{upload.uploadedBy}</Table.Td>
      <Table.Td>
        <Moment value={upload.uploadedAt} />
      </Table.Td>
      <Table.Td>
        <StatusBadge {...badgeOf(upload)} />
      </Table.Td>
      <Table.Td>{outcomeOf(upload)}</Table.Td>
    </Table.Tr>
  );
}

function outcomeOf(upload: Import): string {
  const { state, newCount, changedCount, unchangedCount, faultyCount } = upload;
  if (state === 'refused') return upload.failure ?? '-';
  if (state === 'committed') {
    return t`${formatCount(newCount ?? 0)} added, ${formatCount(changedCount ?? 0)} changed, ${formatCount(unchangedCount ?? 0)} unchanged`;
  }
  return faultyCount ? t`${formatCount(faultyCount)} faulty` : '-';
}

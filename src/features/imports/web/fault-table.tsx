import { Button, Group, ScrollArea, Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api, client } from '#features/client.ts';
import { ErrorNotice } from '#platform/web/components/error-notice.tsx';
import { formatCount } from '#shared/money.ts';
import { t } from '#shared/words.ts';
import type { ImportDetail } from '../contract.ts';
import classes from './fault-table.module.css';
import { columnName, faultInWords } from './import-words.ts';

/** What is wrong, first by kind with exact counts, then row by row: column, found, wanted. */
export function FaultTable({ upload }: { upload: ImportDetail }) {
  const total = upload.faultKinds.reduce((sum, kind) => sum + kind.count, 0);
  const faults = useInfiniteQuery({
    queryKey: [api.imports.listImportFaults.key()[0], upload.id, upload.files.length, total],
    queryFn: ({ pageParam, signal }) =>
      client.imports.listImportFaults(
        { id: upload.id, ...(pageParam === null ? {} : { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
  const rows = faults.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <>
      <ul className={classes.kinds}>
        {upload.faultKinds.map((kind) => (
          <li key={`${kind.field} ${kind.code}`}>
            {faultInWords(upload.kind, kind)}: {formatCount(kind.count)} {kind.count === 1 ? t`row` : t`rows`}
          </li>
        ))}
      </ul>
      {faults.error && <ErrorNotice error={faults.error} onRetry={() => void faults.refetch()} />}
      <ScrollArea.Autosize
        mah="26rem"
        type="auto"
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t`Faults by row` }}
      >
        <Table stickyHeader className={classes.table}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t`Row`}</Table.Th>
              <Table.Th>{t`Column`}</Table.Th>
              <Table.Th>{t`Found`}</Table.Th>
              <Table.Th>{t`Wanted`}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((fault) => (
              <Table.Tr key={fault.id}>
                <Table.Td>{fault.rowNumber}</Table.Td>
                <Table.Td>{columnName(upload.kind, fault.field)}</Table.Td>
                <Table.Td className={classes.found}>{fault.found || <i>{t`nothing`}</i>}</Table.Td>
                <Table.Td>{fault.wanted}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
      <Group gap="sm">
        <Text size="sm" c="dimmed" role="status">
          {t`${formatCount(rows.length)} of ${formatCount(total)} faults shown`}
        </Text>
        {faults.hasNextPage && (
          <Button
            size="xs"
            variant="default"
            loading={faults.isFetchingNextPage}
            onClick={() => void faults.fetchNextPage()}
          >
            {t`Show more`}
          </Button>
        )}
      </Group>
    </>
  );
}

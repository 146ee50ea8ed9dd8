import { Group, ScrollArea, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { api, client } from '#features/client.ts';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { formatCount } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import type { Fault, FaultKind, ImportDetail } from '../contract.ts';
import classes from './fault-table.module.css';
import { columnName, faultInWords } from './import-words.ts';
import { ShowMore, usePagedRows } from './paged-rows.tsx';

type FaultTableProps = {
  upload: ImportDetail;
  level: Fault['level'];
  /** Read to people who cannot see the table. */
  label: string;
  /** What can be done about all faults of one kind, and about one of them. */
  kindAction?: (kind: FaultKind) => ReactNode;
  action?: { head: string; of: (fault: Fault) => ReactNode };
};

/** Faults of one level first by kind with exact counts, then row by row: column, found, wanted. */
export function FaultTable({ upload, level, label, kindAction, action }: FaultTableProps) {
  const kinds = upload.faultKinds.filter((kind) => kind.level === level);
  const total = kinds.reduce((sum, kind) => sum + kind.count, 0);
  const { query: faults, rows } = usePagedRows(
    [api.imports.listImportFaults.key()[0], upload.id, level, upload.files.length, total],
    (page, options) => client.imports.listImportFaults({ id: upload.id, level, ...page }, options),
  );
  return (
    <>
      <ul className={classes.kinds}>
        {kinds.map((kind) => (
          <li key={`${kind.field} ${kind.code}`}>
            {faultInWords(upload.kind, kind)}: {formatCount(kind.count)} {kind.count === 1 ? t`row` : t`rows`}{' '}
            {kindAction?.(kind)}
          </li>
        ))}
      </ul>
      {faults.error && <ErrorNotice error={faults.error} onRetry={() => void faults.refetch()} />}
      <ScrollArea.Autosize
        mah="26rem"
        type="auto"
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': label }}
      >
        <Table
          stickyHeader
          className={classes.table}
          data={{
            head: [t`Row`, t`Column`, t`Found`, t`Wanted`, ...(action ? [action.head] : [])],
            body: rows.map((fault) => [
              fault.rowNumber,
              columnName(upload.kind, fault.field),
              <div key={fault.id} className={classes.found}>
                {fault.found || <i>{t`nothing`}</i>}
              </div>,
              fault.wanted,
              ...(action ? [action.of(fault)] : []),
            ]),
          }}
        />
      </ScrollArea.Autosize>
      <Group gap="sm">
        <Text size="sm" c="dimmed" role="status">
          {level === 'error'
            ? t`${formatCount(rows.length)} of ${formatCount(total)} faults shown`
            : t`${formatCount(rows.length)} of ${formatCount(total)} warnings shown`}
        </Text>
        <ShowMore query={faults} />
      </Group>
    </>
  );
}

import { Group, ScrollArea, Table, Text } from '@mantine/core';
import { api, client } from '#features/client.ts';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { formatCount } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import type { ImportDetail } from '../contract.ts';
import classes from './fault-table.module.css';
import { columnName, faultInWords } from './import-words.ts';
import { ShowMore, usePagedRows } from './paged-rows.tsx';

/** Faults first by kind with exact counts, then row by row: column, found, wanted. */
export function FaultTable({ upload }: { upload: ImportDetail }) {
  const total = upload.faultKinds.reduce((sum, kind) => sum + kind.count, 0);
  const { query: faults, rows } = usePagedRows(
    [api.imports.listImportFaults.key()[0], upload.id, upload.files.length, total],
    (page, options) => client.imports.listImportFaults({ id: upload.id, ...page }, options),
  );
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
        <Table
          stickyHeader
          className={classes.table}
          data={{
            head: [t`Row`, t`Column`, t`Found`, t`Wanted`],
            body: rows.map(({ id, rowNumber, field, found, wanted }) => [
              rowNumber,
              columnName(upload.kind, field),
              <div key={id} className={classes.found}>
                {found || <i>{t`nothing`}</i>}
              </div>,
              wanted,
            ]),
          }}
        />
      </ScrollArea.Autosize>
      <Group gap="sm">
        <Text size="sm" c="dimmed" role="status">
          {t`${formatCount(rows.length)} of ${formatCount(total)} faults shown`}
        </Text>
        <ShowMore query={faults} />
      </Group>
    </>
  );
}

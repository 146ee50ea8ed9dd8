import { Group, NativeSelect, Skeleton, Stack, Title } from '@mantine/core';
import { useId } from 'react';
import { startExport } from '#platform/web/api/exports.ts';
import { ExportMenu } from '#platform/web/components/list/list-export.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { t } from '#shared/words.ts';
import classes from './fee-totals.module.css';
import { TotalsTable, type TotalsTableProps } from './totals-table.tsx';

/** One table of totals with its heading, grouping and export. */
export function TotalsSection<Row>(
  props: Pick<TotalsTableProps<Row>, 'layout' | 'rowKey' | 'linkOf' | 'due'> & {
    title: string;
    /** With grouping, the last row is the sum of the others. */
    group?: { by: string; choose: (by: string) => void; choices: { value: string; label: string }[] };
    /** The input of the query; the export uses the same. */
    input: Record<string, string | undefined>;
    query: { data: Row[] | undefined; error: unknown; refetch: () => unknown };
  },
) {
  const { title, group, input, query, ...table } = props;
  const headingId = useId();
  const rows = query.data ?? [];
  return (
    <Stack component="section" gap="xs" aria-labelledby={headingId}>
      <Group gap="xs">
        <Title order={2} id={headingId} fz="1rem" flex="1 1 12rem">
          {title}
        </Title>
        {group && (
          <NativeSelect
            className={classes.choice}
            label={t`By`}
            data={group.choices}
            value={group.by}
            onChange={(event) => group.choose(event.currentTarget.value)}
          />
        )}
        <ExportMenu
          reason={query.data ? null : t`The figures are still on their way.`}
          count={rows.length}
          onExport={({ format, language }) =>
            startExport({
              title,
              list: table.layout.name,
              format,
              language,
              columns: Object.keys(table.layout.columns),
              input,
              rowCount: rows.length,
            })
          }
        />
      </Group>
      {query.error ? (
        <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data === undefined ? (
        <Skeleton h={180} aria-label={t`Loading`} />
      ) : (
        <TotalsTable
          {...table}
          caption={title}
          rows={group ? rows.slice(0, -1) : rows}
          total={group && rows.at(-1)}
        />
      )}
    </Stack>
  );
}

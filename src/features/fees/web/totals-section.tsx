import { Group, NativeSelect, ScrollArea, Skeleton, Stack, Table, Title } from '@mantine/core';
import { useId } from 'react';
import { startExport } from '#platform/web/api/exports.ts';
import { ExportMenu } from '#platform/web/components/list/list-export.tsx';
import { TextLink } from '#platform/web/components/text-link.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { PlainCell } from '#platform/web/components/values.tsx';
import { type LayoutColumn, type ListLayout, plainValueOf } from '#shared/list-layout.ts';
import { t } from '#shared/words.ts';
import classes from './fee-totals.module.css';

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

type TotalsTableProps<Row> = {
  caption: string;
  layout: ListLayout<Row>;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The sum of the rows, shown in the footer. */
  total?: Row | undefined;
  /** The list of the records summed in the row; null if no list can be filtered to them. */
  linkOf: (row: Row) => string | null;
  /** Columns of missing rupees, shown in red above zero. */
  due?: readonly string[];
};

/**
 * A layout whose rows are sums, few enough to render at once; the first column names the row and links to its records.
 */
function TotalsTable<Row>(props: TotalsTableProps<Row>) {
  const columns = Object.entries<LayoutColumn<Row>>(props.layout.columns);
  return (
    <ScrollArea.Autosize
      mah="24rem"
      type="auto"
      className="panel"
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': props.caption }}
    >
      <Table stickyHeader className={classes.table} verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(([key, column]) => (
              <Table.Th key={key} scope="col" ta={column.kind && 'right'}>
                {column.header}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {props.rows.map((row) => (
            <TotalsRow key={props.rowKey(row)} {...props} columns={columns} row={row} />
          ))}
        </Table.Tbody>
        {props.total && (
          <Table.Tfoot>
            <TotalsRow {...props} columns={columns} row={props.total} />
          </Table.Tfoot>
        )}
      </Table>
    </ScrollArea.Autosize>
  );
}

function TotalsRow<Row>(
  props: Pick<TotalsTableProps<Row>, 'linkOf' | 'due'> & {
    row: Row;
    columns: readonly (readonly [key: string, column: LayoutColumn<Row>])[];
  },
) {
  const { row } = props;
  const [first, ...others] = props.columns;
  const [firstKey, firstColumn] = first!;
  const name = plainValueOf(firstKey, firstColumn, row);
  const link = props.linkOf(row);
  return (
    <Table.Tr>
      <Table.Th scope="row">
        {link === null ? (
          name
        ) : (
          <TextLink inherit to={link}>
            {String(name)}
          </TextLink>
        )}
      </Table.Th>
      {others.map(([key, column]) => (
        <Table.Td key={key} ta="right">
          <PlainCell name={key} column={column} row={row} isDue={props.due?.includes(key)} />
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

import { Anchor, ScrollArea, Table } from '@mantine/core';
import { useLinkProps } from '#platform/web/components/links.tsx';
import { PlainCell } from '#platform/web/components/values.tsx';
import { type LayoutColumn, type ListLayout, plainValueOf } from '#shared/list-layout.ts';
import classes from './fee-totals.module.css';

export type TotalsTableProps<Row> = {
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
export function TotalsTable<Row>(props: TotalsTableProps<Row>) {
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
        {link === null ? name : <RecordsLink to={link}>{String(name)}</RecordsLink>}
      </Table.Th>
      {others.map(([key, column]) => (
        <Table.Td key={key} ta="right">
          <PlainCell name={key} column={column} row={row} isDue={props.due?.includes(key)} />
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

function RecordsLink(props: { to: string; children: string }) {
  return (
    <Anchor inherit underline="always" {...useLinkProps(props.to)}>
      {props.children}
    </Anchor>
  );
}

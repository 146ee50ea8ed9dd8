// biome-ignore-all lint/a11y/useSemanticElements: the cells of a real table cannot be placed by a window over a million rows
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps the focus and names its row by aria-activedescendant
import { Text } from '@mantine/core';
import { formatCount, formatRupees } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import type { Column } from '../list.tsx';
import classes from './list-grid.module.css';
import type { DrawnColumn } from './use-list-columns.ts';

export const sumsHeight = 34;

type SumsProps<Row> = {
  columns: readonly DrawnColumn<Row>[];
  /** By column; undefined while loading. */
  sums: Readonly<Record<string, number>> | undefined;
};

/** The last line of a list: the sums of its amounts over all filtered rows. */
export function SumsRow<Row>(props: SumsProps<Row> & { hasActions: boolean; rowIndex: number; top: number }) {
  const { columns, sums, top } = props;
  return (
    <div role="rowgroup" className={classes.sums} style={{ top }}>
      <div role="row" className={classes.sumsRow} aria-rowindex={props.rowIndex} aria-label={t`Total`}>
        {columns.map((column, index) => (
          <div
            key={column.key}
            role="gridcell"
            className={classes.cell}
            data-align={column.align}
            {...column.stick}
          >
            {sumCell(column, index, sums)}
          </div>
        ))}
        {props.hasActions && <div role="gridcell" className={`${classes.cell} ${classes.actions}`} />}
      </div>
    </div>
  );
}

/** The cell of a column in the sums line. */
export function sumCell<Row>(column: Column<Row>, index: number, sums: SumsProps<Row>['sums']): string {
  if (index === 0) return t`Total`;
  if (!sums) return column.isAmount ? '…' : '';
  const sum = sums[column.key];
  return sum === undefined ? '' : formatSum(column, sum);
}

/** The same for cards. */
export function SumsLine<Row>({ columns, sums = {} }: SumsProps<Row>) {
  const words = columns.flatMap((column) => {
    const sum = sums[column.key];
    return sum === undefined ? [] : [`${column.header}: ${formatSum(column, sum)}`];
  });
  return (
    <Text size="sm" component="span">
      {words.join(' · ')}
    </Text>
  );
}

function formatSum({ isAmount }: Pick<Column<never>, 'isAmount'>, sum: number): string {
  return isAmount ? formatRupees(sum) : formatCount(sum);
}

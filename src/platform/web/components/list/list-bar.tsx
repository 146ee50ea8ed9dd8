import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatCount } from '#shared/money.ts';
import { t } from '#shared/words.ts';
import { DayFilterInput } from './day-filter-input.tsx';
import classes from './list-bar.module.css';
import type { Column, ListFilter } from './list-declaration.ts';
import { ListSearch } from './list-search.tsx';
import type { ListAddressControl } from './use-list-address.ts';

/** Search, filters, on a phone the order, the pill that brings in colleagues' rows, and what stands at the end. */
export function ListBar<Row>(props: {
  /** Undefined where the search box is another list's. */
  searchPlaceholder: string | undefined;
  control: ListAddressControl<string, Record<string, string>>;
  filters: Readonly<Record<string, ListFilter>> | undefined;
  columns: readonly Column<Row, string>[];
  isCard: boolean;
  newCount: number;
  onShowNew: () => void;
  onLeaveSearch: () => void;
  children: ReactNode;
}) {
  const { address } = props.control;
  const choose = (key: string, { replaces }: { replaces?: string }, value: string) => {
    const other = props.filters?.[replaces ?? ''];
    const reset = other && 'options' in other ? { [replaces!]: other.options[0]!.value } : {};
    props.control.filterBy({ ...reset, [key]: value });
  };
  const sortable = props.columns.filter((column) => column.sortKey !== undefined);
  return (
    <div className={classes.bar}>
      {props.searchPlaceholder !== undefined && (
        <ListSearch
          placeholder={props.searchPlaceholder}
          search={address.search}
          onSearch={props.control.search}
          onLeave={props.onLeaveSearch}
        />
      )}
      {Object.entries(props.filters ?? {}).map(([key, filter]) =>
        'kind' in filter ? (
          <DayFilterInput
            key={key}
            className={classes.filter}
            label={filter.label}
            day={address.filters[key] ?? ''}
            onDay={(day) => props.control.filterBy({ [key]: day })}
          />
        ) : filter.isTicked ? (
          <Checkbox
            key={key}
            label={filter.label}
            checked={address.filters[key] === filter.options[1]?.value}
            onChange={(event) =>
              choose(key, filter, filter.options[event.currentTarget.checked ? 1 : 0]!.value)
            }
          />
        ) : (
          <NativeSelect
            key={key}
            className={classes.filter}
            label={filter.label}
            data={filter.options.map(({ value, label }) => ({ value, label }))}
            value={address.filters[key]}
            onChange={(event) => choose(key, filter, event.currentTarget.value)}
          />
        ),
      )}
      {props.isCard && sortable.length > 0 && (
        <NativeSelect
          className={classes.filter}
          label={t`Sort by`}
          data={[
            { value: '', label: t`Usual order` },
            ...sortable.flatMap((column) => [
              { value: column.sortKey as string, label: `${column.header} ↑` },
              { value: `-${column.sortKey}`, label: `${column.header} ↓` },
            ]),
          ]}
          value={address.sort ?? ''}
          onChange={(event) => props.control.sortBy(event.currentTarget.value || undefined)}
        />
      )}
      <div className={classes.end}>
        {props.newCount > 0 && (
          <Button
            radius="xl"
            size="sm"
            leftSection={<IconArrowUp size={16} aria-hidden />}
            onClick={props.onShowNew}
          >
            {t`${formatCount(props.newCount)} new`}
          </Button>
        )}
        {props.children}
      </div>
    </div>
  );
}

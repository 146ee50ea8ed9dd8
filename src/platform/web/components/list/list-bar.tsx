import { Button } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { memo, useRef } from 'react';
import { useLanguage } from '#platform/web/languages/language.ts';
import { formatCount } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import type { ListFilter } from '../list.tsx';
import { useActionContainer, useScreenKeys } from '../screen-registry.ts';
import classes from './list-bar.module.css';
import { ListFilters } from './list-filters.tsx';
import { listKeys } from './list-keys.ts';
import { ListMenu, type ListMenuProps } from './list-menu.tsx';
import { ListSearch } from './list-search.tsx';
import type { ListAddressControl } from './use-list-address.ts';

type ListBarProps<Row> = ListMenuProps<Row> & {
  /** Undefined where another list has the search box. */
  searchPlaceholder: string | undefined;
  filters: Readonly<Record<string, ListFilter>> | undefined;
  control: ListAddressControl<string, Record<string, string>>;
  newCount: number;
  onShowNew: () => void;
  onLeaveSearch: () => void;
};

const noFilters = {};

/**
 * Above the rows, on one line: search, filters, the pill for colleagues' new rows, and the menu of the whole list. Rows
 * that come and go do not render it.
 */
export const ListBar = memo(ListBarView) as typeof ListBarView;

function ListBarView<Row>(props: ListBarProps<Row>) {
  useLanguage();
  const { columns, control, filters = noFilters } = props;
  const end = useRef<HTMLDivElement>(null);
  useActionContainer(end);
  useScreenKeys(Object.values(listKeys));
  return (
    <div className={classes.bar}>
      {props.searchPlaceholder !== undefined && (
        <ListSearch
          placeholder={props.searchPlaceholder}
          search={control.address.search}
          onSearch={control.search}
          onLeave={props.onLeaveSearch}
        />
      )}
      <ListFilters filters={filters} columns={columns.ordered} control={control} isCard={props.isCard} />
      <div ref={end} className={classes.end}>
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
        <ListMenu {...props} />
      </div>
    </div>
  );
}

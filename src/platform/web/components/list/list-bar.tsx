import { Button } from '@mantine/core';
import { IconArrowUp, IconPrinter } from '@tabler/icons-react';
import { memo, useRef } from 'react';
import { startExport } from '#platform/web/api/exports.ts';
import { useLanguage } from '#platform/web/languages/language.ts';
import { formatCount } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import { ActionButton } from '../action-button.tsx';
import type { ListFilter, ListRequest, ListSource } from '../list.tsx';
import { useActionContainer, useScreenKeys } from '../screen-registry.ts';
import { ColumnPanel } from './column-panel.tsx';
import classes from './list-bar.module.css';
import { ExportMenu } from './list-export.tsx';
import { FilterFields, FoldedFilters } from './list-filters.tsx';
import { listKeys } from './list-keys.ts';
import { ListSearch } from './list-search.tsx';
import type { ListAddressControl } from './use-list-address.ts';
import type { ListColumns } from './use-list-columns.ts';
import { ViewsMenu } from './views-menu.tsx';

type AnyFilters = Record<string, string>;

type ListBarProps<Row> = {
  title: string;
  list: Pick<ListSource<Row, string, AnyFilters>, 'layout' | 'exportOf'>;
  /** Undefined where another list has the search box. */
  searchPlaceholder: string | undefined;
  filters: Readonly<Record<string, ListFilter>> | undefined;
  columns: ListColumns<Row>;
  control: ListAddressControl<string, AnyFilters>;
  hasViews: boolean;
  isCard: boolean;
  request: ListRequest<string, AnyFilters>;
  newCount: number;
  onShowNew: () => void;
  onLeaveSearch: () => void;
  /** Why the list cannot be printed or exported just now, or null. */
  reason: string | null;
  rowCount: number;
  onPrint: () => Promise<void>;
};

const noFilters = {};

/**
 * Above the rows: search, filters (on a phone with the order, behind one button), the pill for colleagues' new rows, and
 * actions on the whole list. Rows that come and go do not render it.
 */
export const ListBar = memo(ListBarView) as typeof ListBarView;

function ListBarView<Row>(props: ListBarProps<Row>) {
  useLanguage();
  const { list, columns, control, filters = noFilters } = props;
  const { address } = control;
  const end = useRef<HTMLDivElement>(null);
  useActionContainer(end);
  useScreenKeys(Object.values(listKeys));
  return (
    <div className={classes.bar}>
      {props.searchPlaceholder !== undefined && (
        <ListSearch
          placeholder={props.searchPlaceholder}
          search={address.search}
          onSearch={control.search}
          onLeave={props.onLeaveSearch}
        />
      )}
      {props.isCard ? (
        <FoldedFilters filters={filters} columns={columns.ordered} control={control} />
      ) : (
        <FilterFields filters={filters} chosen={address.filters} onChoose={control.filterBy} />
      )}
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
        {props.hasViews && <ViewsMenu list={list.layout.name} columns={columns.written} />}
        <ColumnPanel control={columns} isCard={props.isCard} />
        <ActionButton
          variant="default"
          size="sm"
          reason={props.reason}
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={props.onPrint}
        >
          {t`Print`}
        </ActionButton>
        <ExportMenu
          reason={props.reason}
          count={props.rowCount}
          onRequest={list.layout.onRequest}
          onExport={({ format, further, language }) => {
            const { layout, input } = list.exportOf(props.request);
            startExport({
              title: props.title,
              list: layout.name,
              format,
              language,
              columns: [...columns.drawn.map(({ key }) => key), ...further],
              input,
              rowCount: props.rowCount,
            });
          }}
        />
      </div>
    </div>
  );
}

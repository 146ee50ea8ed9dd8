import { IconPrinter } from '@tabler/icons-react';
import { memo } from 'react';
import { startExport } from '#platform/web/api/exports.ts';
import { useLanguage } from '#platform/web/languages/language.ts';
import { t } from '#shared/words.ts';
import { ActionButton } from '../action-button.tsx';
import type { Column, ListFilter, ListRequest, ListSource } from '../list.tsx';
import { ColumnPanel, type ListViewControl } from './column-panel.tsx';
import { ListBar } from './list-bar.tsx';
import { ExportMenu } from './list-export.tsx';
import type { ListAddressControl } from './use-list-address.ts';
import { ViewsMenu } from './views-menu.tsx';

type AnyFilters = Record<string, string>;

type ListToolsProps<Row> = {
  title: string;
  list: Pick<ListSource<Row, string, AnyFilters>, 'layout' | 'exportOf'>;
  searchPlaceholder: string | undefined;
  filters: Readonly<Record<string, ListFilter>> | undefined;
  columns: readonly Column<Row, string>[];
  /** The visible columns, in the person's order. */
  shown: readonly Column<Row, string>[];
  control: ListAddressControl<string, AnyFilters>;
  view: ListViewControl;
  hasViews: boolean;
  isCard: boolean;
  request: ListRequest<string, AnyFilters>;
  newCount: number;
  onShowNew: () => void;
  onLeaveSearch: () => void;
  /** Why the list cannot be printed or exported just now, or null. */
  reason: string | null;
  rowCount: number;
  isPrinting: boolean;
  onPrint: () => void;
};

/** Above the rows: filters, columns, and actions on the whole list. Rows that come and go do not render it. */
export const ListTools = memo(ListToolsView) as typeof ListToolsView;

function ListToolsView<Row>(props: ListToolsProps<Row>) {
  useLanguage();
  const { list, columns, view, isCard } = props;
  return (
    <ListBar
      searchPlaceholder={props.searchPlaceholder}
      control={props.control}
      filters={props.filters}
      columns={columns}
      isCard={isCard}
      newCount={props.newCount}
      onShowNew={props.onShowNew}
      onLeaveSearch={props.onLeaveSearch}
    >
      {props.hasViews && <ViewsMenu list={list.layout.name} control={view} />}
      <ColumnPanel columns={columns} control={view} isCard={isCard} />
      <ActionButton
        variant="default"
        size="sm"
        reason={props.reason}
        leftSection={<IconPrinter size={16} aria-hidden />}
        isPending={props.isPrinting}
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
            columns: [...props.shown.map(({ key }) => key), ...further],
            input,
            rowCount: props.rowCount,
          });
        }}
      />
    </ListBar>
  );
}

import { IconListSearch } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { ListScreenProps, RowAction, ToolbarAction } from '#platform/web/components/list.tsx';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { useKindName } from '#platform/web/languages/stock-words.tsx';
import { optionsOf } from '#shared/labels.ts';
import { deskOf, paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { countStateLabels, type StockCount } from '../count-contract.ts';
import { stockCountList, usePaperFilter } from './stock-lists.ts';

const toolbarActions: ToolbarAction[] = [
  { label: t`Custody`, icon: IconListSearch, to: paths.admin.custody },
];

const state = { label: t`State`, options: optionsOf(countStateLabels) };

const rowActions: RowAction<StockCount>[] = [
  { label: t`Open`, icon: 'view', to: (row) => stockCountPath(row.id) },
];

/** /admin/stock-counts. A count is started in the menu of its paper under custody. */
export function StockCountsPage() {
  return <StockCountsList title={t`Stock counts`} toolbarActions={toolbarActions} />;
}

export function StockCountsList(
  props: Pick<ListScreenProps<StockCount>, 'title' | 'toolbarActions' | 'children'>,
) {
  const kindName = useKindName();
  const paperId = usePaperFilter();
  return (
    <ListScreen
      searchPlaceholder={t`Search stock counts...`}
      emptyMessage={t`No stock counts found`}
      emptyHelp={t`A stock count compares the sheets on the shelf with the books. It is started at the custody of a paper.`}
      emptyNext={{ label: t`Custody`, to: paths.admin.custody }}
      filters={useMemo(() => ({ state, paperId }), [paperId])}
      list={stockCountList}
      rowLabel={(row) => kindName(row.paper, row.colour)}
      rowActions={rowActions}
      {...props}
    />
  );
}

/** At the current desk. */
function stockCountPath(id: string): string {
  const desk = deskOf(window.location.pathname);
  if (desk === 'auditor') return paths.auditor.stockCount(id);
  return desk === 'printer' ? paths.printer.stockCount(id) : paths.admin.stockCount(id);
}

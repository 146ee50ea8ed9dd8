import { columnsOf } from '#platform/web/components/list/layout-columns.tsx';
import type { RowAction } from '#platform/web/components/list/list-declaration.ts';
import { never, viewAction } from '#platform/web/components/list/use-row-actions.tsx';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { t } from '#shared/words.ts';
import { approvedReprintsLayout } from '../columns.ts';
import type { ReprintRequest } from '../contract.ts';
import { reprintDetails, reprintLabel, reprintLooks } from './reprint-columns.tsx';
import { ReprintEvidence } from './reprint-evidence.tsx';
import { approvedReprints, copyFilter } from './reprint-lists.ts';

const columns = columnsOf(approvedReprintsLayout, reprintLooks);

const rowActions: RowAction<ReprintRequest>[] = [
  never('edit', t`A request is not edited once it is decided.`),
  viewAction,
  never('delete', t`A request is never deleted.`),
];

/** /admin/approved-for-reprint: every reprint that was approved, printed by now or not. */
export function ApprovedForReprintPage() {
  return (
    <ListScreen
      title={t`Approved for reprint`}
      searchPlaceholder={t`Search by name, roll no, college...`}
      emptyMessage={t`No approved reprints found`}
      columns={columns}
      filters={copyFilter}
      list={approvedReprints}
      rowLabel={reprintLabel}
      details={reprintDetails}
      rowActions={rowActions}
      detailsExtra={(row) => <ReprintEvidence request={row} />}
    />
  );
}

import { columnsOf } from '#platform/web/components/list/layout-columns.tsx';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { t } from '#shared/words.ts';
import { approvedReprintsLayout } from '../columns.ts';
import { reprintDetails, reprintLabel, reprintLooks } from './reprint-columns.tsx';
import { ReprintEvidence } from './reprint-evidence.tsx';
import { approvedReprints, copyFilter } from './reprint-lists.ts';

const columns = columnsOf(approvedReprintsLayout, reprintLooks);

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
      rowId={(row) => row.id}
      rowLabel={reprintLabel}
      details={reprintDetails}
      detailsExtra={(row) => <ReprintEvidence request={row} />}
    />
  );
}

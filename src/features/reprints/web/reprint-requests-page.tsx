import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { columnsOf } from '#platform/web/components/list/layout-columns.tsx';
import type { ToolbarAction } from '#platform/web/components/list/list-declaration.ts';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { t } from '#shared/words.ts';
import { reprintRequestsLayout } from '../columns.ts';
import { AskForReprintDialog } from './ask-for-reprint-dialog.tsx';
import { reprintDetails, reprintLabel, reprintLooks } from './reprint-columns.tsx';
import { ReprintEvidence } from './reprint-evidence.tsx';
import { printRoomReprints, statusFilter } from './reprint-lists.ts';

const columns = columnsOf(reprintRequestsLayout, {
  ...reprintLooks,
  requestedBy: { width: 150, card: 'hidden' },
  requestedAt: { width: 150, sortKey: 'requestedAt', card: 'line' },
});

/** /printer/reprint-requests: what the print room asked for, and what is approved and to be printed again. */
export function ReprintRequestsPage() {
  const [isAsking, setIsAsking] = useState(false);
  const toolbarActions: ToolbarAction[] = [
    {
      label: t`Ask for a reprint`,
      icon: IconPlus,
      isPrimary: true,
      onClick: () => setIsAsking(true),
    },
  ];
  return (
    <>
      <ListScreen
        title={t`Reprint requests`}
        description={t`What the print room asked for, and what is approved.`}
        searchPlaceholder={t`Search by name, roll no, college...`}
        emptyMessage={t`No reprint requests found`}
        columns={columns}
        filters={statusFilter}
        list={printRoomReprints}
        rowLabel={reprintLabel}
        details={reprintDetails}
        detailsExtra={(row) => <ReprintEvidence request={row} />}
        toolbarActions={toolbarActions}
      />
      {isAsking && <AskForReprintDialog certificate={null} onClose={() => setIsAsking(false)} />}
    </>
  );
}

import { IconPlus } from '@tabler/icons-react';
import type { ToolbarAction } from '#platform/web/components/list.tsx';
import { t } from '#shared/words.ts';
import { reprintRequestsLayout } from '../columns.ts';
import { copyFilter, ReprintScreen, reprintList, statusFilter } from './reprint-screen.tsx';
import { RequestReprintDialog } from './request-reprint-dialog.tsx';

const list = reprintList<'status' | 'copy'>('print_room', {
  layout: reprintRequestsLayout,
  // A newly approved request may already have been in the list.
  recountedAfter: ['reprints.requested', 'reprints.approved'],
});

const filters = { ...statusFilter, ...copyFilter };

const toolbarActions: ToolbarAction[] = [
  {
    label: t`Ask for a reprint`,
    icon: IconPlus,
    isPrimary: true,
    dialog: (onClose) => <RequestReprintDialog certificate={null} onClose={onClose} />,
  },
];

/** /printer/reprint-requests: requested by the print room, or approved and to be printed. */
export function ReprintRequestsPage() {
  return (
    <ReprintScreen
      title={t`Reprint requests`}
      description={t`What the print room asked for, and what is approved.`}
      emptyMessage={t`No reprint requests found`}
      emptyHelp={t`Ask for a reprint when a printed sheet is spoilt, lost or wrong. It is printed once it is approved.`}
      filters={filters}
      list={list}
      toolbarActions={toolbarActions}
    />
  );
}

import { disabledAction, viewAction } from '#platform/web/components/list.tsx';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { approvedReprintsLayout } from '../columns.ts';
import { copyFilter, ReprintScreen, reprintList } from './reprint-screen.tsx';

const list = reprintList<'copy'>('approved', {
  layout: approvedReprintsLayout,
  recountedAfter: ['reprints.approved'],
});

const rowActions = [
  disabledAction('edit', t`A request is not edited once it is decided.`),
  viewAction,
  disabledAction('delete', t`A request is never deleted.`),
];

/** /admin/approved-for-reprint: every approved reprint, printed or not. */
export function ApprovedForReprintPage() {
  return (
    <ReprintScreen
      title={t`Approved for reprint`}
      emptyMessage={t`No approved reprints found`}
      emptyHelp={t`Reprints are listed here once an admin has approved them, printed or not.`}
      emptyNext={{ label: t`Pending reprint approvals`, to: paths.admin.pendingReprintApprovals }}
      filters={copyFilter}
      list={list}
      rowActions={rowActions}
    />
  );
}

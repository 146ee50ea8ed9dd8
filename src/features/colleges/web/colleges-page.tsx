import { IconPlus, IconUpload } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { columnsOf } from '#platform/web/components/list/layout-columns.tsx';
import type {
  Column,
  DetailField,
  RowAction,
  ToolbarAction,
} from '#platform/web/components/list/list-declaration.ts';
import { useViewAction } from '#platform/web/components/list/use-view-action.ts';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { Money } from '#platform/web/components/money.tsx';
import { errorSentence } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { collegesLayout } from '../columns.ts';
import type { College } from '../contract.ts';
import { collegeCan, usesInWords } from '../rules.ts';
import { type CollegeSort, collegeList } from './college-list.ts';
import { CollegeName } from './college-name.tsx';
import { DeleteCollegeDialog } from './delete-college-dialog.tsx';

const columns: Column<College, CollegeSort>[] = columnsOf(collegesLayout, {
  name: {
    width: 370,
    sortKey: 'name',
    card: 'title',
    render: (row) => <CollegeName name={row.name} code={row.code} leads="name" />,
  },
  contactNumber: { width: 135, card: 'line' },
  address: { width: 287, card: 'line' },
  convocationFee: {
    width: 155,
    sortKey: 'convocationFee',
    card: 'line',
    render: (row) => <Money amount={row.convocationFee} />,
  },
});

const toolbarActions: ToolbarAction[] = [
  { label: t`Bulk Upload`, icon: IconUpload, to: paths.admin.bulkUpload('colleges') },
  { label: t`Add College`, icon: IconPlus, isPrimary: true, to: paths.admin.addCollege },
];

/** /admin/college-management. */
export function CollegesPage() {
  const navigate = useNavigate();
  const view = useViewAction<College>();
  const [deleting, setDeleting] = useState<College | null>(null);
  const rowActions = useMemo<RowAction<College>[]>(
    () => [
      {
        label: t`Edit`,
        icon: 'edit',
        onClick: (row) => void navigate({ href: paths.admin.editCollege(row.id) }),
      },
      view,
      { label: t`Delete`, icon: 'delete', onClick: setDeleting, disabledReason: whyKept },
    ],
    [navigate, view],
  );
  return (
    <>
      <ListScreen
        title={t`College management`}
        searchPlaceholder={t`Search college...`}
        emptyMessage={t`No colleges found`}
        columns={columns}
        list={collegeList}
        rowId={(row) => row.id}
        rowLabel={(row) => row.name}
        details={details}
        rowActions={rowActions}
        toolbarActions={toolbarActions}
      />
      {deleting && <DeleteCollegeDialog college={deleting} onClose={() => setDeleting(null)} />}
    </>
  );
}

function details(row: College): DetailField[] {
  return [
    { label: t`College name`, value: row.name },
    { label: t`Code`, value: row.code, copy: row.code },
    { label: t`Contact number`, value: row.contactNumber, copy: row.contactNumber },
    { label: t`Address`, value: row.address },
    { label: t`Convocation Fee`, value: <Money amount={row.convocationFee} /> },
    { label: t`Email Id`, value: row.email, copy: row.email || null },
    { label: t`Has`, value: usesInWords(row.usedBy) || t`no records yet` },
  ];
}

function whyKept(row: College): string | null {
  const ruling = collegeCan.delete(row);
  return ruling === true ? null : errorSentence(ruling, { usedBy: usesInWords(row.usedBy) });
}

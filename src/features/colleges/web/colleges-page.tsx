import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { IconPlus, IconUpload } from '@tabler/icons-react';
import { api, client } from '#features/client.ts';
import { DeleteDialog } from '#platform/web/components/command-dialog.tsx';
import {
  type Cells,
  type DetailField,
  listSource,
  type RowAction,
  type ToolbarAction,
  viewAction,
} from '#platform/web/components/list.tsx';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { Money } from '#platform/web/components/values.tsx';
import { whyNot } from '#shared/errors.ts';
import { formatRupees } from '#shared/format.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { usesInWords } from '../college-uses.ts';
import { collegesLayout } from '../columns.ts';
import type { College } from '../contract.ts';
import { collegeCan } from '../rules.ts';
import { CollegeName } from './college-name.tsx';
import { proposalInWords } from './proposal-in-words.ts';

const list = listSource<College, 'name' | 'convocationFee'>({
  layout: collegesLayout,
  page: api.colleges.listColleges,
  count: api.colleges.countColleges,
  row: api.colleges.getCollege,
  addedBy: ['colleges.added'],
  recountedAfter: ['colleges.imported'],
});

const cells: Cells<College> = {
  name: (row) => <CollegeName name={row.name} code={row.code} leads="name" />,
  convocationFee: (row) => (
    <>
      <Money amount={row.convocationFee} />
      {row.proposal && (
        <Text size="xs" component="span" display="block">
          {t`${formatRupees(row.proposal.convocationFee)} proposed`}
        </Text>
      )}
    </>
  ),
};

const toolbarActions: ToolbarAction[] = [
  { label: t`Bulk Upload`, icon: IconUpload, to: paths.admin.bulkUpload('colleges') },
  { label: t`Add College`, icon: IconPlus, isPrimary: true, to: paths.admin.addCollege },
];

const rowActions: RowAction<College>[] = [
  { label: t`Edit`, icon: 'edit', to: (row) => paths.admin.editCollege(row.id) },
  viewAction,
  {
    label: t`Delete`,
    icon: 'delete',
    disabledReason: (row) => whyNot(collegeCan.delete(row), { usedBy: row.usedBy }),
    dialog: (row, onClose) => (
      <DeleteDialog
        record={row}
        call={client.colleges.deleteCollege}
        confirmLabel={t`Delete college`}
        onClose={onClose}
      >
        <Trans>
          The college with the code <strong>{row.code}</strong> will be removed. No record belongs to it. The
          audit log keeps what it was.
        </Trans>
      </DeleteDialog>
    ),
  },
];

/** /admin/college-management. */
export function CollegesPage() {
  return (
    <ListScreen
      title={t`College management`}
      searchPlaceholder={t`Search college...`}
      emptyMessage={t`No colleges found`}
      emptyHelp={t`Applications come from colleges, and each has its convocation fee. Add them one by one, or upload a list.`}
      cells={cells}
      list={list}
      rowLabel={(row) => row.name}
      details={details}
      rowActions={rowActions}
      toolbarActions={toolbarActions}
    />
  );
}

function details(row: College): DetailField[] {
  return [
    { label: t`Code`, value: row.code, copy: row.code },
    { label: t`Email Id`, value: row.email, copy: row.email || null },
    ...(row.proposal ? [{ label: t`Proposed fee`, value: proposalInWords(row.proposal) }] : []),
    { label: t`Has`, value: usesInWords(row.usedBy) || t`no records yet` },
  ];
}

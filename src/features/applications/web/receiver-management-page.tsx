import { Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { ApplicationSort } from '#features/applications/columns.ts';
import { api } from '#features/client.ts';
import { staffActions } from '#features/staff/web/staff-actions.tsx';
import { StaffStatusBadge, staffDetails } from '#features/staff/web/staff-columns.tsx';
import { type Cells, listSource, type RowAction } from '#platform/web/components/list.tsx';
import { ListSection } from '#platform/web/components/list-screen.tsx';
import { PageHeader } from '#platform/web/components/page.tsx';
import { useOpenRecord } from '#platform/web/components/page-address.ts';
import { ToolbarButton } from '#platform/web/components/toolbar-button.tsx';
import { formatCount } from '#shared/format.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { type ReceiverRow, receivedApplicationsLayout, receiversLayout } from '../columns.ts';
import type { Application, ReceivedApplication } from '../contract.ts';
import { applicationDetails } from './application-columns.tsx';
import { ApplicationFiles } from './application-files.tsx';
import { applicationKey } from './application-list.ts';
import { conversationAbove } from './conversation.tsx';

const receivers = listSource<ReceiverRow, 'name' | 'email', never>({
  layout: receiversLayout,
  page: api.applications.listReceivers,
  count: {
    key: api.staff.countStaff.key,
    call: ({ search }, options) => api.staff.countStaff.call({ search, role: 'receiver' }, options),
  },
  row: api.staff.getStaff,
  recountedAfter: ['staff.added'],
});

const receiverCells: Cells<ReceiverRow> = {
  receivedThisMonth: (row) =>
    row.receivedThisMonth === undefined ? null : formatCount(row.receivedThisMonth),
  status: (row) => <StaffStatusBadge status={row.status} />,
};

const received = listSource<ReceivedApplication, ApplicationSort, never, Record<never, string>, Application>({
  layout: receivedApplicationsLayout,
  page: api.applications.listReceivedApplications,
  count: api.applications.countReceivedApplications,
  sums: api.applications.sumReceivedApplications,
  row: api.applications.getApplication,
  recordKey: applicationKey,
  addedBy: ['applications.received'],
});

/** /admin/application-receiver-management: the receivers and, under them, what they received; one search for both. */
export function ReceiverManagementPage() {
  const openRecord = useOpenRecord();
  // In the list of what was received, the actions concern its receiver.
  const receiverActions = useMemo<RowAction<ReceivedApplication>[]>(
    () => [
      {
        label: t`Edit User`,
        icon: 'edit',
        to: (row) => paths.admin.editStaff({ id: row.receivedById, role: 'receiver' }),
      },
      { label: t`View User`, icon: 'view', onClick: (row) => openRecord(row.receivedById) },
    ],
    [openRecord],
  );
  return (
    <Stack gap="lg">
      <PageHeader
        title={t`Application receiver management`}
        description={t`The search looks through the receivers and through what they received.`}
        actions={
          <ToolbarButton
            label={t`Add application receiver`}
            icon={IconPlus}
            isPrimary
            to={paths.admin.addApplicationReceiver}
          />
        }
      />
      <ListSection
        title={t`Application receivers`}
        isShort
        searchPlaceholder={t`Search user......`}
        emptyMessage={t`No application receivers found`}
        emptyHelp={t`Application receivers take applications in at the counter, and hand certificates over.`}
        emptyNext={{ label: t`Add application receiver`, to: paths.admin.addApplicationReceiver }}
        cells={receiverCells}
        list={receivers}
        rowLabel={(row) => row.name}
        details={receiverDetails}
        rowActions={staffActions}
      />
      <ListSection
        title={t`Received applications`}
        addressName="received"
        emptyMessage={t`No applications found`}
        emptyHelp={t`What the receivers take in at the counter is listed here, newest first.`}
        emptyNext={{ label: t`New application`, to: paths.applicationReceiver.newApplication }}
        list={received}
        rowLabel={(row) => row.candidateName}
        details={applicationDetails}
        detailsHead={conversationAbove}
        detailsExtra={(row) => <ApplicationFiles application={row} />}
        rowActions={receiverActions}
      />
    </Stack>
  );
}

function receiverDetails(row: ReceiverRow) {
  const count = row.receivedThisMonth;
  return [
    ...staffDetails(row),
    ...(count === undefined ? [] : [{ label: t`Received this month`, value: formatCount(count) }]),
  ];
}

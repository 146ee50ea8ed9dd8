import { Button, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { StaffMember } from '#features/staff/contract.ts';
import { staffDetails } from '#features/staff/web/staff-columns.tsx';
import { staffKey } from '#features/staff/web/staff-list.ts';
import { StaffStatusBadge } from '#features/staff/web/staff-status.tsx';
import { useStaffActions } from '#features/staff/web/use-staff-actions.tsx';
import { formatCount } from '#shared/money.ts';
import { client } from '#web/api/client.ts';
import { useLinkProps } from '#web/components/link-props.ts';
import type { Column, ListSource, RowAction } from '#web/components/list/list-declaration.ts';
import { useOpenRecord } from '#web/components/list/use-view-action.ts';
import { ListSection } from '#web/components/list-screen.tsx';
import { PageHeader } from '#web/components/page-header.tsx';
import { paths } from '#web/paths.ts';
import type { Application } from '../contract.ts';
import { type ApplicationColumn, type ApplicationSort, applicationDetails } from './application-columns.tsx';
import { ApplicationFiles } from './application-files.tsx';
import { applicationsKey } from './application-list.ts';

/** The count is missing where a shared address opens somebody who is not among the loaded rows. */
type ReceiverRow = StaffMember & { receivedThisMonth?: number };
type ReceiverSort = 'name' | 'email';

const receivers: ListSource<ReceiverRow, ReceiverSort, never> = {
  queryKey: [...staffKey, 'receiver'],
  fetchPage: ({ filters: _, ...page }, options) => client.applications.listReceivers(page, options),
  fetchCount: ({ search }, options) => client.staff.countStaff({ search, role: 'receiver' }, options),
  fetchRow: (id, options) => client.staff.getStaff({ id }, options),
};

const receiverColumns: Column<ReceiverRow, ReceiverSort>[] = [
  { key: 'name', header: 'Name', width: 190, sortKey: 'name', card: 'title' },
  { key: 'email', header: 'Email', width: 250, sortKey: 'email', card: 'line' },
  { key: 'code', header: 'Code', width: 90, card: 'line' },
  {
    key: 'receivedThisMonth',
    header: 'Received this month',
    width: 150,
    align: 'right',
    card: 'line',
    render: (row) => (row.receivedThisMonth === undefined ? null : formatCount(row.receivedThisMonth)),
  },
  {
    key: 'status',
    header: 'Status',
    width: 165,
    card: 'badge',
    render: (row) => <StaffStatusBadge status={row.status} />,
  },
];

const received: ListSource<Application, ApplicationSort, never> = {
  queryKey: [...applicationsKey, 'any', 'received'],
  fetchPage: ({ filters: _, ...page }, options) =>
    client.applications.listReceivedApplications(page, options),
  fetchCount: ({ search }, options) => client.applications.countReceivedApplications({ search }, options),
  fetchRow: (id, options) => client.applications.getApplication({ id }, options),
};

const receivedColumns: ApplicationColumn[] = [
  { key: 'candidateName', header: 'Student', width: 200, sortKey: 'candidateName', card: 'title' },
  { key: 'examRollNumber', header: 'Exam Roll Number', width: 160, sortKey: 'examRollNumber', card: 'line' },
  { key: 'chosenColour', header: 'Chosen Color', width: 120, card: 'line' },
  { key: 'certificateType', header: 'Certificate Type', width: 140, card: 'line' },
  { key: 'selectedPaper', header: 'Selected Paper', width: 150, card: 'hidden' },
  { key: 'convocationNumber', header: 'Convocation Number', width: 170, card: 'line' },
];

/** /admin/application-receiver-management: the receivers and, under them, what they received; one search for both. */
export function ReceiverManagementPage() {
  const { rowActions, dialog } = useStaffActions();
  const receiverActions = useReceiverActions();
  return (
    <Stack gap="lg">
      <PageHeader
        title="Application receiver management"
        description="The search looks through the receivers and through what they received."
        actions={
          <Button
            component="a"
            leftSection={<IconPlus size={16} aria-hidden />}
            {...useLinkProps(paths.admin.addApplicationReceiver)}
          >
            Add application receiver
          </Button>
        }
      />
      <ListSection
        title="Application receivers"
        isShort
        searchPlaceholder="Search user......"
        emptyMessage="No application receivers found"
        columns={receiverColumns}
        list={receivers}
        rowId={(row) => row.id}
        rowLabel={(row) => row.name}
        details={receiverDetails}
        rowActions={rowActions}
      />
      <ListSection
        title="Received applications"
        addressName="received"
        emptyMessage="No applications found"
        columns={receivedColumns}
        list={received}
        rowId={(row) => row.id}
        rowLabel={(row) => row.candidateName}
        details={applicationDetails}
        detailsExtra={(row) => <ApplicationFiles application={row} />}
        rowActions={receiverActions}
      />
      {dialog}
    </Stack>
  );
}

/** On what was received the actions are about the person who received it. */
function useReceiverActions(): RowAction<Application>[] {
  const navigate = useNavigate();
  const openRecord = useOpenRecord();
  return useMemo(
    () => [
      {
        label: 'Edit User',
        icon: 'edit',
        onClick: (row) =>
          void navigate({ href: paths.admin.editStaff({ id: row.receivedById, role: 'receiver' }) }),
      },
      { label: 'View User', icon: 'view', onClick: (row) => openRecord(row.receivedById) },
    ],
    [navigate, openRecord],
  );
}

function receiverDetails(row: ReceiverRow) {
  const count = row.receivedThisMonth;
  return [
    ...staffDetails(row),
    ...(count === undefined ? [] : [{ label: 'Received this month', value: formatCount(count) }]),
  ];
}

import {
  IconBuildingBank,
  IconCertificate,
  IconChecklist,
  IconPackages,
  IconPlus,
  IconReceipt,
  IconUserPlus,
} from '@tabler/icons-react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { useSession } from '#platform/web/api/session.ts';
import type { RowAction, ToolbarAction } from '#platform/web/components/list/list-declaration.ts';
import { useListAddress } from '#platform/web/components/list/use-list-address.ts';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { errorSentence } from '#shared/errors.ts';
import { deskOf, paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { manageApplicationsLayout } from '../columns.ts';
import type { Application } from '../contract.ts';
import { applicationActions } from './application-actions.ts';
import { applicationColumns, applicationDetails } from './application-columns.tsx';
import { ApplicationFiles } from './application-files.tsx';
import { applicationList, statusFilter } from './application-list.ts';
import { DecisionBar } from './decision-bar.tsx';
import { verifyAddress } from './desk-addresses.ts';
import { HandOverDialog, type ToHandOver } from './hand-over-dialog.tsx';
import { CandidateName, LeaseMark } from './lease-mark.tsx';

const list = applicationList(manageApplicationsLayout);
const columns = applicationColumns(manageApplicationsLayout).map((column) =>
  column.key === 'candidateName'
    ? { ...column, width: 240, render: (row: Application) => <CandidateName application={row} /> }
    : column,
);

/**
 * The desk of the case worker, who decides, and of the receiver, who records, corrects and hands over. What features
 * add that come after an application stands in its details.
 */
export function ManageApplicationsPage(props: {
  furtherActions: readonly RowAction<Application>[];
  furtherDetails: (row: Application) => ReactNode;
}) {
  const { furtherActions } = props;
  const isCounter = deskOf(useLocation().pathname) === 'receiver';
  const { staffId, role } = useSession();
  const navigate = useNavigate();
  const [handingOver, setHandingOver] = useState<ToHandOver | null>(null);
  const { address } = useListAddress(columns, statusFilter);
  const narrowing = useMemo(
    () => ({ search: address.search, sort: address.sort, status: address.filters.status }),
    [address.search, address.sort, address.filters.status],
  );
  const deskRowActions = useMemo<RowAction<Application>[]>(
    () => [
      {
        label: t`Open on the verify screen`,
        icon: IconChecklist,
        place: 'details',
        onClick: (row) => void navigate({ href: verifyAddress({ ...narrowing, open: row.id }) }),
        disabledReason: (row) =>
          row.status === 'received' ? null : errorSentence('applications.not_pending', undefined),
      },
    ],
    [navigate, narrowing],
  );
  const rowActions = useMemo(
    () => [...applicationActions, ...(isCounter ? [] : deskRowActions), ...furtherActions],
    [isCounter, deskRowActions, furtherActions],
  );
  return (
    <>
      <ListScreen
        title={t`Manage Application`}
        searchPlaceholder={t`Search candidate...`}
        emptyMessage={t`No records found.`}
        columns={columns}
        filters={statusFilter}
        list={list}
        rowLabel={(row) => row.candidateName}
        details={applicationDetails}
        detailsExtra={(row) => (
          <>
            <LeaseMark application={row} />
            <ApplicationFiles application={row} />
            {props.furtherDetails(row)}
            <DecisionBar
              application={row}
              actorId={staffId}
              isCounter={isCounter}
              onHandOver={() => setHandingOver(certificateOf(row))}
            />
          </>
        )}
        rowActions={rowActions}
        toolbarActions={
          isCounter ? counterActions(role === 'admin') : [verifyAction(verifyAddress(narrowing))]
        }
      />
      <HandOverDialog
        certificate={handingOver}
        newBundlePath={paths.applicationReceiver.newBundle}
        onClose={() => setHandingOver(null)}
      />
    </>
  );
}

/** Of a printed application, which has one. */
function certificateOf({ certificateId, convocationNumber, candidateName }: Application): ToHandOver {
  return { id: certificateId!, convocationNumber: convocationNumber!, studentName: candidateName };
}

function verifyAction(to: string): ToolbarAction {
  return { label: t`Verify applications`, icon: IconChecklist, isPrimary: true, to };
}

function counterActions(isAdmin: boolean): ToolbarAction[] {
  const newApplication: ToolbarAction = {
    label: t`New application`,
    icon: IconPlus,
    isPrimary: true,
    to: paths.applicationReceiver.newApplication,
  };
  const addReceiver: ToolbarAction = {
    label: t`Add application receiver`,
    icon: IconUserPlus,
    to: paths.admin.addApplicationReceiver,
  };
  const others: ToolbarAction[] = [
    { label: t`Demand drafts`, icon: IconReceipt, to: paths.applicationReceiver.demandDrafts },
    { label: t`Deposit slips`, icon: IconBuildingBank, to: paths.applicationReceiver.depositSlips },
    {
      label: t`Printed certificates`,
      icon: IconCertificate,
      to: paths.applicationReceiver.printedCertificates,
    },
    { label: t`Bundles`, icon: IconPackages, to: paths.applicationReceiver.bundles },
  ];
  return isAdmin ? [addReceiver, ...others, newApplication] : [...others, newApplication];
}

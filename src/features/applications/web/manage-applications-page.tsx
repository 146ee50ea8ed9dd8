import {
  IconBuildingBank,
  IconCertificate,
  IconChecklist,
  IconPackages,
  IconPlus,
  IconReceipt,
  IconUserPlus,
} from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { useCollegeFilter } from '#features/colleges/web/use-college-filter.ts';
import { useSession } from '#platform/web/api/session.ts';
import { useListAddress } from '#platform/web/components/list/use-list-address.ts';
import type { Cells, RowAction, ToolbarAction } from '#platform/web/components/list.tsx';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { usePersonFilter } from '#platform/web/components/person-filter.ts';
import { usePathname } from '#platform/web/router/use-pathname.ts';
import { whyNot } from '#shared/errors.ts';
import { deskOf, paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { type ApplicationSort, manageApplicationsLayout, returnedApplicationsLayout } from '../columns.ts';
import type { Application, ListedApplication } from '../contract.ts';
import { applicationActions } from './application-actions.ts';
import { applicationCells, applicationDetails } from './application-columns.tsx';
import { ApplicationDetailFacts } from './application-detail-facts.tsx';
import { ApplicationFiles } from './application-files.tsx';
import {
  applicationList,
  narrowedAddress,
  type ShowFilter,
  type StatusFilter,
  showFilter,
  statusFilter,
} from './application-list.ts';
import { conversationAbove } from './conversation.tsx';
import { CandidateName } from './lease-mark.tsx';
import { NextStep } from './next-step.tsx';
import { QueueHead } from './queue-head.tsx';

type DeskFilters = StatusFilter & ShowFilter & { receivedBy: string; collegeId: string };

const list = applicationList<DeskFilters>(manageApplicationsLayout);
const returnedList = applicationList<DeskFilters>(returnedApplicationsLayout);
const receivedByWords = { label: t`Received by`, own: t`Me`, colleague: t`A colleague` };
const cells: Cells<ListedApplication> = {
  ...applicationCells,
  candidateName: (row) => <CandidateName application={row} />,
};

const { applicationReceiver: receiver } = paths;
const addReceiver: ToolbarAction = {
  label: t`Add application receiver`,
  icon: IconUserPlus,
  to: paths.admin.addApplicationReceiver,
};
const counterActions: ToolbarAction[] = [
  { label: t`Demand drafts`, icon: IconReceipt, to: receiver.demandDrafts },
  { label: t`Deposit slips`, icon: IconBuildingBank, to: receiver.depositSlips },
  { label: t`Printed certificates`, icon: IconCertificate, to: receiver.printedCertificates },
  { label: t`Bundles`, icon: IconPackages, to: receiver.bundles },
  { label: t`New application`, icon: IconPlus, isPrimary: true, to: receiver.newApplication },
];

/**
 * The desk of the case worker, who decides, and of the receiver, who records, corrects and hands over. Features that
 * build on this one add their sections to the details.
 */
export function ManageApplicationsPage(props: {
  furtherActions: readonly RowAction<ListedApplication, Application>[];
  furtherDetails: (row: Application) => ReactNode;
  /** The notices of waiting work. */
  head: ReactNode;
}) {
  const { furtherActions } = props;
  const isCounter = deskOf(usePathname()) === 'receiver';
  const { role } = useSession();
  const receivedBy = usePersonFilter('receivedBy', receivedByWords);
  const collegeId = useCollegeFilter();
  const filters = useMemo(
    () => ({ ...statusFilter, ...showFilter, receivedBy, collegeId }),
    [receivedBy, collegeId],
  );
  const { address } = useListAddress<ApplicationSort, DeskFilters>(manageApplicationsLayout, filters);
  const { search, sort } = address;
  const { status, show, collegeId: ofCollege } = address.filters;
  const [rowActions, verifyActions] = useMemo(() => {
    const verifyAddress = (open?: string) =>
      narrowedAddress(paths.caseWorker.verifyApplications, {
        ...{ search, sort, status, show, open },
        collegeId: ofCollege,
      });
    const openToVerify: RowAction<ListedApplication, Application> = {
      label: t`Open on the verify screen`,
      icon: IconChecklist,
      place: 'details',
      isFor: () => !isCounter,
      to: (row) => verifyAddress(row.id),
      disabledReason: (row) => whyNot(row.status === 'received' || 'applications.not_pending'),
    };
    const verify: ToolbarAction = {
      label: t`Verify applications`,
      icon: IconChecklist,
      to: verifyAddress(),
    };
    return [[...applicationActions, openToVerify, ...furtherActions], [verify]];
  }, [isCounter, search, sort, status, show, ofCollege, furtherActions]);
  const ofCounter = role === 'admin' ? [addReceiver, ...counterActions] : counterActions;
  return (
    <ListScreen
      title={t`Manage Application`}
      searchPlaceholder={t`Search candidate...`}
      emptyMessage={t`No records found.`}
      emptyHelp={
        isCounter
          ? t`Applications received at the counter are listed here, with their fee and status.`
          : t`Applications are listed here from their receipt at the counter, for you to check and decide.`
      }
      cells={cells}
      filters={filters}
      list={status === 'returned' ? returnedList : list}
      rowLabel={(row) => row.candidateName}
      details={applicationDetails}
      detailsHead={(row) => (
        <>
          <NextStep application={row} />
          {conversationAbove(row)}
        </>
      )}
      detailsExtra={(row) => (
        <>
          <ApplicationDetailFacts id={row.id} />
          <ApplicationFiles application={row} />
          {props.furtherDetails(row)}
        </>
      )}
      rowActions={rowActions}
      toolbarActions={isCounter ? ofCounter : verifyActions}
    >
      {props.head}
      {!isCounter && <QueueHead show={show} collegeId={ofCollege} />}
    </ListScreen>
  );
}

import { useMemo } from 'react';
import type { ApplicationSort } from '#features/applications/columns.ts';
import { type CollegeAndDays, useCollegeAndDayFilters } from '#features/colleges/web/use-college-filter.ts';
import type { ListScreenProps, RowAction } from '#platform/web/components/list.tsx';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import {
  type ApplicationLayout,
  completedApplicationsLayout,
  rejectedApplicationsLayout,
  totalApplicationsLayout,
} from '../columns.ts';
import type { Application, ListedApplication } from '../contract.ts';
import { applicationActions } from './application-actions.ts';
import { applicationCells, applicationDetails } from './application-columns.tsx';
import { ApplicationDetailFacts } from './application-detail-facts.tsx';
import { ApplicationFiles } from './application-files.tsx';
import {
  applicationList,
  type ListOf,
  type ShowFilter,
  type StatusFilter,
  showFilter,
  statusFilter,
} from './application-list.ts';
import { conversationAbove } from './conversation.tsx';
import { reopenAction } from './reopen-dialog.tsx';

const rowActions: RowAction<ListedApplication, Application>[] = [...applicationActions, reopenAction];

type ApplicationListScreenProps<Filters extends Record<string, string>> = Pick<
  ListScreenProps<ListedApplication, ApplicationSort, Filters, Application>,
  'title' | 'searchPlaceholder' | 'emptyMessage' | 'emptyHelp' | 'emptyNext' | 'filters' | 'list' | 'children'
>;

/** A list of applications: a row opens all its details, with photo and receipt. */
export function ApplicationListScreen<Filters extends Record<string, string>>(
  props: ApplicationListScreenProps<Filters>,
) {
  return (
    <ListScreen
      {...props}
      cells={applicationCells}
      rowActions={rowActions}
      rowLabel={(row) => row.candidateName}
      details={applicationDetails}
      detailsHead={conversationAbove}
      detailsExtra={(row) => (
        <>
          <ApplicationDetailFacts id={row.id} />
          <ApplicationFiles application={row} />
        </>
      )}
    />
  );
}

/** A page with this layout, of all applications or of those that `of` selects. */
function applicationListPage(
  layout: ApplicationLayout,
  { of, ...words }: Omit<ApplicationListScreenProps<StatusFilter>, 'list'> & { of?: ListOf },
) {
  const list = applicationList(layout, of);
  return () => <ApplicationListScreen {...words} list={list} />;
}

/** /admin/total-applications and /auditor/applications: every application. */
export function TotalApplicationsPage() {
  const place = useCollegeAndDayFilters();
  const filters = useMemo(() => ({ ...statusFilter, ...showFilter, ...place }), [place]);
  return (
    <ApplicationListScreen
      title={t`Total applications`}
      searchPlaceholder={t`Search candidate...`}
      emptyMessage={t`No applications found`}
      emptyHelp={t`Every application received at the counter is listed here, whatever its status.`}
      emptyNext={{ label: t`New application`, to: paths.applicationReceiver.newApplication }}
      filters={filters}
      list={everyApplication}
    />
  );
}

const everyApplication = applicationList<StatusFilter & ShowFilter & CollegeAndDays>(totalApplicationsLayout);

/** /admin/completed-applications: the certificate is printed or handed over. */
export const CompletedApplicationsPage = applicationListPage(completedApplicationsLayout, {
  of: { stage: 'completed' },
  title: t`Completed applications`,
  searchPlaceholder: t`Search candidate...`,
  emptyMessage: t`No completed applications found`,
  emptyHelp: t`An application is completed when its certificate is printed or handed over.`,
  emptyNext: { label: t`Print queue`, to: paths.printer.printQueue },
});

/** /admin/rejected-applications: applications whose fee is short, with who rejected them and when. */
export const RejectedApplicationsPage = applicationListPage(rejectedApplicationsLayout, {
  of: { status: 'rejected' },
  title: t`Rejected applications`,
  searchPlaceholder: t`Search candidate...`,
  emptyMessage: t`No rejected applications found`,
  emptyHelp: t`Applications whose fee is short are listed here, with who rejected them and when.`,
  emptyNext: { label: t`Verify applications`, to: paths.caseWorker.verifyApplications },
});

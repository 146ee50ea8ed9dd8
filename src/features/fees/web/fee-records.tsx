import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { applicationActions } from '#features/applications/web/application-actions.ts';
import { applicationCells, applicationDetails } from '#features/applications/web/application-columns.tsx';
import { ApplicationFiles } from '#features/applications/web/application-files.tsx';
import { applicationList } from '#features/applications/web/application-list.ts';
import { conversationAbove } from '#features/applications/web/conversation.tsx';
import { api } from '#features/client.ts';
import { useCollegeFilter } from '#features/colleges/web/use-college-filter.ts';
import type { SelectFilters } from '#platform/web/components/list.tsx';
import { ListSection } from '#platform/web/components/list-screen.tsx';
import { Loading } from '#platform/web/components/loading.tsx';
import { optionsOf } from '#shared/labels.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { feeGeneratedLayout } from '../columns.ts';

type FeeFilters = {
  status: 'all' | 'verified' | 'rejected';
  pending: 'all' | 'pending';
  collegeId: string;
  academicYear: string;
};

const list = applicationList<FeeFilters>(feeGeneratedLayout, { fields: 'fees' });

/** The fees of all applications, with the specification's Status filter and those that fee totals link to. */
export function FeeRecords() {
  const choices = useQuery(api.applications.listApplicationChoices.queryOptions());
  const collegeId = useCollegeFilter();
  const filters = useMemo<SelectFilters<FeeFilters>>(
    () => ({
      status: {
        label: t`Status`,
        options: optionsOf({ all: t`All`, verified: t`Verified`, rejected: t`Rejected` }),
        replaces: 'pending',
      },
      pending: {
        label: t`Pending`,
        options: optionsOf({ all: t`All`, pending: t`Pending` }),
        isTicked: true,
        replaces: 'status',
      },
      collegeId,
      academicYear: {
        label: t`Academic year`,
        options: [
          { value: 'all', label: t`All` },
          ...(choices.data?.academicYears ?? []).map((year) => ({ value: year, label: year })),
        ],
      },
    }),
    [choices.data, collegeId],
  );
  // Until the choices are loaded, a filter in the address would be taken for an unknown value.
  if (choices.isPending) return <Loading />;
  return (
    <ListSection
      title={t`Fee records`}
      searchPlaceholder={t`Search by name, reg no, roll no...`}
      emptyMessage={t`No fee records found`}
      emptyHelp={t`Each application has its fee here: what is due, what is paid and what is pending.`}
      emptyNext={{ label: t`New application`, to: paths.applicationReceiver.newApplication }}
      cells={applicationCells}
      filters={filters}
      list={list}
      rowLabel={(row) => row.candidateName}
      details={applicationDetails}
      detailsHead={conversationAbove}
      rowActions={applicationActions}
      detailsExtra={(row) => <ApplicationFiles application={row} />}
    />
  );
}

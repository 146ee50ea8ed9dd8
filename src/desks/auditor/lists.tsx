import { concessionsLayout } from '#features/charges/columns.ts';
import { api } from '#features/client.ts';
import { type CollegeAndDays, useCollegeAndDayFilters } from '#features/colleges/web/use-college-filter.ts';
import { draftDaysLayout } from '#features/demand-drafts/columns.ts';
import type { DraftDays, DraftDaysSort } from '#features/demand-drafts/contract.ts';
import { spoilageLayout } from '#features/print-runs/columns.ts';
import { reprintRequestsLayout } from '#features/reprints/columns.ts';
import type { ReprintRequest, reprintSorts } from '#features/reprints/contract.ts';
import { type ListScreenProps, listSource } from '#platform/web/components/list.tsx';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { t } from '#shared/words.ts';

/** A list with filters by college and days. */
function listPage<Row, Sort extends string>(
  screen: Omit<ListScreenProps<Row, Sort, CollegeAndDays>, 'filters' | 'emptyHelp'>,
) {
  return () => (
    <ListScreen
      {...screen}
      filters={useCollegeAndDayFilters()}
      emptyHelp={t`Choose other days, another college or other words.`}
    />
  );
}

/** /auditor/concessions. */
export const ConcessionsPage = listPage({
  title: t`Concessions`,
  searchPlaceholder: t`Search by name, number, authority or college...`,
  emptyMessage: t`No concessions found`,
  rowLabel: ({ candidateName }) => candidateName,
  list: listSource({
    layout: concessionsLayout,
    page: api.charges.listConcessions,
    count: api.charges.countConcessions,
    sums: api.charges.sumConcessions,
  }),
});

/** /auditor/draft-days. */
export const DraftDaysPage = listPage({
  title: t`Draft days`,
  searchPlaceholder: t`Search by DD number, bank, branch or college...`,
  emptyMessage: t`No demand drafts found`,
  rowLabel: ({ number }) => number,
  list: listSource<DraftDays, DraftDaysSort, CollegeAndDays>({
    layout: draftDaysLayout,
    page: api.demandDrafts.listDraftDays,
    count: api.demandDrafts.countDraftDays,
    sums: api.demandDrafts.sumDraftDays,
  }),
});

/** /auditor/reprints. */
export const ReprintsPage = listPage({
  title: t`Reprints`,
  searchPlaceholder: t`Search by name, roll no, college...`,
  emptyMessage: t`No reprints found`,
  rowLabel: ({ studentName }) => studentName,
  list: listSource<ReprintRequest, (typeof reprintSorts)[number], CollegeAndDays, { copy: 'printed' }>({
    layout: reprintRequestsLayout,
    page: api.reprints.listReprintRequests,
    count: api.reprints.countReprintRequests,
    fixed: { copy: 'printed' },
  }),
});

/** /auditor/spoilage. */
export const SpoilagePage = listPage({
  title: t`Spoilage`,
  searchPlaceholder: t`Search by paper, printer or operator...`,
  emptyMessage: t`No sheets found`,
  rowLabel: ({ paper, operator }) => `${paper}, ${operator}`,
  list: listSource({
    layout: spoilageLayout,
    page: api.printRuns.listSpoilage,
    count: api.printRuns.countSpoilage,
    sums: api.printRuns.sumSpoilage,
  }),
});

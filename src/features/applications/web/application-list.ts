import { client } from '#features/client.ts';
import type { ListSource } from '#platform/web/components/list/list-declaration.ts';
import { t } from '#shared/words.ts';
import type { ApplicationSheet } from '../columns.ts';
import type { Application, ApplicationFilters } from '../contract.ts';
import type { ApplicationSort } from './application-columns.tsx';

/** Everything cached of applications stands below this key; a decision makes all of it stale. */
export const applicationsKey = ['applications'];

type StatusFilter = { status: ApplicationFilters['status'] };

/** Which applications a list is of, whatever its reader filters by, and what its search covers. */
type ListOf = Partial<Pick<ApplicationFilters, 'stage' | 'status' | 'fields'>>;

/** The applications of the caller's scope, laid out so in a file; only those that `of` names if it is given. */
export function applicationList<Filters extends Record<string, string> = StatusFilter>(
  sheet: ApplicationSheet,
  of: ListOf = {},
): ListSource<Application, ApplicationSort, Filters> {
  // Events are told to a list by what it is of. One that searches otherwise has rows of its own.
  const kind = of.stage ?? of.status ?? 'any';
  return {
    queryKey: [...applicationsKey, kind, ...(of.fields ? [of.fields] : [])],
    fetchPage: ({ filters, sort, ...page }, options) =>
      client.applications.listApplications({ ...page, ...chosen(filters), ...of, sort }, options),
    fetchCount: ({ search, filters }, options) =>
      client.applications.countApplications({ search, ...chosen(filters), ...of }, options),
    exportOf: ({ search, filters, sort }) => ({ sheet, input: { search, ...chosen(filters), ...of, sort } }),
    fetchRow: (id, options) => client.applications.getApplication({ id }, options),
  };
}

/** The filters that narrow; "All" is their default. */
function chosen(filters: Record<string, string>): Partial<Omit<ApplicationFilters, 'search'>> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== 'all'));
}

export const statusFilter = {
  status: {
    label: t`Status`,
    options: [
      { value: 'all', label: t`All` },
      { value: 'pending', label: t`Pending` },
      { value: 'verified', label: t`Verified` },
      { value: 'rejected', label: t`Rejected` },
      { value: 'returned', label: t`Returned` },
    ],
  },
} as const;

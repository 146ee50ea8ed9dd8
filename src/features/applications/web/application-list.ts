import { t } from '#shared/words.ts';
import { client } from '#web/api/client.ts';
import type { ListSource } from '#web/components/list/list-declaration.ts';
import type { ApplicationSheet } from '../columns.ts';
import type { Application, ApplicationFilters } from '../contract.ts';
import type { ApplicationSort } from './application-columns.tsx';

/** Everything cached of applications stands below this key; a decision makes all of it stale. */
export const applicationsKey = ['applications'];

type StatusFilter = { status: ApplicationFilters['status'] };

/** The applications of the caller's scope, laid out so in a file; those of one stage only if it is given. */
export function applicationList(
  sheet: ApplicationSheet,
  stage: ApplicationFilters['stage'] = 'any',
): ListSource<Application, ApplicationSort, StatusFilter> {
  return {
    queryKey: [...applicationsKey, stage],
    fetchPage: ({ filters, sort, ...page }, options) =>
      client.applications.listApplications({ ...page, ...filters, stage, sort }, options),
    fetchCount: ({ search, filters }, options) =>
      client.applications.countApplications({ search, ...filters, stage }, options),
    exportOf: ({ search, filters, sort }) => ({ sheet, input: { search, ...filters, stage, sort } }),
    fetchRow: (id, options) => client.applications.getApplication({ id }, options),
  };
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

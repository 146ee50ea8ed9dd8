import { api } from '#features/client.ts';
import type { ListSource } from '#platform/web/components/list.tsx';
import { stringifySearch } from '#platform/web/search-params.ts';
import type { AuditEventName } from '#shared/audit-names.ts';
import { optionsOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';
import type { ApplicationLayout, ApplicationSort } from '../columns.ts';
import {
  type Application,
  type ApplicationFilters,
  applicationParts,
  type ListedApplication,
} from '../contract.ts';

export type StatusFilter = { status: ApplicationFilters['status'] };
export type ShowFilter = { show: ApplicationFilters['show'] };

/** The fixed filters of a list, and what its search covers. */
export type ListOf = Partial<Pick<ApplicationFilters, 'stage' | 'status' | 'fields'>>;
type Kind = NonNullable<ListOf['stage' | 'status']>;

/** Which events add a row to a list of this kind. */
const additions: Partial<Record<Kind, readonly AuditEventName[]>> = {
  any: ['applications.received'],
  verified: ['applications.verified'],
  rejected: ['applications.rejected'],
  waiting_for_print: ['certificates.created', 'certificates.released', 'certificates.queued_for_reprint'],
  completed: ['certificates.printed'],
};

/** The applications in the caller's scope, narrowed by `of`; `layout` also applies to the export. */
export function applicationList<Filters extends Record<string, string> = StatusFilter>(
  layout: ApplicationLayout,
  of: ListOf = {},
): ListSource<ListedApplication, ApplicationSort, Filters, Application> {
  const kind: Kind = of.stage ?? of.status ?? 'any';
  return {
    layout,
    // A list whose search covers other fields has other rows, so it gets its own key.
    queryKey: [api.applications.listApplications.key()[0], kind, ...(of.fields ? [of.fields] : [])],
    growth: { addedBy: additions[kind] },
    fetchPage: ({ filters, ...page }, options) =>
      api.applications.listApplications.call({ ...page, ...chosen(filters), ...of }, options),
    fetchCount: ({ filters, search }, options) =>
      api.applications.countApplications.call({ search, ...chosen(filters), ...of }, options),
    fetchSums: ({ filters, search }, options) =>
      api.applications.sumApplications.call({ search, ...chosen(filters), ...of }, options),
    exportOf: ({ filters, ...order }) => ({ layout, input: { ...order, ...chosen(filters), ...of } }),
    fetchRow: (id, options) => api.applications.getApplication.call({ id }, options),
    recordKey: applicationKey,
  };
}

/** The query key of the whole application. */
export function applicationKey(id: string) {
  return api.applications.getApplication.queryKey({ input: { id } });
}

/** Drops filters at their default, 'All' or blank. `pending` is the fee list's own filter for that status. */
function chosen({
  pending = 'all',
  ...filters
}: Record<string, string>): Partial<Omit<ApplicationFilters, 'search'>> {
  const named = { ...filters, ...(pending !== 'all' && { status: pending }) };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== 'all' && value !== ''));
}

export const showFilter = {
  show: { label: t`Show`, options: optionsOf(applicationParts) },
} as const;

/** The address of a page with this search, order and filters, and the open application, if any. */
export function narrowedAddress(
  path: string,
  {
    search,
    sort,
    open,
    ...filters
  }: { search?: string; sort?: string | undefined; open?: string } & Partial<
    Record<'status' | 'show' | 'collegeId', string>
  >,
): string {
  return path + stringifySearch({ q: search, sort, ...chosen(filters), open });
}

export const statusFilter = {
  status: {
    label: t`Status`,
    options: optionsOf({
      all: t`All`,
      pending: t`Pending`,
      verified: t`Verified`,
      rejected: t`Rejected`,
      returned: t`Returned`,
    }),
  },
} as const;

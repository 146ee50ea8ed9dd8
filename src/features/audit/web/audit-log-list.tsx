import { Code } from '@mantine/core';
import { api } from '#features/client.ts';
import type { CollegeAndDays } from '#features/colleges/web/use-college-filter.ts';
import { inGroups } from '#platform/web/components/list/record-parts.tsx';
import { type DetailField, type ListSource, listSource } from '#platform/web/components/list.tsx';
import { auditDeskLabels, auditEventLabels, auditRecordLabels } from '#shared/audit-names.ts';
import type { ListLayout } from '#shared/list-layout.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';
import { auditLogLayout, labelIn, masterChangesLayout, namesLike } from '../columns.ts';
import type { AuditEvent, AuditFilters } from '../contract.ts';
import { EventChanges } from './event-changes.tsx';

export type Days = { from: string; to: string };

export const days = {
  from: { label: t`From day`, kind: 'day' },
  to: { label: t`To day`, kind: 'day' },
} as const;

/** Adds to each request what the search term also means, and drops filters that are blank or 'all'. */
export function logSource<Row, Filters extends Record<string, string>>(
  source: ListSource<Row, never, Filters>,
  meant: (search: string) => Record<string, string> = () => ({}),
): ListSource<Row, never, Filters> {
  const narrowed = <Request extends { search: string; filters: Filters }>(request: Request): Request => {
    const filters = Object.entries({ ...request.filters, ...meant(request.search) });
    return {
      ...request,
      filters: Object.fromEntries(filters.filter(([, value]) => value !== '' && value !== 'all')),
    };
  };
  return {
    ...source,
    fetchPage: (request, options) => source.fetchPage(narrowed(request), options),
    fetchCount: (request, options) => source.fetchCount(narrowed(request), options),
    exportOf: (request) => source.exportOf(narrowed(request)),
  };
}

/** The server searches English labels; labels in other languages are searched here. */
function namesMeant(search: string) {
  return {
    events: namesLike(auditEventLabels, search, translateLabel).join(','),
    desks: namesLike(auditDeskLabels, search, translateLabel).join(','),
    recordTypes: namesLike(auditRecordLabels, search, translateLabel).join(','),
  };
}

type Fixed = Partial<Record<'actorId' | 'recordType' | 'recordId', string> & { masters: 'yes' }>;

/** The audit log, or with `fixed` only the events of one person, of one record, or of masters. */
function auditLog<Filters extends Record<string, string>>(
  fixed?: Fixed,
  layout: ListLayout<AuditEvent, string, never> = auditLogLayout,
): ListSource<AuditEvent, never, Filters> {
  const source = listSource<AuditEvent, never, Filters, Fixed>({
    layout,
    page: api.audit.listAuditEvents,
    count: api.audit.countAuditEvents,
    // Other people's events do not add rows to one person's list.
    ...(fixed ? { fixed } : { addedBy: 'any' }),
  });
  return {
    ...logSource(source, namesMeant),
    fetchRow: (id, options) => api.audit.getAuditEvent.call({ sequence: Number(id) }, options),
  };
}

function eventDetails(row: AuditEvent): DetailField[] {
  return [
    { label: t`Kind of record`, value: labelIn(auditRecordLabels, row.recordType), copy: row.recordId },
    { label: t`Address`, value: row.ip },
    ...inGroups({
      technical: [
        { label: t`Request`, value: row.requestId, copy: row.requestId },
        { label: t`Hash`, value: <Code>{row.hash.slice(0, 16)}…</Code>, copy: row.hash },
      ],
    }),
  ];
}

/** What all lists of events have in common. */
export const shownEvents = {
  searchPlaceholder: t`Search by event, name, number, serial, order, reason or college...`,
  emptyMessage: t`No events found`,
  emptyHelp: t`Each change in the portal is recorded here, with who made it and when.`,
  rowId: (row: AuditEvent) => String(row.sequence),
  rowLabel: (row: AuditEvent) =>
    `${translateLabel(labelIn(auditEventLabels, row.event))} — ${row.recordLabel}`,
  details: eventDetails,
  detailsExtra: (row: AuditEvent) => <EventChanges event={row} />,
};

export const wholeLog = auditLog<
  { recordType: string; event: string; collegeId: string; day: string } & Pick<AuditFilters, 'setUpAlone'> &
    Days
>();

export const masterChanges = auditLog<CollegeAndDays>({ masters: 'yes' }, masterChangesLayout);

/** The events of one person or record, as a part of a page. */
export function eventsOf(fixed: Fixed) {
  return { ...shownEvents, filters: days, list: auditLog<Days>(fixed) };
}

import { Code, SegmentedControl, Stack, Text } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { api } from '#features/client.ts';
import { type DetailField, type ListSource, listSource } from '#platform/web/components/list.tsx';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { auditDeskLabels, auditEventLabels, auditRecordLabels } from '#shared/audit-names.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { accessLogLayout, auditLogLayout, labelIn, namesLike } from '../columns.ts';
import {
  type AccessEntry,
  type AccessFilters,
  type AuditEvent,
  type AuditFilters,
  accessKindLabels,
  accessKinds,
} from '../contract.ts';

type Days = { from: string; to: string };

const days = {
  from: { label: t`From day`, kind: 'day' },
  to: { label: t`To day`, kind: 'day' },
} as const;

/** A log is asked for what was chosen and for what the search means besides; what is empty is left out. */
function logSource<Row, Filters extends Record<string, string>>(
  list: Parameters<typeof listSource<Row, never, Filters>>[0],
  meant: (search: string) => Record<string, string> = () => ({}),
): ListSource<Row, never, Filters> {
  const source = listSource(list);
  const narrowed = <Request extends { search: string; filters: Filters }>(request: Request): Request => {
    const filters = Object.entries({ ...request.filters, ...meant(request.search) });
    return { ...request, filters: Object.fromEntries(filters.filter(([, value]) => value !== '')) };
  };
  return {
    ...source,
    fetchPage: (request, options) => source.fetchPage(narrowed(request), options),
    fetchCount: (request, options) => source.fetchCount(narrowed(request), options),
    exportOf: (request) => source.exportOf(narrowed(request)),
  };
}

const auditFilters = {
  recordType: {
    label: t`Record`,
    options: [
      { value: '', label: t`All` },
      ...Object.entries(auditRecordLabels).map(([value, label]) => ({ value, label })),
    ],
  },
  setUpAlone: {
    label: t`Set-up`,
    options: [
      { value: '' as const, label: t`All` },
      { value: 'yes' as const, label: t`Set up alone` },
    ],
  },
  ...days,
};

const auditLog = logSource<AuditEvent, { recordType: string } & Pick<AuditFilters, 'setUpAlone'> & Days>(
  {
    layout: auditLogLayout,
    page: api.audit.listAuditEvents,
    count: api.audit.countAuditEvents,
    addedBy: 'any',
  },
  // The server knows what the log says in English; what it says in other languages is looked up here.
  (search) => ({
    events: namesLike(auditEventLabels, search).join(','),
    desks: namesLike(auditDeskLabels, search).join(','),
    recordTypes: namesLike(auditRecordLabels, search).join(','),
  }),
);

function eventDetails(row: AuditEvent): DetailField[] {
  return [
    { label: t`Kind of record`, value: labelIn(auditRecordLabels, row.recordType), copy: row.recordId },
    { label: t`Request`, value: row.requestId, copy: row.requestId },
    { label: t`Address`, value: row.ip ?? '-' },
    { label: t`Hash`, value: <Code>{row.hash.slice(0, 16)}…</Code>, copy: row.hash },
  ];
}

/** /auditor/audit-log: every write, newest first, with what it changed. */
export function AuditLogPage() {
  return (
    <ListScreen
      title={t`Audit log`}
      searchPlaceholder={t`Search by person, event, record or number...`}
      emptyMessage={t`No events found`}
      filters={auditFilters}
      list={auditLog}
      rowId={(row) => String(row.sequence)}
      rowLabel={(row) => `${labelIn(auditEventLabels, row.event)} — ${row.recordLabel}`}
      details={eventDetails}
      detailsExtra={(row) => <Changes event={row} />}
    >
      <LogViews />
    </ListScreen>
  );
}

function Changes({ event }: { event: AuditEvent }) {
  return (
    <Stack gap="xs">
      {[
        { title: t`Before`, fields: event.before },
        { title: t`After`, fields: event.after },
      ].map(
        ({ title, fields }) =>
          fields && (
            <div key={title}>
              <Text size="sm" fw={600}>
                {title}
              </Text>
              <Code block>{JSON.stringify(fields, null, 2)}</Code>
            </div>
          ),
      )}
    </Stack>
  );
}

const accessFilters = {
  kind: {
    label: t`What`,
    options: [
      { value: 'all' as const, label: t`All` },
      ...accessKinds.map((kind) => ({ value: kind, label: accessKindLabels[kind] })),
    ],
  },
  ...days,
};

const accessLog = logSource<AccessEntry, Pick<AccessFilters, 'kind'> & Days>({
  layout: accessLogLayout,
  page: api.audit.listAccessEntries,
  count: api.audit.countAccessEntries,
});

/** /auditor/audit-log/access: sign-ins, failures, and who looked at whose files. */
export function AccessLogPage() {
  return (
    <ListScreen
      title={t`Access log`}
      description={t`Kept for one year. Failures are counted by person or address, network and hour; an Email Id that nobody has is shown as a code.`}
      searchPlaceholder={t`Search by person, file or network...`}
      emptyMessage={t`No entries found`}
      filters={accessFilters}
      list={accessLog}
      rowId={(row) => String(row.id)}
      rowLabel={(row) => `${accessKindLabels[row.kind]} — ${row.person}`}
    >
      <LogViews />
    </ListScreen>
  );
}

const views = [
  { value: paths.auditor.auditLog, label: t`What was changed` },
  { value: paths.auditor.accessLog, label: t`Who signed in and looked` },
];

/** Both logs stand under one entry of the menu. */
function LogViews() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (
    <SegmentedControl
      style={{ alignSelf: 'flex-start', flexShrink: 0, maxWidth: '100%', overflowX: 'auto' }}
      aria-label={t`What is shown`}
      data={views}
      value={pathname}
      onChange={(to) => void navigate({ to })}
    />
  );
}

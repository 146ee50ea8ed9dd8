import { Code, Stack, Text } from '@mantine/core';
import { api, client } from '#features/client.ts';
import { columnsOf } from '#platform/web/components/list/layout-columns.tsx';
import type { Column, DetailField, ListSource } from '#platform/web/components/list/list-declaration.ts';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { Moment } from '#platform/web/components/moment.tsx';
import { auditDeskLabels, auditEventLabels, auditRecordLabels } from '#shared/audit-names.ts';
import { t } from '#shared/words.ts';
import { auditLogLayout, labelIn, namesLike } from '../columns.ts';
import type { AuditEvent } from '../contract.ts';
import { LogViews } from './log-views.tsx';

type Filters = { recordType: string; from: string; to: string };

const filters = {
  recordType: {
    label: t`Record`,
    options: [
      { value: '', label: t`All` },
      ...Object.entries(auditRecordLabels).map(([value, label]) => ({ value, label })),
    ],
  },
  from: { label: t`From day`, kind: 'day' },
  to: { label: t`To day`, kind: 'day' },
} as const;

const list: ListSource<AuditEvent, never, Filters> = {
  name: auditLogLayout.name,
  queryKey: [api.audit.listAuditEvents.key()[0], 'list'],
  growth: { addedBy: 'any' },
  fetchPage: ({ search, filters: chosen, offset, limit, cursor }, options) =>
    client.audit.listAuditEvents({ ...narrowedBy(search, chosen), offset, limit, cursor }, options),
  fetchCount: ({ search, filters: chosen }, options) =>
    client.audit.countAuditEvents(narrowedBy(search, chosen), options),
  exportOf: ({ search, filters: chosen }) => ({ layout: auditLogLayout, input: narrowedBy(search, chosen) }),
};

/** The server knows what the log says in English; what it says in other languages is looked up here. */
function narrowedBy(search: string, { recordType, from, to }: Filters) {
  const names = (labels: Readonly<Record<string, string>>) =>
    namesLike(labels, search).join(',') || undefined;
  return {
    search,
    recordType: recordType || undefined,
    from: from || undefined,
    to: to || undefined,
    events: names(auditEventLabels),
    desks: names(auditDeskLabels),
    recordTypes: names(auditRecordLabels),
  };
}

const columns: Column<AuditEvent, never>[] = columnsOf(auditLogLayout, {
  sequence: { width: 70, card: 'hidden' },
  at: { width: 150, card: 'line' },
  actorName: { width: 160, card: 'line' },
  desk: { width: 110, card: 'hidden' },
  event: { width: 210, card: 'title' },
  recordLabel: { width: 190, card: 'line' },
});

function details(row: AuditEvent): DetailField[] {
  return [
    { label: t`No.`, value: row.sequence },
    { label: t`When`, value: <Moment value={row.at} /> },
    { label: t`Who`, value: `${row.actorName} (${labelIn(auditDeskLabels, row.desk)})` },
    { label: t`What`, value: labelIn(auditEventLabels, row.event) },
    {
      label: t`Record`,
      value: `${labelIn(auditRecordLabels, row.recordType)} ${row.recordLabel}`,
      copy: row.recordId,
    },
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
      columns={columns}
      filters={filters}
      list={list}
      rowId={(row) => String(row.sequence)}
      rowLabel={(row) => `${labelIn(auditEventLabels, row.event)} — ${row.recordLabel}`}
      details={details}
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

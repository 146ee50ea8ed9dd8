import { Code, Stack, Text } from '@mantine/core';
import { t } from '#shared/words.ts';
import { client } from '#web/api/client.ts';
import type { Column, DetailField, ListSource } from '#web/components/list/list-declaration.ts';
import { columnsOf } from '#web/components/list/sheet-columns.tsx';
import { ListScreen } from '#web/components/list-screen.tsx';
import { Moment } from '#web/components/moment.tsx';
import { auditLogSheet, wordsOf } from '../columns.ts';
import type { AuditEvent } from '../contract.ts';

type Filters = { recordType: string };

const recordTypes = [
  'application',
  'certificate',
  'print_run',
  'demand_draft',
  'blank_receipt',
  'paper',
  'stock_count',
  'destruction',
  'ink_receipt',
  'ink',
  'export',
  'file',
  'staff',
  'college',
  'student',
];

const filters = {
  recordType: {
    label: t`Record`,
    options: [
      { value: '', label: t`All` },
      ...recordTypes.map((value) => ({ value, label: value.replaceAll('_', ' ') })),
    ],
  },
};

const list: ListSource<AuditEvent, never, Filters> = {
  queryKey: ['audit-events'],
  fetchPage: ({ search, filters: chosen, offset, limit, cursor }, options) =>
    client.audit.listAuditEvents({ search, ...typeOf(chosen), offset, limit, cursor }, options),
  fetchCount: ({ search, filters: chosen }, options) =>
    client.audit.countAuditEvents({ search, ...typeOf(chosen) }, options),
  exportOf: ({ search, filters: chosen }) => ({
    sheet: auditLogSheet,
    input: { search, ...typeOf(chosen) },
  }),
};

function typeOf({ recordType }: Filters) {
  return recordType ? { recordType } : {};
}

const columns: Column<AuditEvent, never>[] = columnsOf(auditLogSheet, {
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
    { label: t`Who`, value: `${row.actorName} (${row.desk.replaceAll('_', ' ')})` },
    { label: t`What`, value: wordsOf(row.event) },
    {
      label: t`Record`,
      value: `${row.recordType.replaceAll('_', ' ')} ${row.recordLabel}`,
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
      searchPlaceholder={t`Search by person, event or record...`}
      emptyMessage={t`No events found`}
      columns={columns}
      filters={filters}
      list={list}
      rowId={(row) => String(row.sequence)}
      rowLabel={(row) => `${wordsOf(row.event)} — ${row.recordLabel}`}
      details={details}
      detailsExtra={(row) => <Changes event={row} />}
    />
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

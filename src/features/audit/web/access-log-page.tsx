import { api, client } from '#features/client.ts';
import { columnsOf } from '#platform/web/components/list/layout-columns.tsx';
import type { Column, ListSource } from '#platform/web/components/list/list-declaration.ts';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { t } from '#shared/words.ts';
import { type AccessEntry, accessKindLabels, accessKinds } from '../access-contract.ts';
import { accessLogLayout } from '../columns.ts';
import { LogViews } from './log-views.tsx';

type Filters = { kind: string; from: string; to: string };

const filters = {
  kind: {
    label: t`What`,
    options: [
      { value: 'all', label: t`All` },
      ...accessKinds.map((kind) => ({ value: kind, label: accessKindLabels[kind] })),
    ],
  },
  from: { label: t`From day`, kind: 'day' },
  to: { label: t`To day`, kind: 'day' },
} as const;

const list: ListSource<AccessEntry, never, Filters> = {
  name: accessLogLayout.name,
  queryKey: [api.audit.listAccessEntries.key()[0], 'list'],
  growth: {},
  fetchPage: ({ search, filters: chosen, offset, limit, cursor }, options) =>
    client.audit.listAccessEntries({ ...narrowedBy(search, chosen), offset, limit, cursor }, options),
  fetchCount: ({ search, filters: chosen }, options) =>
    client.audit.countAccessEntries(narrowedBy(search, chosen), options),
  exportOf: ({ search, filters: chosen }) => ({
    layout: accessLogLayout,
    input: narrowedBy(search, chosen),
  }),
};

function narrowedBy(search: string, { kind, from, to }: Filters) {
  return { search, kind: kind as 'all', from: from || undefined, to: to || undefined };
}

const columns: Column<AccessEntry, never>[] = columnsOf(accessLogLayout, {
  at: { width: 150, card: 'line' },
  person: { width: 180, card: 'title' },
  kind: { width: 170, card: 'badge' },
  record: { width: 220, card: 'line' },
  network: { width: 150, card: 'line' },
  count: { width: 80, card: 'line' },
});

/** /auditor/audit-log/access: sign-ins, failures, and who looked at whose files. */
export function AccessLogPage() {
  return (
    <ListScreen
      title={t`Access log`}
      description={t`Kept for one year. Failures are counted by person or address, network and hour; an Email Id that nobody has is shown as a code.`}
      searchPlaceholder={t`Search by person, file or network...`}
      emptyMessage={t`No entries found`}
      columns={columns}
      filters={filters}
      list={list}
      rowId={(row) => String(row.id)}
      rowLabel={(row) => `${accessKindLabels[row.kind]} — ${row.person}`}
    >
      <LogViews />
    </ListScreen>
  );
}

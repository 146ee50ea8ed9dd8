import '#features/words.ts';
import { SegmentedControl } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { api } from '#features/client.ts';
import { useCollegeAndDayFilters, useCollegeFilter } from '#features/colleges/web/use-college-filter.ts';
import { listSource } from '#platform/web/components/list.tsx';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { usePathname } from '#platform/web/router/use-pathname.ts';
import { auditEventLabels, auditRecordLabels } from '#shared/audit-names.ts';
import { optionsOf } from '#shared/labels.ts';
import { paths } from '#shared/paths.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';
import { accessLogLayout } from '../columns.ts';
import { type AccessEntry, type AccessFilters, accessKindLabels } from '../contract.ts';
import { type Days, days, logSource, masterChanges, shownEvents, wholeLog } from './audit-log-list.tsx';

const auditFilters = {
  event: { label: t`What`, options: optionsOf<string>({ '': t`All`, ...auditEventLabels }) },
  recordType: { label: t`Record`, options: optionsOf<string>({ '': t`All`, ...auditRecordLabels }) },
  day: { label: t`On day`, kind: 'day' },
  setUpAlone: { label: t`Set-up`, options: optionsOf({ '': t`All`, yes: t`Changed by one admin alone` }) },
} as const;

/** /auditor/audit-log: every write, newest first, with what it changed. */
export function AuditLogPage() {
  const collegeId = useCollegeFilter();
  const filters = useMemo(() => ({ ...days, collegeId, ...auditFilters }), [collegeId]);
  return (
    <ListScreen {...shownEvents} title={t`Audit log`} filters={filters} list={wholeLog}>
      <LogViews />
    </ListScreen>
  );
}

/** /auditor/masters-changed: changes of all masters. */
export function MastersChangedPage() {
  return (
    <ListScreen
      {...shownEvents}
      title={t`Masters changed`}
      description={t`Changes since the last day of the newest inspection report, or all if there is none. Choose days to see others.`}
      filters={useCollegeAndDayFilters()}
      list={masterChanges}
    />
  );
}

const accessFilters = {
  kind: { label: t`What`, options: optionsOf({ all: t`All`, ...accessKindLabels }) },
  ...days,
};

const accessLog = logSource(
  listSource<AccessEntry, never, Pick<AccessFilters, 'kind'> & Days>({
    layout: accessLogLayout,
    page: api.audit.listAccessEntries,
    count: api.audit.countAccessEntries,
  }),
);

/** /auditor/audit-log/access: sign-ins, failures, and who looked at whose files. */
export function AccessLogPage() {
  return (
    <ListScreen
      title={t`Access log`}
      description={t`Kept for one year. Failures are counted by person or address, network and hour; an Email Id that nobody has is shown as a code.`}
      searchPlaceholder={t`Search by person, file, candidate or network...`}
      emptyMessage={t`No entries found`}
      emptyHelp={t`Whoever looks at personal records is listed here, with what was opened and when.`}
      filters={accessFilters}
      list={accessLog}
      rowId={(row) => String(row.id)}
      rowLabel={(row) => `${translateLabel(accessKindLabels[row.kind])} — ${row.person}`}
    >
      <LogViews />
    </ListScreen>
  );
}

const views = [
  { value: paths.auditor.auditLog, label: t`What was changed` },
  { value: paths.auditor.accessLog, label: t`Who signed in and looked` },
];

/** Both logs share one menu entry. */
function LogViews() {
  const navigate = useNavigate();
  const pathname = usePathname();
  return (
    <SegmentedControl
      style={{ alignSelf: 'flex-start', flexShrink: 0 }}
      aria-label={t`What is shown`}
      data={views}
      value={pathname}
      onChange={(to) => void navigate({ to })}
    />
  );
}

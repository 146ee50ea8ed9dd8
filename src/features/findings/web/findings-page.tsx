import { Group } from '@mantine/core';
import { useNavigate, useRouterState, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { api, client } from '#features/client.ts';
import { useCollegeFilter } from '#features/colleges/web/use-college-filter.ts';
import { useMay } from '#platform/web/api/session.ts';
import { CommandDialog } from '#platform/web/components/command-dialog.tsx';
import { type Cells, listSource, type RowAction } from '#platform/web/components/list.tsx';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { useChangeAddress } from '#platform/web/components/page-address.ts';
import { badgeOf, Day, StatusBadge } from '#platform/web/components/values.tsx';
import { optionsOf } from '#shared/labels.ts';
import { deskOf, paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { findingsLayout } from '../columns.ts';
import {
  type Finding,
  type FindingFilters,
  findingPartLabels,
  findingStateLabels,
  maximumText,
} from '../contract.ts';

const filters = {
  state: { label: t`Status`, options: optionsOf({ all: t`All`, due: t`Reply due`, ...findingStateLabels }) },
  from: { label: t`From day`, kind: 'day' },
  to: { label: t`To day`, kind: 'day' },
} as const;

const list = listSource<Finding, never, Record<'from' | 'to', string> & Pick<FindingFilters, 'state'>>({
  layout: findingsLayout,
  page: api.findings.listFindings,
  count: api.findings.countFindings,
  row: api.findings.getFinding,
  addedBy: ['findings.raised'],
});

export const FindingBadge = badgeOf(findingStateLabels, {
  open: 'waiting',
  replied: 'active',
  settled: 'good',
  dropped: 'neutral',
});

/** The day of the reply, marked once it is over. */
export function DueDay({ dueOn, isOverdue }: Pick<Finding, 'dueOn' | 'isOverdue'>) {
  return (
    <Group gap={6} component="span">
      <Day value={dueOn} />
      {isOverdue && <StatusBadge tone="bad" label={t`Overdue`} />}
    </Group>
  );
}

const cells: Cells<Finding> = { state: FindingBadge, dueOn: DueDay };

/** /auditor/findings and /admin/findings; `?hit=<id>` opens the dialog for an exception. */
export function FindingsPage() {
  const isAuditor = useRouterState({ select: (state) => deskOf(state.location.pathname) === 'auditor' });
  const mayWrite = useMay('findings:write');
  const { hit } = useSearch({ strict: false }) as { hit?: string };
  const changeAddress = useChangeAddress();
  const rowActions = useMemo<RowAction<Finding>[]>(() => {
    const { finding } = isAuditor ? paths.auditor : paths.admin;
    return [{ label: t`Open finding`, icon: 'view', to: ({ id }) => finding(id) }];
  }, [isAuditor]);
  return (
    <ListScreen
      title={t`Findings`}
      description={t`What the auditors found. A reply is due within four weeks; an auditor settles or drops the finding.`}
      searchPlaceholder={t`Search by number, title or text...`}
      emptyMessage={t`No findings found`}
      emptyHelp={t`An auditor raises a finding, and the admins reply to it.`}
      cells={cells}
      filters={filters}
      list={list}
      rowLabel={({ number, title }) => `${number}, ${title}`}
      rowActions={rowActions}
      toolbarActions={
        mayWrite
          ? [
              {
                label: t`Raise a finding`,
                isPrimary: true,
                dialog: (onClose) => <RaiseDialog onClose={onClose} />,
              },
            ]
          : []
      }
    >
      {mayWrite && hit !== undefined && (
        <RaiseDialog
          hitId={hit}
          onClose={() => changeAddress((now) => ({ ...now, hit: undefined }), { step: 'replace' })}
        />
      )}
    </ListScreen>
  );
}

function RaiseDialog({ hitId, onClose }: { hitId?: string; onClose: () => void }) {
  const navigate = useNavigate();
  const { options } = useCollegeFilter();
  return (
    <CommandDialog
      title={t`Raise a finding`}
      confirmLabel={t`Raise finding`}
      call={client.findings.raiseFinding}
      fields={{
        title: {
          kind: 'line',
          label: t`Title`,
          isRequired: true,
          maxLength: 160,
          missing: t`Enter a title.`,
        },
        text: {
          kind: 'paragraph',
          label: t`Observation`,
          description: t`What you found, which rule it breaks, and what the office should do.`,
          isRequired: true,
          maxLength: maximumText,
          missing: t`Enter the text.`,
        },
        part: {
          kind: 'choice',
          label: t`Part of the report`,
          options: optionsOf(findingPartLabels),
          initial: null,
          isRadio: true,
          missing: t`Choose the part of the report.`,
        },
        collegeId: {
          kind: 'choice',
          label: t`College`,
          options,
          initial: 'all',
          missing: t`Choose the college.`,
        },
        fileId: { kind: 'file', label: t`File`, of: 'evidence' },
      }}
      input={({ collegeId, ...said }) => ({
        ...said,
        ...(collegeId !== 'all' && { collegeId }),
        ...(hitId !== undefined && { hitIds: [hitId] }),
      })}
      done={({ number }) => t`Finding ${number} is raised.`}
      onDone={({ id }) => void navigate({ href: paths.auditor.finding(id) })}
      onClose={onClose}
    >
      {hitId === undefined
        ? t`The admins get a mail and reply within four weeks. The text cannot be changed later.`
        : t`It names the exception. The admins get a mail and reply within four weeks. The text cannot be changed later.`}
    </CommandDialog>
  );
}

import { useNavigate, useSearch } from '@tanstack/react-router';
import { api, client } from '#features/client.ts';
import { useMay, useSession } from '#platform/web/api/session.ts';
import { CommandDialog, reasonField } from '#platform/web/components/command-dialog.tsx';
import { type Cells, listSource, type ToolbarAction } from '#platform/web/components/list.tsx';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { useChangeAddress } from '#platform/web/components/page-address.ts';
import { badgeOf, StatusBadge } from '#platform/web/components/values.tsx';
import { optionsOf } from '#shared/labels.ts';
import { paths } from '#shared/paths.ts';
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
};

const list = listSource<Finding, never, Pick<FindingFilters, 'state'>>({
  layout: findingsLayout,
  page: api.findings.listFindings,
  count: api.findings.countFindings,
  row: api.findings.getFinding,
  addedBy: ['findings.raised'],
});

const StateBadge = badgeOf(findingStateLabels, {
  open: 'waiting',
  replied: 'active',
  settled: 'good',
  dropped: 'neutral',
});

export function FindingBadge({ state, isOverdue }: Pick<Finding, 'state' | 'isOverdue'>) {
  return isOverdue ? <StatusBadge tone="bad" label={t`Reply overdue`} /> : <StateBadge state={state} />;
}

const cells: Cells<Finding> = { state: FindingBadge };

/** /auditor/findings and /admin/findings; `?hit=<id>` opens the dialog for an exception. */
export function FindingsPage() {
  const mayWrite = useMay('findings:write');
  const { hit } = useSearch({ strict: false }) as { hit?: string };
  const changeAddress = useChangeAddress();
  const raise = (onClose: () => void) => <RaiseDialog onClose={onClose} />;
  const actions: ToolbarAction[] = [{ label: t`Raise a finding`, isPrimary: true, dialog: raise }];
  // A report is of the whole university.
  if (useSession().code === 'ALL')
    actions.unshift({ label: t`Inspection reports`, to: paths.auditor.inspectionReports });
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
      toolbarActions={mayWrite ? actions : []}
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

/** What every entry has. */
export function entryFields(labels: { label: string; description?: string }) {
  return {
    text: reasonField({ ...labels, missing: t`Enter the text.`, maxLength: maximumText }),
    fileId: { kind: 'file', label: t`Evidence`, description: t`Optional.`, of: 'evidence' },
  } as const;
}

function RaiseDialog({ hitId, onClose }: { hitId?: string; onClose: () => void }) {
  const navigate = useNavigate();
  const { text, fileId } = entryFields({
    label: t`Observation`,
    description: t`What you found, which rule it breaks, and what the office should do.`,
  });
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
        text,
        part: {
          kind: 'choice',
          label: t`Part of the report`,
          options: optionsOf(findingPartLabels),
          initial: null,
          isRadio: true,
          missing: t`Choose the part of the report.`,
        },
        fileId,
      }}
      input={(said) => ({ ...said, hitIds: hitId === undefined ? [] : [hitId] })}
      done={({ number }) => t`Finding ${number} is raised.`}
      onDone={({ id }) => void navigate({ href: paths.auditor.finding(id) })}
      onClose={onClose}
    >
      {t`The admins get a mail and reply within four weeks. The text cannot be changed later.`}
    </CommandDialog>
  );
}

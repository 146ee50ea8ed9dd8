import { Anchor, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import classes from '#features/applications/web/conversation.module.css';
import { api, client } from '#features/client.ts';
import { addressOf } from '#platform/web/api/address-of.ts';
import { useMay } from '#platform/web/api/session.ts';
import { CommandDialog, reasonField } from '#platform/web/components/command-dialog.tsx';
import { HeadFacts } from '#platform/web/components/list/record-parts.tsx';
import type { DetailField } from '#platform/web/components/list.tsx';
import { Loaded, PageHeader, Section } from '#platform/web/components/page.tsx';
import { type PlainColumns, PlainTable } from '#platform/web/components/plain-table.tsx';
import { ToolbarButton } from '#platform/web/components/toolbar-button.tsx';
import type { CommandCall } from '#platform/web/components/use-command.tsx';
import { FileLink, Moment } from '#platform/web/components/values.tsx';
import { auditRecordLabels } from '#shared/audit-names.ts';
import { whyNot } from '#shared/errors.ts';
import { dayInIndia, formatDay } from '#shared/format.ts';
import { recordOfEvent } from '#shared/record-kinds.ts';
import { t } from '#shared/words.ts';
import {
  entryLabels,
  type FindingDetail,
  type FindingEntry,
  type FindingItem,
  findingDocuments,
  findingPartLabels,
  maximumText,
} from '../contract.ts';
import { findingCan } from '../rules.ts';
import { DueDay, FindingBadge } from './findings-page.tsx';

/** /auditor/findings/<id> and /admin/findings/<id>: a finding with what was written on it, in order. */
export function FindingPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const finding = useQuery(api.findings.getFinding.queryOptions({ input: { id } }));
  return <Loaded query={finding}>{(found) => <OneFinding finding={found} />}</Loaded>;
}

function OneFinding({ finding }: { finding: FindingDetail }) {
  return (
    <Stack gap="md">
      <PageHeader
        title={t`Finding ${finding.number}`}
        number={finding.number}
        description={finding.title}
        actions={<Acts finding={finding} />}
      />
      <HeadFacts fields={factsOf(finding)} />
      <Section title={t`Conversation`} gap={4}>
        <ol className={`plain-list ${classes.entries}`}>
          {finding.entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      </Section>
      {finding.items.length > 0 && (
        <Section title={t`What it is about`}>
          <PlainTable
            columns={itemColumns}
            rows={finding.items}
            rowId={(item) => `${item.recordType} ${item.recordId} ${item.hitId}`}
          />
        </Section>
      )}
      <Anchor underline="always" href={addressOf(findingDocuments.bundle, { id: finding.id })} download>
        {t`Download the evidence`}
      </Anchor>
    </Stack>
  );
}

function factsOf(finding: FindingDetail): DetailField[] {
  const { part, collegeName, raisedBy, raisedAt, para } = finding;
  const facts: DetailField[] = [
    { label: t`Status`, value: <FindingBadge state={finding.state} /> },
    { label: t`Reply due on`, value: finding.dueOn === null ? null : <DueDay {...finding} /> },
    { label: t`Part of the report`, value: para ?? findingPartLabels[part] },
    { label: t`College`, value: collegeName ?? t`Whole university` },
    {
      label: t`Raised by`,
      value: (
        <>
          {raisedBy}, <Moment value={raisedAt} />
        </>
      ),
    },
  ];
  return facts.map((fact) => ({ ...fact, group: 'facts' }));
}

function Entry({ entry }: { entry: FindingEntry }) {
  const { kind, writtenAt, writtenBy, text, dueOn, file } = entry;
  return (
    <li>
      <b>
        {entryLabels[kind]} <Moment value={writtenAt} />, {writtenBy}
      </b>
      <div style={{ whiteSpace: 'pre-wrap' }}>{text}</div>
      {dueOn !== null && <div>{t`Reply due on ${formatDay(dueOn)}`}</div>}
      {file && <FileLink file={file} />}
    </li>
  );
}

const itemColumns: PlainColumns<FindingItem> = {
  recordType: {
    header: t`Record`,
    value: ({ recordType }) => (auditRecordLabels as Record<string, string>)[recordType] ?? recordType,
  },
  label: { header: t`Number or name`, record: (item) => recordOfEvent({ ...item, recordLabel: item.label }) },
  sentence: { header: t`Exception` },
};

/** What the reader may do, with the reason why not now. */
function Acts({ finding }: { finding: FindingDetail }) {
  const mayReply = useMay('findings:reply');
  const acts = mayReply ? (['final', 'interim'] as const) : (['settle', 'remark', 'drop'] as const);
  return acts.map((act, index) => (
    <ToolbarButton
      key={act}
      label={labels()[act]}
      isPrimary={index === 0}
      reason={whyNot(findingCan[rules[act]](finding))}
      dialog={(onClose) => <ActDialog finding={finding} act={act} onClose={onClose} />}
    />
  ));
}

type Act = keyof typeof rules;
const rules = { final: 'reply', interim: 'reply', remark: 'remark', settle: 'end', drop: 'end' } as const;
const labels = (): Record<Act, string> => ({
  final: t`Reply`,
  interim: t`Interim reply`,
  remark: t`Further remarks`,
  settle: t`Settle`,
  drop: t`Drop`,
});
const consequences = (): Record<Act, string> => ({
  final: t`The auditor gets a mail, and settles the finding or makes further remarks. The text cannot be changed later.`,
  interim: t`Say why the reply takes longer, and name the day of the final one. The text cannot be changed later.`,
  remark: t`The admins get a mail and reply within four weeks. The text cannot be changed later.`,
  settle: t`What the finding asked for is done. This cannot be undone.`,
  drop: t`The finding turned out not to be one. This cannot be undone.`,
});

type Said = { id: string; version: number; text: string; fileId: string | null };
const { replyToFinding, remarkOnFinding, settleFinding, dropFinding } = client.findings;
const calls: Record<Exclude<Act, 'interim'>, CommandCall<Said, unknown>> = {
  final: (said, options) => replyToFinding({ ...said, kind: 'final' }, options),
  remark: remarkOnFinding,
  settle: settleFinding,
  drop: dropFinding,
};

function ActDialog({ finding, act, onClose }: { finding: FindingDetail; act: Act; onClose: () => void }) {
  const { id, version, number } = finding;
  const confirmLabel = labels()[act];
  const common = {
    title: `${t`Finding ${number}`}: ${confirmLabel}`,
    confirmLabel,
    children: consequences()[act],
    done: () => t`It is recorded.`,
    onClose,
  };
  const text = reasonField({ label: t`Text`, missing: t`Enter the text.`, maxLength: maximumText });
  const fileId = { kind: 'file', label: t`Evidence`, description: t`Optional.`, of: 'evidence' } as const;
  if (act !== 'interim')
    return (
      <CommandDialog
        {...common}
        call={calls[act]}
        fields={{ text, fileId }}
        input={(said) => ({ id, version, ...said })}
      />
    );
  const minDay = dayInIndia(new Date());
  const finalOn = {
    kind: 'day',
    label: t`Day of the final reply`,
    initial: '',
    minDay,
    isRequired: true,
  } as const;
  return (
    <CommandDialog
      {...common}
      call={replyToFinding}
      fields={{ text, finalOn, fileId }}
      input={(said) => ({ id, version, kind: act, ...said })}
    />
  );
}

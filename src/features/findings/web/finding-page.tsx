import { Anchor, List, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import classes from '#features/applications/web/conversation.module.css';
import { api, client } from '#features/client.ts';
import { addressOf } from '#platform/web/api/address-of.ts';
import { useMay } from '#platform/web/api/session.ts';
import { CommandDialog } from '#platform/web/components/command-dialog.tsx';
import { HeadFacts, inGroups } from '#platform/web/components/list/record-parts.tsx';
import { Loaded, PageHeader, Section } from '#platform/web/components/page.tsx';
import { RecordLink } from '#platform/web/components/record-link.tsx';
import { ToolbarButton } from '#platform/web/components/toolbar-button.tsx';
import type { CommandCall } from '#platform/web/components/use-command.tsx';
import { Day, fileAddress, Moment } from '#platform/web/components/values.tsx';
import { whyNot } from '#shared/errors.ts';
import { dayInIndia } from '#shared/format.ts';
import { recordOfEvent } from '#shared/record-kinds.ts';
import { t } from '#shared/words.ts';
import { entryLabels, type FindingDetail, findingDocuments, findingPartLabels } from '../contract.ts';
import { findingCan } from '../rules.ts';
import { entryFields, FindingBadge } from './findings-page.tsx';

/** /auditor/findings/<id> and /admin/findings/<id>: a finding with what was written on it, in order. */
export function FindingPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const finding = useQuery(api.findings.getFinding.queryOptions({ input: { id } }));
  return <Loaded query={finding}>{(found) => <OneFinding finding={found} />}</Loaded>;
}

function OneFinding({ finding }: { finding: FindingDetail }) {
  const { id, number, title, entries, items } = finding;
  return (
    <Stack gap="md">
      <PageHeader
        title={t`Finding ${number}`}
        number={number}
        description={title}
        actions={<Acts finding={finding} />}
      />
      <HeadFacts fields={inGroups({ facts: factsOf(finding) })} />
      <Section title={t`Conversation`} gap={4}>
        <ol className={`plain-list ${classes.entries}`}>
          {entries.map(({ id: entryId, kind, writtenAt, writtenBy, text, fileId }) => (
            <li key={entryId}>
              <b>
                {entryLabels[kind]} <Moment value={writtenAt} />, {writtenBy}
              </b>
              <div style={{ whiteSpace: 'pre-wrap' }}>{text}</div>
              {fileId && (
                <Anchor href={fileAddress(fileId)} target="_blank" rel="noopener" underline="always">
                  {t`Evidence`}
                </Anchor>
              )}
            </li>
          ))}
        </ol>
      </Section>
      {items.length > 0 && (
        <Section title={t`What it is about`}>
          <List size="sm">
            {items.map((item) => (
              <List.Item key={item.id}>
                <RecordLink record={recordOfEvent(item)}>{item.recordLabel}</RecordLink>
                {`: ${item.sentence}`}
              </List.Item>
            ))}
          </List>
        </Section>
      )}
      <Anchor underline="always" href={addressOf(findingDocuments.bundle, { id })} download>
        {t`Download the evidence`}
      </Anchor>
    </Stack>
  );
}

function factsOf(finding: FindingDetail) {
  const { part, para, dueOn, collegeName } = finding;
  return [
    { label: t`Status`, value: <FindingBadge {...finding} /> },
    { label: t`Reply due on`, value: <Day value={dueOn} /> },
    { label: t`Part of the report`, value: findingPartLabels[part] },
    { label: t`Para`, value: para },
    { label: t`College`, value: collegeName ?? t`Whole university` },
  ];
}

function Acts({ finding }: { finding: FindingDetail }) {
  const { id, version, number } = finding;
  const acts = useMay('findings:reply') ? actsOfAdmin() : actsOfAuditor();
  const { text, fileId } = entryFields({ label: t`Text` });
  const minDay = dayInIndia(new Date());
  const finalOn = { kind: 'day', label: t`Day of the final reply`, initial: '', minDay } as const;
  return acts.map(({ label, rule, call, isInterim }, index) => (
    <ToolbarButton
      key={label}
      label={label}
      isPrimary={index === 0}
      reason={whyNot(rule(finding))}
      dialog={(onClose) => (
        <CommandDialog
          title={`${t`Finding ${number}`}: ${label}`}
          confirmLabel={label}
          call={call}
          fields={{ text, ...(isInterim && { finalOn }), fileId }}
          input={(said) => ({ id, version, ...said })}
          done={() => t`It is recorded.`}
          onClose={onClose}
        >
          {t`The other side gets a mail. The entry cannot be changed or removed later.`}
        </CommandDialog>
      )}
    />
  ));
}

type Said = { id: string; version: number; text: string; fileId: string | null; finalOn?: string };
type Act = {
  label: string;
  rule: (typeof findingCan)[keyof typeof findingCan];
  call: CommandCall<Said, unknown>;
  isInterim?: boolean;
};
const { replyToFinding, remarkOnFinding, settleFinding, dropFinding } = client.findings;
const reply: Act['call'] = (said, options) =>
  replyToFinding({ ...said, kind: said.finalOn === undefined ? 'final' : 'interim' }, options);

const actsOfAdmin = (): Act[] => [
  { label: t`Reply`, rule: findingCan.reply, call: reply },
  { label: t`Interim reply`, rule: findingCan.reply, call: reply, isInterim: true },
];
const actsOfAuditor = (): Act[] => [
  { label: t`Settle`, rule: findingCan.end, call: settleFinding },
  { label: t`Further remarks`, rule: findingCan.remark, call: remarkOnFinding },
  { label: t`Drop`, rule: findingCan.end, call: dropFinding },
];

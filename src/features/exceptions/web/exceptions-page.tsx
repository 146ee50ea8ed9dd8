import { Anchor, Stack, Table, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import {
  IconAdjustments,
  IconAlertOctagon,
  IconAlertTriangle,
  IconHelpCircle,
  IconRefresh,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { api, client } from '#features/client.ts';
import { ActionButton } from '#platform/web/components/action-button.tsx';
import { useLinkProps } from '#platform/web/components/links.tsx';
import { Loaded, PageHeader, Section } from '#platform/web/components/page.tsx';
import { PlainTable } from '#platform/web/components/plain-table.tsx';
import { ToolbarButton } from '#platform/web/components/toolbar-button.tsx';
import { ErrorNotice, useCommand } from '#platform/web/components/use-command.tsx';
import { Moment, StatusBadge } from '#platform/web/components/values.tsx';
import { formatCount } from '#shared/format.ts';
import { namesOf } from '#shared/labels.ts';
import { paths } from '#shared/paths.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';
import { type ExceptionRule, familyLabels, severityLabels } from '../contract.ts';
import { MonthBars } from './month-bars.tsx';

/** /auditor/exceptions: what the portal looks for every night, by family. */
export function ExceptionsPage() {
  const rules = useQuery(api.exceptions.listExceptionRules.queryOptions());
  const look = useCommand(client.exceptions.runRules, {
    onSuccess: () =>
      notifications.show({
        message: t`The portal is looking. This page shows what it finds.`,
        color: 'green',
      }),
  });
  return (
    <Stack gap="lg">
      <PageHeader
        title={t`Exceptions`}
        description={t`What the portal looks for every night. Explain what is in order, and make a finding of what is not.`}
        actions={
          <>
            <ToolbarButton label={t`Limits`} icon={IconAdjustments} to={paths.auditor.exceptionLimits} />
            <ActionButton
              leftSection={<IconRefresh size={16} aria-hidden />}
              reason={null}
              isPending={look.isPending}
              onClick={() => look.attempt({})}
            >
              {t`Look now`}
            </ActionButton>
          </>
        }
      />
      {look.error != null && <ErrorNotice error={look.error} />}
      <Loaded query={rules}>
        {({ rules: all }) =>
          namesOf(familyLabels).map((family) => (
            <RulesOfFamily
              key={family}
              title={familyLabels[family]}
              rules={all.filter((rule) => rule.family === family)}
            />
          ))
        }
      </Loaded>
    </Stack>
  );
}

function RulesOfFamily({ title, rules }: { title: string; rules: readonly ExceptionRule[] }) {
  if (rules.length === 0) return null;
  return (
    <Section title={title}>
      <Table.ScrollContainer minWidth={640}>
        <PlainTable<ExceptionRule>
          rows={rules}
          rowId={({ name }) => name}
          columns={{
            title: { header: t`Rule`, render: (rule) => <RuleWords rule={rule} /> },
            severity: { header: t`Severity`, render: (rule) => <SeverityMark severity={rule.severity} /> },
            fresh: { header: t`New`, kind: 'number', value: ({ counts }) => counts.new },
            open: { header: t`Open`, kind: 'number', value: ({ counts }) => counts.open + counts.lapsed },
            explained: { header: t`Explained`, kind: 'number', value: ({ counts }) => counts.explained },
            months: { header: t`Twelve months`, render: ({ months }) => <MonthBars months={months} /> },
            oldest: { header: t`Oldest`, render: ({ oldest }) => <Moment value={oldest} /> },
            ranAt: { header: t`Last run`, render: (rule) => <LastRun rule={rule} /> },
          }}
        />
      </Table.ScrollContainer>
    </Section>
  );
}

function RuleWords({ rule }: { rule: ExceptionRule }) {
  const link = useLinkProps(paths.auditor.exceptionHits(rule.name));
  return (
    <>
      <Anchor underline="always" size="sm" {...link}>
        {rule.title}
      </Anchor>
      <Text size="xs">{rule.meaning}</Text>
      <Text size="xs" c="dimmed">
        {rule.authority}
        {rule.counts.lapsed > 0 && ` · ${t`Explanations lapsed: ${formatCount(rule.counts.lapsed)}`}`}
      </Text>
    </>
  );
}

function LastRun({ rule: { ranAt, failure } }: { rule: ExceptionRule }) {
  return (
    <>
      <Moment value={ranAt} empty={t`Not yet`} />
      {failure !== null && (
        <Text size="xs" c="red">
          {t`Failed: ${failure}`}
        </Text>
      )}
    </>
  );
}

const marks = {
  control: { tone: 'bad', icon: IconAlertOctagon },
  risk: { tone: 'waiting', icon: IconAlertTriangle },
  look: { tone: 'neutral', icon: IconHelpCircle },
} as const;

function SeverityMark({ severity }: Pick<ExceptionRule, 'severity'>) {
  return <StatusBadge {...marks[severity]} label={translateLabel(severityLabels[severity])} />;
}

import { Stack, Table, Text } from '@mantine/core';
import { IconAdjustments, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { api, client } from '#features/client.ts';
import { CommandDialog } from '#platform/web/components/command-dialog.tsx';
import { Loaded, PageHeader, Section } from '#platform/web/components/page.tsx';
import { type PlainColumns, PlainTable } from '#platform/web/components/plain-table.tsx';
import { TextLink } from '#platform/web/components/text-link.tsx';
import { ToolbarButton } from '#platform/web/components/toolbar-button.tsx';
import { badgeOf, Moment } from '#platform/web/components/values.tsx';
import { namesOf } from '#shared/labels.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { type ExceptionRule, familyLabels, severityLabels } from '../contract.ts';
import { MonthBars } from './month-bars.tsx';

/** /auditor/exceptions: what the portal looks for every night, by family. */
export function ExceptionsPage() {
  const query = useQuery(api.exceptions.listExceptionRules.queryOptions());
  return (
    <Stack gap="lg">
      <PageHeader
        title={t`Exceptions`}
        description={t`What the portal looks for every night. Explain what is in order, and make a finding of what is not.`}
        actions={
          <>
            <ToolbarButton label={t`Limits`} icon={IconAdjustments} to={paths.auditor.exceptionLimits} />
            <ToolbarButton
              label={t`Look now`}
              icon={IconRefresh}
              dialog={(onClose) => <LookDialog onClose={onClose} />}
            />
          </>
        }
      />
      <Loaded query={query}>
        {({ rules }) =>
          namesOf(familyLabels).map((family) => (
            <Section key={family} title={familyLabels[family]}>
              <Table.ScrollContainer minWidth={640}>
                <PlainTable
                  columns={columns}
                  rows={rules.filter((rule) => rule.family === family)}
                  rowId={({ name }) => name}
                />
              </Table.ScrollContainer>
            </Section>
          ))
        }
      </Loaded>
    </Stack>
  );
}

function LookDialog({ onClose }: { onClose: () => void }) {
  return (
    <CommandDialog
      title={t`Look for exceptions now?`}
      confirmLabel={t`Look now`}
      call={client.exceptions.runRules}
      input={() => ({})}
      done={() => t`The portal is looking. This page shows what it finds.`}
      onClose={onClose}
    />
  );
}

const SeverityBadge = badgeOf(severityLabels, { control: 'bad', risk: 'waiting', look: 'neutral' });

const columns: PlainColumns<ExceptionRule> = {
  title: {
    header: t`Rule`,
    render: ({ name, title, meaning }) => (
      <>
        <TextLink to={paths.auditor.exceptionHits(name)}>{title}</TextLink>
        <Text size="xs">{meaning}</Text>
      </>
    ),
  },
  severity: { header: t`Severity`, render: ({ severity }) => <SeverityBadge state={severity} /> },
  fresh: { header: t`New`, kind: 'number', value: ({ counts }) => counts.new },
  open: { header: t`Open`, kind: 'number', value: ({ counts }) => counts.open },
  lapsed: { header: t`Explanation lapsed`, kind: 'number', value: ({ counts }) => counts.lapsed },
  explained: { header: t`Explained`, kind: 'number', value: ({ counts }) => counts.explained },
  months: { header: t`Twelve months`, render: ({ months }) => <MonthBars months={months} /> },
  oldest: { header: t`Oldest`, kind: 'moment' },
  ranAt: {
    header: t`Last run`,
    render: ({ ranAt, failure }) =>
      failure === null ? <Moment value={ranAt} empty={t`Not yet`} /> : t`Failed: ${failure}`,
  },
};

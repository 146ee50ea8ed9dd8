import { Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconMail, IconPackageImport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { api, client } from '#features/client.ts';
import type { OutputOf } from '#platform/contract/operation.ts';
import { ActionButton } from '#platform/web/components/action-button.tsx';
import { Loaded, PageHeader } from '#platform/web/components/page.tsx';
import { PlainTable } from '#platform/web/components/plain-table.tsx';
import { ToolbarButton } from '#platform/web/components/toolbar-button.tsx';
import { type CommandCall, ErrorNotice, useCommand } from '#platform/web/components/use-command.tsx';
import { StatusBadge } from '#platform/web/components/values.tsx';
import { formatCount } from '#shared/format.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import type { checklistContract } from '../contract.ts';
import { checklistLines } from '../lines.ts';
import { LineLink } from './set-up-notice.tsx';

type Line = OutputOf<typeof checklistContract.getChecklist>['lines'][number];

const waiting = {
  receiving: t`Receiving applications`,
  printing: t`Printing certificates`,
  nothing: t`Only a warning`,
};

const sendTestMail: CommandCall<object, { to: string }> = (_input, options) =>
  client.checklist.sendTestMail(undefined, options);

/** /admin/settings/checklist: what a new university still needs, each line with its state and a link to complete it. */
export function ChecklistPage() {
  const checklist = useQuery(api.checklist.getChecklist.queryOptions());
  return (
    <Stack gap="md">
      <PageHeader
        title={t`Set-up`}
        description={t`What the university needs before it receives and prints. A pack brings most of it at once.`}
        actions={
          <>
            <ToolbarButton label={t`Import a pack`} icon={IconPackageImport} to={paths.admin.pack} />
            <ToolbarButton label={t`Opening balances`} to={paths.admin.openingBalances()} />
            <ToolbarButton label={t`Restores`} to={paths.admin.recovery} />
          </>
        }
      />
      <Loaded query={checklist}>{({ lines }) => <Lines lines={lines} />}</Loaded>
    </Stack>
  );
}

function Lines({ lines }: { lines: readonly Line[] }) {
  const mail = useCommand(sendTestMail, {
    onSuccess: ({ to }) =>
      notifications.show({
        message: t`A test mail to ${to} is on its way. This page says when the mail server has taken it.`,
      }),
  });
  const doneCount = lines.filter(({ isDone }) => isDone).length;
  return (
    <>
      {mail.error !== null && <ErrorNotice error={mail.error} />}
      <Text fw={600} role="status">
        {t`${formatCount(doneCount)} of ${formatCount(lines.length)} items are done.`}
      </Text>
      <PlainTable<Line>
        rows={lines}
        rowId={({ name }) => name}
        columns={{
          line: {
            header: t`Item`,
            render: ({ name, isDone }) => (
              <>
                <Named name={name} isDone={isDone} />
                {name === 'mail' && (
                  <ActionButton
                    display="block"
                    mt={4}
                    size="xs"
                    variant="default"
                    reason={null}
                    leftSection={<IconMail size={14} aria-hidden />}
                    onClick={() => mail.attempt({})}
                  >
                    {t`Send test mail`}
                  </ActionButton>
                )}
              </>
            ),
          },
          state: {
            header: t`State`,
            render: ({ isDone }) => (
              // Spaces keep the words of a row apart when it is read as one text.
              <>
                {' '}
                <StatusBadge tone={isDone ? 'good' : 'waiting'} label={isDone ? t`Done` : t`Not yet`} />{' '}
              </>
            ),
          },
          waits: {
            header: t`What waits for it`,
            value: ({ name }) => waiting[checklistLines[name].blocks],
          },
        }}
      />
    </>
  );
}

function Named({ name, isDone }: Line) {
  const { hint } = checklistLines[name];
  return (
    <>
      <LineLink name={name} />
      {!isDone && hint && (
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      )}
    </>
  );
}

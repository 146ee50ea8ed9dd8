import { Trans } from '@lingui/react/macro';
import { Box, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, client } from '#features/client.ts';
import { ActionButton } from '#platform/web/components/action-button.tsx';
import { type CommandCall, ErrorNotice, useCommand } from '#platform/web/components/use-command.tsx';
import { Moment, StatusBadge } from '#platform/web/components/values.tsx';
import { t } from '#shared/words.ts';
import type { OwnSession } from '../contract.ts';
import { AccountCard } from './account-card.tsx';
import classes from './sessions-card.module.css';

const endOtherSessions: CommandCall<object, unknown> = (_input, options) =>
  client.auth.endOtherSessions(undefined, options);

/** Where the person is signed in, and how to end other sessions. */
export function SessionsCard() {
  const { data, error, refetch } = useQuery(api.auth.listSessions.queryOptions());
  const [announcement, setAnnouncement] = useState('');
  const end = useCommand(client.auth.endOwnSession);
  const endOthers = useCommand(endOtherSessions);
  const others = data?.sessions.filter((session) => !session.isThisOne) ?? [];
  const refused = end.error ?? endOthers.error;

  async function endOne(session: OwnSession): Promise<void> {
    endOthers.reset();
    // An error is shown above the list.
    const ended = await end.attempt({ id: session.id });
    setAnnouncement(ended ? t`The session of ${session.device} has ended.` : '');
  }

  async function endAll(): Promise<void> {
    end.reset();
    const ended = await endOthers.attempt({});
    setAnnouncement(ended ? t`All your other sessions have ended.` : '');
  }

  return (
    <AccountCard
      title={t`Sessions`}
      description={t`Where you are signed in. End a session that you do not recognise or left open; it is signed out at once.`}
      isWide
    >
      {error && !data && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={72} aria-label={t`Loading`} />}
      {refused != null && <ErrorNotice error={refused} />}
      {data && (
        <Stack gap="sm">
          <ul className="plain-list">
            {data.sessions.map((session) => (
              <SessionItem key={session.id} session={session} onEnd={() => endOne(session)} />
            ))}
          </ul>
          <Group justify="space-between" gap="xs">
            <Text size="sm" c="dimmed" role="status">
              {announcement}
            </Text>
            <ActionButton
              variant="default"
              reason={others.length === 0 ? t`You are not signed in anywhere else.` : null}
              onClick={endAll}
            >
              {t`End all others`}
            </ActionButton>
          </Group>
        </Stack>
      )}
    </AccountCard>
  );
}

function SessionItem({ session, onEnd }: { session: OwnSession; onEnd: () => Promise<void> }) {
  return (
    <li className={classes.session}>
      <Box miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Text component="div" fw={500} className={classes.device}>
          {session.device}
          {session.isThisOne && <StatusBadge tone="active" label={t`This one`} />}
        </Text>
        <Text size="sm" c="dimmed" component="div">
          <Trans>
            {session.ip} · signed in <Moment value={session.signedInAt} /> · last used{' '}
            <Moment value={session.lastUsedAt} />
          </Trans>
        </Text>
      </Box>
      {!session.isThisOne && (
        <ActionButton
          variant="default"
          size="xs"
          reason={null}
          aria-label={t`End: ${session.device}, ${session.ip}`}
          onClick={onEnd}
        >
          {t`End`}
        </ActionButton>
      )}
    </li>
  );
}

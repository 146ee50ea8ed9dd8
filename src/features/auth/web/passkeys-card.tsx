import { Trans } from '@lingui/react/macro';
import { Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { startRegistration } from '@simplewebauthn/browser';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, client } from '#features/client.ts';
import { DialogButton } from '#platform/web/components/action-button.tsx';
import { CommandDialog } from '#platform/web/components/command-dialog.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { Moment } from '#platform/web/components/values.tsx';
import { t } from '#shared/words.ts';
import type { OwnPasskey } from '../contract.ts';
import { AccountCard } from './account-card.tsx';
import { fromAuthenticator, PasskeyNotice } from './passkey-answer.tsx';
import classes from './sessions-card.module.css';
import { useGuardedMutation } from './use-guarded-mutation.ts';

type AuthenticatorOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];

/** The person's passkeys; shown where passkeys are set up. */
export function PasskeysCard() {
  const queryClient = useQueryClient();
  const query = api.auth.listPasskeys.queryOptions();
  const { data, error, refetch } = useQuery(query);
  const add = useGuardedMutation({
    mutationFn: async () => {
      const { options }: { options: object } = await client.auth.startPasskey({});
      const optionsJSON = options as AuthenticatorOptions;
      const answer = await fromAuthenticator(startRegistration({ optionsJSON }));
      await client.auth.addPasskey({ answer: { ...answer } });
    },
    onSuccess: () => {
      notifications.show({ color: 'green', message: t`Passkey added. Sign in with it the next time.` });
      return queryClient.invalidateQueries({ queryKey: query.queryKey });
    },
  });
  return (
    <AccountCard
      title={t`Passkeys`}
      description={t`A passkey signs you in by itself, without a code: your device asks for a finger, your face or its PIN.`}
      isWide
    >
      {error && !data && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={72} aria-label={t`Loading`} />}
      {data && (
        <Stack gap="sm">
          {add.error && <PasskeyNotice error={add.error} />}
          {data.passkeys.length > 0 && (
            <ul className="plain-list">
              {data.passkeys.map((passkey) => (
                <PasskeyItem key={passkey.id} passkey={passkey} />
              ))}
            </ul>
          )}
          <Group justify="end">
            <Button variant="default" loading={add.isPending} onClick={add.press}>
              {t`Add a passkey`}
            </Button>
          </Group>
        </Stack>
      )}
    </AccountCard>
  );
}

function PasskeyItem({ passkey: { id, name, addedAt, lastUsedAt } }: { passkey: OwnPasskey }) {
  return (
    <li className={classes.session}>
      <Box miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Text fw={500}>{name}</Text>
        <Text size="sm" c="dimmed" component="div">
          {lastUsedAt ? (
            <Trans>
              added <Moment value={addedAt} /> · last used <Moment value={lastUsedAt} />
            </Trans>
          ) : (
            <Trans>
              added <Moment value={addedAt} /> · not used yet
            </Trans>
          )}
        </Text>
      </Box>
      <DialogButton
        variant="default"
        size="xs"
        aria-label={t`Remove: ${name}`}
        dialog={(onClose) => (
          <CommandDialog
            title={t`Remove the passkey ${name}?`}
            confirmLabel={t`Remove`}
            tone="danger"
            call={client.auth.removePasskey}
            input={() => ({ id })}
            done={() => t`Passkey removed.`}
            onClose={onClose}
          >
            {t`It no longer signs you in. Delete it on your device, too.`}
          </CommandDialog>
        )}
      >
        {t`Remove`}
      </DialogButton>
    </li>
  );
}

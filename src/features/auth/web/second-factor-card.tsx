import { Trans } from '@lingui/react/macro';
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#features/client.ts';
import { ErrorNotice } from '#platform/web/components/error-notice.tsx';
import { Moment } from '#platform/web/components/moment.tsx';
import { t } from '#shared/words.ts';
import type { OwnSecondFactor } from '../contract.ts';
import { AccountCard } from './account-card.tsx';
import { type SecondFactorChange, SecondFactorDialog } from './second-factor-dialog.tsx';

/** So few are left that new ones should be made. */
const few = 3;

/** Where the own codes come from, and how to change that. */
export function SecondFactorCard() {
  const queryClient = useQueryClient();
  const [change, setChange] = useState<SecondFactorChange | null>(null);
  const query = api.auth.getOwnSecondFactor.queryOptions();
  const { data: own, error, refetch } = useQuery(query);
  const done = (said: { title: string; message: string } | null) => {
    setChange(null);
    void queryClient.invalidateQueries({ queryKey: query.queryKey });
    if (said) notifications.show({ color: 'green', ...said });
  };
  return (
    <AccountCard
      title={t`Second factor`}
      description={t`The code that follows your password when you sign in.`}
    >
      {error && !own && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!own && !error && <Skeleton height={72} aria-label={t`Loading`} />}
      {own?.factor === 'email_code' && (
        <Stack gap="sm">
          <Text size="sm">
            <strong>{t`Email code.`}</strong> {t`A code is mailed to you each time.`}
          </Text>
          <Group justify="end">
            <Button variant="default" onClick={() => setChange('enrol')}>
              {t`Use an authenticator app`}
            </Button>
          </Group>
        </Stack>
      )}
      {own?.factor === 'authenticator' && <AppFacts own={own} onChange={setChange} />}
      <SecondFactorDialog change={change} onClose={() => setChange(null)} onDone={done} />
    </AccountCard>
  );
}

type AppFactsProps = { own: OwnSecondFactor; onChange: (change: SecondFactorChange) => void };

function AppFacts({ own, onChange }: AppFactsProps) {
  const left = own.recoveryCodesLeft;
  return (
    <Stack gap="sm">
      <Text size="sm">
        <Trans>
          <strong>Authenticator app.</strong> Set up on <Moment value={own.enrolledAt} />.
        </Trans>
      </Text>
      <Text size="sm">
        {left === 1 ? t`1 recovery code is left.` : t`${left} recovery codes are left.`}
        {left <= few && <> {t`Create new ones before they run out.`}</>}
      </Text>
      <Group justify="end" gap="xs">
        <Button variant="default" onClick={() => onChange('recovery-codes')}>
          {t`New recovery codes`}
        </Button>
        <Button variant="default" onClick={() => onChange('remove')}>
          {t`Go back to Email code`}
        </Button>
      </Group>
    </Stack>
  );
}

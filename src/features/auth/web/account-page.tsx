import { Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useSession, useSignOn } from '#platform/web/api/session.ts';
import { PageHeader } from '#platform/web/components/page.tsx';
import { roleLabels } from '#shared/roles.ts';
import { t } from '#shared/words.ts';
import { AccountCard } from './account-card.tsx';
import classes from './account-page.module.css';
import { ChangePasswordForm } from './change-password-form.tsx';
import { PreferencesCard } from './preferences-card.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

const PasskeysCard = lazyRouteComponent(() => import('./passkeys-card.tsx'), 'PasskeysCard');

/** My account: what the portal has about the person, how and where they sign in, and their preferences. */
export function AccountPage() {
  const { provider, passkeys } = useSignOn();
  return (
    <Stack gap="md">
      <PageHeader title={t`My account`} />
      <div className={classes.cards}>
        <Stack gap="md">
          <PersonCard />
          <SecondFactorCard />
        </Stack>
        {!provider && <PasswordCard passkeys={passkeys} />}
        {passkeys && (
          <Suspense>
            <PasskeysCard />
          </Suspense>
        )}
        <SessionsCard />
        <PreferencesCard />
      </div>
    </Stack>
  );
}

function PersonCard() {
  const session = useSession();
  const facts = [
    [t`Name`, session.name],
    [t`Email Id`, session.email],
    [t`Role`, roleLabels[session.role]],
    [t`Code`, session.code === 'ALL' ? 'ALL (whole university)' : session.code],
  ];
  return (
    <AccountCard title={t`Person`}>
      <dl className={`facts ${classes.facts}`}>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Text size="sm" c="dimmed" mt="md">
        {t`An administrator changes these.`}
      </Text>
    </AccountCard>
  );
}

function PasswordCard({ passkeys }: { passkeys: boolean }) {
  return (
    <AccountCard
      title={t`Password`}
      description={
        passkeys
          ? t`When it is changed, your other sessions end and your passkeys are removed.`
          : t`Your other sessions end when it is changed.`
      }
    >
      <ChangePasswordForm
        currentLabel={t`Current password`}
        submitLabel={t`Change password`}
        onChanged={() =>
          notifications.show({
            color: 'green',
            title: t`Password changed`,
            message: t`Use the new one from now on. Your other sessions have ended.`,
          })
        }
      />
    </AccountCard>
  );
}

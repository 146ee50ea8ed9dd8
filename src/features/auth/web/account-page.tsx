import { Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { roleLabels } from '#shared/roles.ts';
import { useSession } from '#web/api/session.ts';
import { PageHeader } from '#web/components/page-header.tsx';
import { AccountCard } from './account-card.tsx';
import classes from './account-page.module.css';
import { ChangePasswordForm } from './change-password-form.tsx';
import { PreferencesCard } from './preferences-card.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

/** The own account: what the portal knows of the person, how they sign in and where, and what they prefer. */
export function AccountPage() {
  return (
    <Stack gap="md">
      <PageHeader title="My account" />
      <div className={classes.cards}>
        <div className={classes.column}>
          <PersonCard />
          <SecondFactorCard />
        </div>
        <PasswordCard />
        <SessionsCard />
        <PreferencesCard />
      </div>
    </Stack>
  );
}

function PersonCard() {
  const session = useSession();
  const facts = [
    ['Name', session.name],
    ['Email Id', session.email],
    ['Role', roleLabels[session.role]],
    ['Code', session.code === 'ALL' ? 'ALL (whole university)' : session.code],
  ];
  return (
    <AccountCard title="Person">
      <dl className={classes.facts}>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Text size="sm" c="dimmed" mt="md">
        An administrator changes these.
      </Text>
    </AccountCard>
  );
}

function PasswordCard() {
  return (
    <AccountCard title="Password" description="Your other sessions end when it is changed.">
      <ChangePasswordForm
        currentLabel="Current password"
        submitLabel="Change password"
        onChanged={() =>
          notifications.show({
            color: 'green',
            title: 'Password changed',
            message: 'Use the new one from now on. Your other sessions have ended.',
          })
        }
      />
    </AccountCard>
  );
}

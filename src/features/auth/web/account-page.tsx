import { Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { roleLabels } from '#shared/roles.ts';
import { useSession } from '#web/api/session.ts';
import { PageHeader } from '#web/components/page-header.tsx';
import classes from './account-page.module.css';
import { ChangePasswordForm } from './change-password-form.tsx';

/** The own account: what the portal knows of the person, and a new password. */
export function AccountPage() {
  const session = useSession();
  const facts = [
    ['Name', session.name],
    ['Email Id', session.email],
    ['Role', roleLabels[session.role]],
    ['Code', session.code === 'ALL' ? 'ALL (whole university)' : session.code],
  ];
  return (
    <Stack gap="md">
      <PageHeader title="My account" />
      <div className={classes.cards}>
        <section className={classes.card} aria-labelledby="account-person">
          <Title order={2} id="account-person" mb="sm">
            Person
          </Title>
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
        </section>
        <section className={classes.card} aria-labelledby="account-password">
          <Title order={2} id="account-password">
            Change password
          </Title>
          <Text size="sm" c="dimmed" mb="sm">
            Your other sessions end when it is changed.
          </Text>
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
        </section>
      </div>
    </Stack>
  );
}

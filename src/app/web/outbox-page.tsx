import { Anchor, Button, Container, Group, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useId } from 'react';
import { demoSignInsQuery, outboxQuery } from '#features/auth/web/demo-api.ts';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { BrandBar } from '#platform/web/shell/brand-bar.tsx';
import { formatMoment } from '#shared/format.ts';
import { paths } from '#shared/paths.ts';
import { roleLabels } from '#shared/roles.ts';
import classes from './outbox-page.module.css';

/** The mails that the demo would have sent, such as one-time codes. */
export function OutboxPage() {
  const { to = '' }: { to?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const fieldId = useId();
  const people = useQuery(demoSignInsQuery);
  const mails = useQuery({ ...outboxQuery(to), enabled: to.includes('@') });
  const show = (address: string) =>
    void navigate({ to: paths.outbox, search: { to: address }, replace: true });
  const absent = people.data === null || mails.data === null;
  return (
    <>
      <BrandBar>
        <Anchor component={Link} to={paths.login} c="inherit" size="sm">
          Staff login
        </Anchor>
      </BrandBar>
      <Container component="main" size="sm" py="xl">
        <Title order={1}>Demo outbox</Title>
        {absent ? (
          <Text mt="md">This portal does not run in demo mode: its mails go to their readers.</Text>
        ) : (
          <Stack mt="xs">
            <Text c="dimmed">
              Nothing is mailed in demo mode. What would have been sent stands here and refreshes by itself.
            </Text>
            <Group align="end" gap="sm">
              <Select
                label="Sample person"
                placeholder="Choose"
                data={(people.data?.signIns ?? []).map(({ email, role, name }) => ({
                  value: email,
                  label: `${name} (${roleLabels[role]})`,
                }))}
                value={people.data?.signIns.some(({ email }) => email === to) ? to : null}
                onChange={(address) => address && show(address)}
              />
              <form
                key={to}
                className={classes.address}
                onSubmit={(event) => {
                  event.preventDefault();
                  show(String(new FormData(event.currentTarget).get('to')).trim());
                }}
              >
                <TextInput
                  id={fieldId}
                  name="to"
                  label="Email Id"
                  type="email"
                  required
                  withAsterisk={false}
                  defaultValue={to}
                />
                <Button type="submit" variant="default">
                  Show
                </Button>
              </form>
            </Group>
            {mails.error && <ErrorNotice error={mails.error} />}
            {mails.data?.length === 0 && <Text>No mail to {to} yet.</Text>}
            <ol className={`plain-list ${classes.mails}`} aria-live="polite">
              {mails.data?.map((mail) => (
                <li key={`${mail.sentAt} ${mail.subject}`} className={classes.mail}>
                  <Group justify="space-between" gap="xs">
                    <Group gap="xs" wrap="nowrap">
                      <IconMail size={16} aria-hidden />
                      <Text fw={600}>{mail.subject}</Text>
                    </Group>
                    <Text size="xs" c="dimmed">
                      {formatMoment(mail.sentAt)}
                    </Text>
                  </Group>
                  <pre className={classes.text}>{mail.text}</pre>
                </li>
              ))}
            </ol>
          </Stack>
        )}
      </Container>
    </>
  );
}

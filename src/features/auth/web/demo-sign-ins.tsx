import { Trans } from '@lingui/react/macro';
import { Anchor, Group, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { paths } from '#shared/paths.ts';
import { type Role, roleLabels } from '#shared/roles.ts';
import { t } from '#shared/words.ts';
import { demoSignInsQuery } from './demo-api.ts';
import classes from './demo-sign-ins.module.css';

type DemoSignInsProps = { onFill: (person: { role: Role; email: string; password: string }) => void };

/** In demo mode: fills the form for one of the sample people, and shows where the codes arrive. */
export function DemoSignIns({ onFill }: DemoSignInsProps) {
  const { data } = useQuery(demoSignInsQuery);
  if (!data) return null;
  return (
    <section className={classes.demo} aria-label={t`Demo`}>
      <Text size="sm" fw={600}>
        {t`Demo: fill in as`}
      </Text>
      <Group gap="0.35rem">
        {data.signIns.map(({ role, email, name }) => (
          <UnstyledButton
            key={email}
            className={classes.person}
            title={`${name}, ${email}`}
            onClick={() => onFill({ role, email, password: data.password })}
          >
            {roleLabels[role]}
          </UnstyledButton>
        ))}
      </Group>
      <Text size="sm" c="dimmed">
        <Trans>
          Codes arrive in the{' '}
          <Anchor component={Link} to={paths.outbox} target="_blank" size="sm" underline="always">
            demo outbox
          </Anchor>{' '}
          (new tab).
        </Trans>
      </Text>
    </section>
  );
}

import { Container, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './message-page.module.css';

type MessagePageProps = {
  icon: ReactNode;
  title: string;
  children: ReactNode;
  /** Ways on from here, the best one first. */
  actions: ReactNode;
};

/** A page that says one thing and shows the way on. */
export function MessagePage({ icon, title, children, actions }: MessagePageProps) {
  return (
    <Container component="main" size="xs" className={classes.page}>
      <Stack gap="md">
        <span className={classes.icon} aria-hidden>
          {icon}
        </span>
        <Title order={1}>{title}</Title>
        <Text component="div">{children}</Text>
        <div className={classes.actions}>{actions}</div>
      </Stack>
    </Container>
  );
}

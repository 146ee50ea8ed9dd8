import { Container, Stack, Text, Title } from '@mantine/core';
import { createContext, type ReactNode, use } from 'react';
import { BrandBar } from './brand-bar.tsx';
import classes from './message-page.module.css';

/** True in the content area of a desk, which has its own bar and landmark. */
export const InsideShell = createContext(false);

type MessagePageProps = {
  icon: ReactNode;
  title: string;
  children: ReactNode;
  /** Ways on from here, the best one first. */
  actions: ReactNode;
};

/** A page that says one thing and shows the way on. */
export function MessagePage({ icon, title, children, actions }: MessagePageProps) {
  const insideShell = use(InsideShell);
  const message = (
    <Container component={insideShell ? 'div' : 'main'} size="xs" className={classes.page}>
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
  if (insideShell) return message;
  return (
    <>
      <BrandBar />
      {message}
    </>
  );
}

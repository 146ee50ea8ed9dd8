import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './page-header.module.css';

/** Title, one sentence and the page's actions. The heading takes focus after a change of route. */
export function PageHeader(props: { title: string; description?: ReactNode; actions?: ReactNode }) {
  return (
    <header className={classes.header}>
      <div className={classes.words}>
        <Title order={1} className={classes.title} tabIndex={-1}>
          {props.title}
        </Title>
        {props.description && (
          <Text size="sm" c="dimmed">
            {props.description}
          </Text>
        )}
      </div>
      {props.actions && (
        <Group gap="xs" className={classes.actions}>
          {props.actions}
        </Group>
      )}
    </header>
  );
}

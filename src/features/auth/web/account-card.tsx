import { Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './account-page.module.css';

type AccountCardProps = { title: string; description?: string; isWide?: boolean; children: ReactNode };

/** A section of My account. */
export function AccountCard({ title, description, isWide, children }: AccountCardProps) {
  const headingId = useId();
  return (
    <section className={classes.card} data-wide={isWide || undefined} aria-labelledby={headingId}>
      <Title order={2} id={headingId} mb={description ? undefined : 'sm'}>
        {title}
      </Title>
      {description && (
        <Text size="sm" c="dimmed" mb="sm">
          {description}
        </Text>
      )}
      {children}
    </section>
  );
}

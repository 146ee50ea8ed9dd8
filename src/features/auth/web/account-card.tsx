import { Paper, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

type AccountCardProps = { title: string; description?: string; isWide?: boolean; children: ReactNode };

/** A section of My account. */
export function AccountCard({ title, description, isWide, children }: AccountCardProps) {
  const headingId = useId();
  return (
    <Paper
      withBorder
      component="section"
      radius="lg"
      p="lg"
      style={isWide ? { gridColumn: '1 / -1' } : undefined}
      aria-labelledby={headingId}
    >
      <Title order={2} id={headingId} mb={description ? undefined : 'sm'}>
        {title}
      </Title>
      {description && (
        <Text size="sm" c="dimmed" mb="sm">
          {description}
        </Text>
      )}
      {children}
    </Paper>
  );
}

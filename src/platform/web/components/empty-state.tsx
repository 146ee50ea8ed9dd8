import { Stack, Text } from '@mantine/core';
import { type Icon, IconInbox } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** Says that there is nothing, in the screen's own words, and what can be done about it. */
export function EmptyState(props: { message: string; icon?: Icon; children?: ReactNode }) {
  const Picture = props.icon ?? IconInbox;
  return (
    <Stack align="center" gap="xs" py="xs" px="md">
      <Picture size={40} stroke={1.2} color="var(--mantine-color-dimmed)" aria-hidden />
      <Text fw={500} ta="center">
        {props.message}
      </Text>
      {props.children}
    </Stack>
  );
}

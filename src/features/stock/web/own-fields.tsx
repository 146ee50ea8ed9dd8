import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';

/** Fields of a dialog that depend on each other, so that no table says what they are; in the size of those of a table. */
export function OwnFields({ children }: { children: ReactNode }) {
  return (
    <Stack gap="sm" fz="md" lh="md">
      {children}
    </Stack>
  );
}

import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';

/**
 * Custom fields of a dialog that depend on each other and so are not declared as a table; in the same size as declared
 * ones.
 */
export function OwnFields({ children }: { children: ReactNode }) {
  return (
    <Stack gap="sm" fz="md" lh="md">
      {children}
    </Stack>
  );
}

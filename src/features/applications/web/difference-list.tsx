import { Box } from '@mantine/core';
import { t } from '#shared/words.ts';
import type { ComparedField } from '../master-comparison.ts';

/** Each field in which application and student master differ, with both values. */
export function DifferenceList({ differences }: { differences: readonly ComparedField[] }) {
  return (
    <Box component="ul" m={0} pl={18}>
      {differences.map(({ name, label, value, master }) => (
        <li key={name}>{t`${label}: ${value || '-'} here, ${master ?? '-'} in the student master`}</li>
      ))}
    </Box>
  );
}

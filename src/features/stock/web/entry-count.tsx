import { Text } from '@mantine/core';
import { countSentence } from '#platform/web/components/list/list-length.ts';

/** The number of cards that a filter leaves, worded as in a list. */
export function EntryCount({ found, total }: { found: number; total: number | null }) {
  return (
    <Text size="sm" c="dimmed" role="status">
      {countSentence({ found: { atLeast: found, isExact: true }, total, isNarrowed: true })}
    </Text>
  );
}

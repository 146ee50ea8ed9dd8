import { Text } from '@mantine/core';

/** A college in a cell of a list: its name, and its code beside it. */
export function CollegeName({ name, code }: { name: string; code: string }) {
  return (
    <span title={`${name} (${code})`}>
      {name}{' '}
      <Text span size="xs" c="dimmed">
        {code}
      </Text>
    </span>
  );
}

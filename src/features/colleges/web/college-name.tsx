import { Text } from '@mantine/core';
import classes from './college-name.module.css';

/** A college in a cell of a list: its code, and as much of its name as there is room for. */
export function CollegeName({ name, code }: { name: string; code: string }) {
  return (
    <span className={classes.college} title={`${name} (${code})`}>
      <span className={classes.code}>{code}</span>
      <Text span className={classes.name} size="xs" c="dimmed">
        {name}
      </Text>
    </span>
  );
}

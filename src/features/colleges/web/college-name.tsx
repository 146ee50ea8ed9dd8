import { Text } from '@mantine/core';
import classes from './college-name.module.css';

/** A college in a cell of a list: its name, and its code beside it. */
export function CollegeName({ name, code }: { name: string; code: string }) {
  return (
    <span className={classes.college} title={`${name} (${code})`}>
      <span className={classes.name}>{name}</span>
      <Text span className={classes.code} size="xs" c="dimmed">
        {code}
      </Text>
    </span>
  );
}

import { Text } from '@mantine/core';
import classes from './college-name.module.css';

/** A college in a cell of a list: its code, and as much of its name as there is room for; in its own list the name first. */
export function CollegeName({
  name,
  code,
  leads = 'code',
}: {
  name: string;
  code: string;
  leads?: 'name' | 'code';
}) {
  return (
    <span className={classes.college} title={`${name} (${code})`}>
      {leads === 'code' && <span className={classes.code}>{code}</span>}
      <Text
        span
        inherit={leads === 'name'}
        className={classes.name}
        {...(leads === 'code' && { size: 'xs', c: 'dimmed' })}
      >
        {name}
      </Text>
      {leads === 'name' && (
        <Text span className={classes.code} size="xs" c="dimmed">
          {code}
        </Text>
      )}
    </span>
  );
}

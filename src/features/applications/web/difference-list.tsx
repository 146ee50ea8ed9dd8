import { t } from '#shared/words.ts';
import type { ComparedField } from '../master-comparison.ts';
import classes from './difference-list.module.css';

/** Each field in which application and student master differ, with both values. */
export function DifferenceList({ differences }: { differences: readonly ComparedField[] }) {
  return (
    <ul className={classes.list}>
      {differences.map(({ name, label, value, master }) => (
        <li key={name}>{t`${label}: ${value || '-'} here, ${master ?? '-'} in the student master`}</li>
      ))}
    </ul>
  );
}

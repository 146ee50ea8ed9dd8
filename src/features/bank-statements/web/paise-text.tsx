import { formatPaise } from '#shared/format.ts';
import classes from './statement.module.css';

/** An amount of the account, with paise where it has them. */
export function PaiseText({ paise }: { paise: number }) {
  return <span className={classes.figure}>{paise === 0 ? '-' : formatPaise(paise)}</span>;
}

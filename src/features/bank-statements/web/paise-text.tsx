import { formatPaise } from '#shared/format.ts';
import classes from './statement.module.css';

/** An amount, with paise if it has any. */
export function PaiseText({ paise }: { paise: number }) {
  return <span className={classes.figure}>{paise === 0 ? '-' : formatPaise(paise)}</span>;
}

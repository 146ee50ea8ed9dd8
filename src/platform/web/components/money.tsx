import { formatRupees } from '#shared/money.ts';
import classes from './money.module.css';

/** Rupees as the office writes them. `due` amounts above zero are red; `dashAtZero` shows none as '-'. */
export function Money(props: { amount: number; isDue?: boolean; dashAtZero?: boolean }) {
  if (props.dashAtZero && props.amount === 0) return <span className={classes.money}>-</span>;
  return (
    <span className={classes.money} data-due={(props.isDue && props.amount > 0) || undefined}>
      {formatRupees(props.amount)}
    </span>
  );
}

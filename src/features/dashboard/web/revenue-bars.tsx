import { Box, Tooltip } from '@mantine/core';
import type { CSSProperties } from 'react';
import { useLinkProps } from '#platform/web/components/links.tsx';
import { formatRupees, formatRupeesShort } from '#shared/format.ts';
import type { YearlyRevenue } from '../contract.ts';
import { axisTop } from '../rules.ts';
import { monthName, shortMonth } from './chart-style.ts';
import classes from './revenue-bars.module.css';

/** The address of the list behind a month's revenue. */
export type RowsOfMonth = (year: number, index: number) => string;

type RevenueBarsProps = {
  revenue: YearlyRevenue;
  /** How many months have begun. */
  shown: number;
  summary: string;
  rowsOf: RowsOfMonth;
};

/** For each month a bar in front of the previous year's bar, linked to its rows. */
export function RevenueBars({ revenue, shown, summary, rowsOf }: RevenueBarsProps) {
  const { year, before } = revenue;
  const top = axisTop(Math.max(...revenue.months, ...before));
  return (
    <Box role="group" aria-label={summary}>
      <div className={classes.plot}>
        <div className={classes.axis} aria-hidden>
          {[4, 3, 2, 1, 0].map((step) => (
            <span key={step}>{formatRupeesShort((top * step) / 4)}</span>
          ))}
        </div>
        <ul className={`plain-list ${classes.bars}`}>
          {revenue.months.map((amount, index) => (
            <li key={monthName(index)}>
              <Month
                words={wordsOf(revenue, index, index < shown)}
                to={index < shown ? rowsOf(year, index) : rowsOf(year - 1, index)}
                shares={{ now: index < shown ? amount / top : 0, before: before[index]! / top }}
                index={index}
              />
            </li>
          ))}
        </ul>
      </div>
      <div className={classes.legend} aria-hidden>
        <span className={classes.keyNow}>{year}</span>
        <span className={classes.keyBefore}>{year - 1}</span>
      </div>
    </Box>
  );
}

/** A future month links to the previous year's rows, because it shows only that bar. */
function Month(props: { words: string; to: string; shares: { now: number; before: number }; index: number }) {
  const { now, before } = props.shares;
  const link = useLinkProps(props.to);
  return (
    <Tooltip label={props.words}>
      <a className={classes.month} aria-label={props.words} href={link.href} onClick={link.onClick}>
        <span className={classes.column}>
          <span className={classes.before} style={heightOf(before)} />
          <span className={classes.now} style={heightOf(now)} />
        </span>
        <span className={classes.name}>{shortMonth(props.index)}</span>
      </a>
    </Tooltip>
  );
}

/** Any amount above zero stays visible, however small. */
function heightOf(share: number): CSSProperties {
  return { height: share > 0 ? `max(${share * 100}%, 2px)` : 0 };
}

function wordsOf({ year, months: amounts, before }: YearlyRevenue, index: number, hasBegun: boolean): string {
  const month = monthName(index);
  const earlier = `${month} ${year - 1}: ${formatRupees(before[index]!)}`;
  return hasBegun ? `${month} ${year}: ${formatRupees(amounts[index]!)} · ${earlier}` : earlier;
}

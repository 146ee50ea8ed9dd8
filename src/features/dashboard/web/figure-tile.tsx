import { Paper, SimpleGrid, Skeleton, Text, Tooltip, VisuallyHidden } from '@mantine/core';
import { type Icon, IconMinus, IconTrendingDown, IconTrendingUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatCount, formatRupees, formatRupeesShort } from '#shared/money.ts';
import { t } from '#shared/words.ts';
import type { Figure } from '../contract.ts';
import { type FigureName, figureWords, trendOf } from '../rules.ts';
import { FigureHelp } from './figure-help.tsx';
import classes from './figure-tile.module.css';

/** Tiles side by side: four on a screen, two by two on a phone. */
export function FigureTiles({ children }: { children: ReactNode }) {
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing={{ base: 'xs', sm: 'md' }}>
      {children}
    </SimpleGrid>
  );
}

/** A number with its trend and, behind the (i), what it counts. Without a figure it is on its way. */
export function FigureTile(props: {
  name: FigureName;
  figure: Figure | undefined;
  icon: Icon;
  isMoney?: boolean;
  /** More of it is bad news. */
  isBurden?: boolean;
}) {
  const { name, figure, icon: Picture } = props;
  const { label } = figureWords[name];
  return (
    <Paper withBorder className={classes.tile} role="group" aria-label={label}>
      <div className={classes.head}>
        <Picture size={18} className={classes.picture} aria-hidden />
        <Text size="sm" className={classes.label}>
          {label}
        </Text>
        <FigureHelp name={name} hasTrend />
      </div>
      {figure === undefined ? (
        <Skeleton h={54} />
      ) : (
        <>
          <div className={classes.value}>
            {props.isMoney ? <Rupees amount={figure.value} /> : formatCount(figure.value)}
          </div>
          <Trend figure={figure} isMoney={props.isMoney ?? false} isBurden={props.isBurden ?? false} />
        </>
      )}
    </Paper>
  );
}

/** In short where it is long, with the full amount on hover, on focus and for screen readers. */
function Rupees({ amount }: { amount: number }) {
  const short = formatRupeesShort(amount);
  const full = formatRupees(amount);
  if (short === full) return full;
  return (
    <Tooltip label={full}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to reach the full amount as the mouse does. */}
      <span tabIndex={0}>
        <span aria-hidden>{short}</span>
        <VisuallyHidden>{full}</VisuallyHidden>
      </span>
    </Tooltip>
  );
}

function Trend(props: { figure: Figure; isMoney: boolean; isBurden: boolean }) {
  const { figure, isMoney, isBurden } = props;
  const trend = trendOf(figure);
  const direction = trend === null ? 1 : Math.sign(trend);
  // With nothing to compare with there is no percentage: what came stands there itself.
  const added = isMoney ? formatRupeesShort(figure.thisMonth) : formatCount(figure.thisMonth);
  const Arrow = direction > 0 ? IconTrendingUp : direction < 0 ? IconTrendingDown : IconMinus;
  const tone = direction === 0 ? 'even' : direction > 0 === isBurden ? 'bad' : 'good';
  return (
    <div className={classes.trend}>
      <span className={classes.change} data-tone={tone}>
        <Arrow size={16} aria-hidden />
        {trend === null ? `+${added}` : formatTrend(trend)}
      </span>{' '}
      <span className={classes.versus}>{t`Vs last month`}</span>
    </div>
  );
}

/** `+12%`, `−3%`, `0%`, with a true minus sign. */
function formatTrend(percent: number): string {
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : '';
  return `${sign}${formatCount(Math.abs(percent))}%`;
}

import { Paper, SimpleGrid, Skeleton, Text, Tooltip, VisuallyHidden } from '@mantine/core';
import {
  type Icon,
  IconBuildingBank,
  IconClipboardCheck,
  IconCoinRupee,
  IconFileText,
  IconHourglass,
  IconInbox,
  IconMinus,
  IconPrinter,
  IconReceiptRupee,
  IconSchool,
  IconTrendingDown,
  IconTrendingUp,
  IconUsers,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '#features/client.ts';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { formatCount, formatRupees, formatRupeesShort } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import type { ApplicationFigures, Figure } from '../contract.ts';
import { type FigureName, figureWords, trendOf } from '../rules.ts';
import { FigureHelp } from './figure-help.tsx';
import classes from './figure-tiles.module.css';

/** Students, applications and fees. */
export function ApplicationTiles({ figures }: { figures: ApplicationFigures | undefined }) {
  return (
    <FigureTiles>
      <FigureTile name="students" figure={figures?.students} icon={IconSchool} />
      <FigureTile name="applications" figure={figures?.applications} icon={IconFileText} />
      <FigureTile name="revenue" figure={figures?.revenue} icon={IconCoinRupee} isMoney />
      <FigureTile name="pendingFee" figure={figures?.pendingFee} icon={IconHourglass} isMoney isBurden />
    </FigureTiles>
  );
}

/** What was asked for, what came, what is missing, and what still lies in the drawer. */
export function FeeTiles() {
  const { data, error, refetch } = useQuery(api.dashboard.getFeeFigures.queryOptions());
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  return (
    <FigureTiles>
      <FigureTile name="feeGenerated" figure={data?.generated} icon={IconReceiptRupee} isMoney />
      <FigureTile name="feeCollected" figure={data?.collected} icon={IconCoinRupee} isMoney />
      <FigureTile name="pendingFee" figure={data?.pending} icon={IconHourglass} isMoney isBurden />
      <FigureTile name="draftsToDeposit" figure={data?.undeposited} icon={IconBuildingBank} isBurden />
    </FigureTiles>
  );
}

/** How many people of each kind work with the portal. */
export function StaffTiles() {
  const { data, error, refetch } = useQuery(api.dashboard.getStaffFigures.queryOptions());
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  return (
    <FigureTiles>
      <FigureTile name="users" figure={data?.users} icon={IconUsers} />
      <FigureTile name="caseWorkers" figure={data?.caseWorkers} icon={IconClipboardCheck} />
      <FigureTile name="receivers" figure={data?.receivers} icon={IconInbox} />
      <FigureTile name="printers" figure={data?.printers} icon={IconPrinter} />
    </FigureTiles>
  );
}

/** Tiles side by side: four on a screen, two by two on a phone. */
function FigureTiles({ children }: { children: ReactNode }) {
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing={{ base: 'xs', sm: 'md' }}>
      {children}
    </SimpleGrid>
  );
}

/** How a figure is shown; more of a burden is bad news. */
type FigureLook = { isMoney?: boolean; isBurden?: boolean };

/** A number with its trend and, behind the (i), what it counts. Without a figure it is on its way. */
function FigureTile(props: FigureLook & { name: FigureName; figure: Figure | undefined; icon: Icon }) {
  const { name, figure, icon: Picture, ...look } = props;
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
            {look.isMoney ? <Rupees amount={figure.value} /> : formatCount(figure.value)}
          </div>
          <Trend figure={figure} {...look} />
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

function Trend({ figure, isMoney, isBurden = false }: FigureLook & { figure: Figure }) {
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

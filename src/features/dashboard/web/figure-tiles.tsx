import { Paper, SimpleGrid, Skeleton, Text, Tooltip } from '@mantine/core';
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
import { useLinkProps } from '#platform/web/components/links.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { usePathname } from '#platform/web/router/use-pathname.ts';
import { stringifySearch } from '#platform/web/search-params.ts';
import { nounOf } from '#shared/counted.ts';
import { formatCount, formatRupees, formatRupeesShort } from '#shared/format.ts';
import { deskOf, paths } from '#shared/paths.ts';
import type { Role } from '#shared/roles.ts';
import { t } from '#shared/words.ts';
import type { ApplicationFigures, Figure, FigureFilters } from '../contract.ts';
import { type FigureName, type FigureWords, figureWords, trendOf } from '../rules.ts';
import { rowsAddress } from './figure-filters.tsx';
import { FigureHelp } from './figure-help.tsx';
import classes from './figure-tiles.module.css';

/** How each figure is shown; for a burden, an increase is bad news. */
const looks = {
  students: { icon: IconSchool },
  applications: { icon: IconFileText },
  revenue: { icon: IconCoinRupee, isMoney: true },
  pendingFee: { icon: IconHourglass, isMoney: true, isBurden: true },
  feeGenerated: { icon: IconReceiptRupee, isMoney: true },
  feeCollected: { icon: IconCoinRupee, isMoney: true },
  draftsToDeposit: { icon: IconBuildingBank, isBurden: true },
  users: { icon: IconUsers },
  caseWorkers: { icon: IconClipboardCheck },
  receivers: { icon: IconInbox },
  printers: { icon: IconPrinter },
} satisfies Partial<Record<FigureName, FigureStyle>>;

type FigureStyle = { icon: Icon; isMoney?: boolean; isBurden?: boolean };

/** Students, applications and fees, each linked to its rows. */
export function ApplicationTiles(props: { figures: ApplicationFigures | undefined; filters: FigureFilters }) {
  const { figures, filters } = props;
  const { studentMaster, totalApplications, feeCollected } = paths.admin;
  const pending = rowsAddress(totalApplications, filters, { show: 'fee_pending' });
  return (
    <FigureTiles>
      <FigureTile name="students" figure={figures?.students} to={rowsAddress(studentMaster, filters)} />
      <FigureTile
        name="applications"
        figure={figures?.applications}
        to={rowsAddress(totalApplications, filters)}
      />
      <FigureTile name="revenue" figure={figures?.revenue} to={rowsAddress(feeCollected, filters)} />
      <FigureTile name="pendingFee" figure={figures?.pendingFee} to={pending} />
    </FigureTiles>
  );
}

/** Fees generated, collected and pending, and drafts not yet deposited. */
export function FeeTiles() {
  const { data, error, refetch } = useQuery(api.dashboard.getFeeFigures.queryOptions());
  const isAudit = deskOf(usePathname()) === 'auditor';
  const { feeCollected, demandDrafts } = isAudit ? paths.auditor : paths.admin;
  const applications = isAudit ? paths.auditor.applications : paths.admin.totalApplications;
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  return (
    <FigureTiles>
      <FigureTile name="feeGenerated" figure={data?.generated} to={applications} />
      <FigureTile name="feeCollected" figure={data?.collected} to={feeCollected} />
      <FigureTile name="pendingFee" figure={data?.pending} to={`${applications}?show=fee_pending`} />
      <FigureTile name="draftsToDeposit" figure={data?.undeposited} to={`${demandDrafts}?show=undeposited`} />
    </FigureTiles>
  );
}

/** The number of staff of each role. */
export function StaffTiles() {
  const { data, error, refetch } = useQuery(api.dashboard.getStaffFigures.queryOptions());
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  const people = (role?: Role) => paths.admin.userManagement + stringifySearch({ role, status: 'enabled' });
  return (
    <FigureTiles>
      <FigureTile name="users" figure={data?.users} to={people()} />
      <FigureTile name="caseWorkers" figure={data?.caseWorkers} to={people('case_worker')} />
      <FigureTile name="receivers" figure={data?.receivers} to={people('receiver')} />
      <FigureTile name="printers" figure={data?.printers} to={people('printer')} />
    </FigureTiles>
  );
}

/** Tiles in a row of four, or two by two on a phone. */
function FigureTiles({ children }: { children: ReactNode }) {
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing={{ base: 'xs', sm: 'md' }}>
      {children}
    </SimpleGrid>
  );
}

/** A figure with its trend and its explanation behind the (i). Undefined while loading. */
function FigureTile(props: { name: keyof typeof looks; figure: Figure | undefined; to: string }) {
  const { name, figure, to } = props;
  const { icon: Picture, ...look }: FigureStyle = looks[name];
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
            <FigureLink label={label} value={figure.value} isMoney={look.isMoney} to={to} />
          </div>{' '}
          {/* A space, so that 14 and +2 are not read out as 14+2. */}
          <Trend name={name} figure={figure} {...look} />
        </>
      )}
    </Paper>
  );
}

/** Links to the rows. Long amounts are abbreviated, and shown in full on hover, focus and to screen readers. */
function FigureLink(props: { label: string; value: number; isMoney: boolean | undefined; to: string }) {
  const { label, value, isMoney } = props;
  const full = isMoney ? formatRupees(value) : formatCount(value);
  const short = isMoney ? formatRupeesShort(value) : full;
  const { href, onClick } = useLinkProps(props.to);
  const link = (
    <a className={classes.link} aria-label={t`${label}: ${full}`} href={href} onClick={onClick}>
      {short}
    </a>
  );
  return short === full ? link : <Tooltip label={full}>{link}</Tooltip>;
}

/** What was added this month, named, because the figure above counts all; then the change in percent, if there is one. */
function Trend(props: Omit<FigureStyle, 'icon'> & { name: FigureName; figure: Figure }) {
  const { name, figure, isMoney, isBurden = false } = props;
  const { added: noun }: FigureWords = figureWords[name];
  const trend = trendOf(figure);
  const direction = trend === null ? 1 : Math.sign(trend);
  const amount = isMoney ? formatRupeesShort(figure.thisMonth) : formatCount(figure.thisMonth);
  const added = noun ? `${amount} ${nounOf(figure.thisMonth, noun)}` : amount;
  const Arrow = direction > 0 ? IconTrendingUp : direction < 0 ? IconTrendingDown : IconMinus;
  const tone = direction === 0 ? 'even' : direction > 0 === isBurden ? 'bad' : 'good';
  return (
    <div className={classes.trend}>
      <span className={classes.change} data-tone={tone}>
        <Arrow size={16} aria-hidden />
        {t`+${added} this month`}
        {trend !== null && `, ${formatTrend(trend)}`}
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

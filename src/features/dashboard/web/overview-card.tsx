import { t } from '#shared/words.ts';
import '@mantine/charts/styles.css';
import { DonutChart } from '@mantine/charts';
import { Skeleton } from '@mantine/core';
import { useId } from 'react';
import { useSession } from '#platform/web/api/session.ts';
import { EmptyState } from '#platform/web/components/empty-state.tsx';
import { dayInIndia } from '#shared/dates.ts';
import { formatCount } from '#shared/money.ts';
import type { ApplicationFigures } from '../contract.ts';
import { overviewShares } from '../rules.ts';
import { ChartCard, ChartTable } from './chart-card.tsx';
import { shownColour } from './chart-look.ts';
import classes from './dashboard.module.css';
import { drawOverview } from './overview-image.ts';

type Overview = ApplicationFigures['overview'];

/** 'Applications Overview': which part of all applications is still pending. */
export function OverviewCard({ overview }: { overview: Overview | undefined }) {
  const { code } = useSession();
  const waiting = <Skeleton h={216} />;
  return (
    <ChartCard
      name="overview"
      title={t`Applications Overview`}
      figure="overview"
      chart={overview ? <OverviewChart overview={overview} /> : waiting}
      table={overview ? <OverviewTable overview={overview} /> : waiting}
      image={
        overview && {
          name: `applications-overview-${dayInIndia(new Date())}.png`,
          draw: () => drawOverview(overview, code),
        }
      }
    />
  );
}

function OverviewChart({ overview }: { overview: Overview }) {
  const stripes = useId();
  const shares = overviewShares(overview);
  if (overview.pending + overview.approved === 0) return <EmptyState message={t`No applications found`} />;
  return (
    <>
      <div
        className={classes.donut}
        role="img"
        aria-label={t`Donut chart: ${shares.pending}% of the applications are pending, ${shares.approved}% approved.`}
      >
        <DonutChart
          size={160}
          thickness={24}
          paddingAngle={overview.pending > 0 && overview.approved > 0 ? 2 : 0}
          strokeWidth={0}
          startAngle={90}
          endAngle={-270}
          withTooltip={false}
          accessibilityLayer={false}
          pieProps={{ isAnimationActive: false }}
          data={[
            { name: t`Pending`, value: overview.pending, color: `url(#${stripes})` },
            { name: t`Approved`, value: overview.approved, color: shownColour('approved') },
          ]}
        >
          <defs>
            <pattern
              id={stripes}
              width="6"
              height="6"
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <rect width="6" height="6" fill={shownColour('pending')} fillOpacity="0.35" />
              <rect width="3.5" height="6" fill={shownColour('pending')} />
            </pattern>
          </defs>
        </DonutChart>
        <div className={classes.share}>
          <span className={classes.shareNumber}>{shares.pending}%</span>
          <span>{t`Pending`}</span>
        </div>
      </div>
      <ul className={classes.legend}>
        <LegendItem label={t`Pending`} count={overview.pending} colour={shownColour('pending')} isStriped />
        <LegendItem label={t`Approved`} count={overview.approved} colour={shownColour('approved')} />
      </ul>
    </>
  );
}

function LegendItem(props: { label: string; count: number; colour: string; isStriped?: boolean }) {
  return (
    <li>
      <span
        className={classes.swatch}
        style={{ '--swatch': props.colour } as React.CSSProperties}
        data-striped={props.isStriped || undefined}
        aria-hidden
      />
      {props.label} <strong>{formatCount(props.count)}</strong>
    </li>
  );
}

function OverviewTable({ overview }: { overview: Overview }) {
  const shares = overviewShares(overview);
  return (
    <ChartTable
      caption={t`Applications Overview, ${formatCount(overview.pending + overview.approved)} in all`}
      head={[t`State`, t`Applications`, t`Share`]}
      rows={[
        [t`Pending`, formatCount(overview.pending), `${shares.pending}%`],
        [t`Approved`, formatCount(overview.approved), `${shares.approved}%`],
      ]}
      verticalSpacing={6}
    />
  );
}

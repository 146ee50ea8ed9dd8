import { Stack, Text } from '@mantine/core';
import '@mantine/charts/styles.css';
import { DonutChart } from '@mantine/charts';
import { useNavigate } from '@tanstack/react-router';
import { useId } from 'react';
import { useSession } from '#platform/web/api/session.ts';
import { useLinkProps } from '#platform/web/components/links.tsx';
import { EmptyState } from '#platform/web/components/page.tsx';
import { dayInIndia, formatCount } from '#shared/format.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import type { ApplicationFigures, FigureFilters } from '../contract.ts';
import { overviewShares } from '../rules.ts';
import { ChartCard, ChartTable } from './chart-card.tsx';
import { drawChartImage, imageSize, ink, write } from './chart-image.ts';
import { chartColours, shownColour } from './chart-style.ts';
import classes from './dashboard.module.css';
import { rowsAddress } from './figure-filters.tsx';

type Overview = ApplicationFigures['overview'];

/** 'Applications Overview': the share of all applications that is still pending. */
export function OverviewCard(props: { overview: Overview | undefined; filters: FigureFilters }) {
  const { overview, filters } = props;
  const { code } = useSession();
  return (
    <ChartCard
      name="overview"
      title={t`Applications Overview`}
      figure="overview"
      figures={overview}
      chart={(figures) => <OverviewChart overview={figures} filters={filters} />}
      table={(figures) => <OverviewTable overview={figures} filters={filters} />}
      image={(figures) => ({
        name: `applications-overview-${dayInIndia(new Date())}.png`,
        canvas: drawOverview(figures, code),
      })}
    />
  );
}

type OverviewProps = { overview: Overview; filters: FigureFilters };

/** The lists behind both slices. */
function rowsOf(filters: FigureFilters) {
  const { totalApplications } = paths.admin;
  return {
    pending: rowsAddress(totalApplications, filters, { show: 'not_verified' }),
    approved: rowsAddress(totalApplications, filters, { status: 'verified' }),
  };
}

function OverviewChart({ overview, filters }: OverviewProps) {
  const rows = rowsOf(filters);
  const navigate = useNavigate();
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
          pieProps={{
            isAnimationActive: false,
            rootTabIndex: -1,
            className: classes.slices,
            // For the keyboard, the legend has the same links.
            onClick: (_slice, index) => void navigate({ href: index === 0 ? rows.pending : rows.approved }),
          }}
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
        <Stack align="center" justify="center" gap={0} pos="absolute" inset={0} lh={1.2}>
          <Text span fz="1.5rem" fw={600} lh="inherit">
            {shares.pending}%
          </Text>
          <span>{t`Pending`}</span>
        </Stack>
      </div>
      <ul className={classes.legend}>
        <LegendItem
          label={t`Pending`}
          count={overview.pending}
          to={rows.pending}
          colour={shownColour('pending')}
          isStriped
        />
        <LegendItem
          label={t`Approved`}
          count={overview.approved}
          to={rows.approved}
          colour={shownColour('approved')}
        />
      </ul>
    </>
  );
}

function LegendItem(props: {
  label: string;
  count: number;
  to: string;
  colour: string;
  isStriped?: boolean;
}) {
  return (
    <li>
      <span
        className={classes.swatch}
        style={{ '--swatch': props.colour } as React.CSSProperties}
        data-striped={props.isStriped || undefined}
        aria-hidden
      />
      <a className={classes.legendLink} {...useLinkProps(props.to)}>
        {props.label} <strong>{formatCount(props.count)}</strong>
      </a>
    </li>
  );
}

function OverviewTable({ overview, filters }: OverviewProps) {
  const to = rowsOf(filters);
  const shares = overviewShares(overview);
  return (
    <ChartTable
      caption={t`Applications Overview, ${formatCount(overview.pending + overview.approved)} in all`}
      head={[t`State`, t`Applications`, t`Share`]}
      rows={[
        { name: t`Pending`, to: to.pending, numbers: [formatCount(overview.pending), `${shares.pending}%`] },
        {
          name: t`Approved`,
          to: to.approved,
          numbers: [formatCount(overview.approved), `${shares.approved}%`],
        },
      ]}
      verticalSpacing={6}
    />
  );
}

/** 'Applications Overview' as an image. */
function drawOverview(overview: ApplicationFigures['overview'], code: string): HTMLCanvasElement {
  const shares = overviewShares(overview);
  const all = overview.pending + overview.approved;
  return drawChartImage({
    title: t`Applications Overview`,
    code,
    legend: (context) => [
      { label: t`Pending ${formatCount(overview.pending)} (${shares.pending}%)`, colour: stripes(context) },
      {
        label: t`Approved ${formatCount(overview.approved)} (${shares.approved}%)`,
        colour: chartColours.approved.light,
      },
    ],
    draw: (context, { top, bottom }) => {
      const ring = { x: imageSize.width / 2, y: (top + bottom) / 2, radius: (bottom - top) / 2 - 30 };
      const noon = -Math.PI / 2;
      const pendingEnd = noon + (all === 0 ? 0 : (2 * Math.PI * overview.pending) / all);
      drawArc(context, ring, { from: noon, to: pendingEnd, colour: stripes(context) });
      if (all > 0) {
        const to = noon + 2 * Math.PI;
        drawArc(context, ring, { from: pendingEnd, to, colour: chartColours.approved.light });
      }
      const centre = { x: ring.x, align: 'center' } as const;
      write(context, `${shares.pending}%`, { ...centre, y: ring.y + 10, size: 44, weight: 600 });
      write(context, t`Pending`, { ...centre, y: ring.y + 38, size: 18, colour: ink.quiet });
    },
  });
}

function drawArc(
  context: CanvasRenderingContext2D,
  ring: { x: number; y: number; radius: number },
  arc: { from: number; to: number; colour: string | CanvasPattern },
): void {
  context.beginPath();
  context.arc(ring.x, ring.y, ring.radius, arc.from, arc.to);
  context.strokeStyle = arc.colour;
  context.lineWidth = 54;
  context.stroke();
}

/** Amber stripes, as on the screen. */
function stripes(context: CanvasRenderingContext2D): CanvasPattern {
  const size = 12;
  const tile = document.createElement('canvas');
  tile.width = size;
  tile.height = size;
  const brush = tile.getContext('2d')!;
  brush.fillStyle = `${chartColours.pending.light}59`;
  brush.fillRect(0, 0, size, size);
  brush.strokeStyle = chartColours.pending.light;
  brush.lineWidth = 5;
  brush.beginPath();
  for (const shift of [-size, 0, size]) {
    brush.moveTo(shift - 2, size + 2);
    brush.lineTo(shift + size + 2, -2);
  }
  brush.stroke();
  return context.createPattern(tile, 'repeat')!;
}

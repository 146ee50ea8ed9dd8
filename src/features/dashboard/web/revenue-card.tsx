import '@mantine/charts/styles.css';
import { AreaChart } from '@mantine/charts';
import { Table } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '#features/client.ts';
import { useSession } from '#platform/web/api/session.ts';
import { ChoiceInput } from '#platform/web/components/choice-input.tsx';
import { useAddressChoice } from '#platform/web/components/page-address.ts';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { dayInIndia, formatRupees, formatRupeesShort } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import type { YearlyRevenue } from '../contract.ts';
import { ChartCard, ChartTable } from './chart-card.tsx';
import { drawChartSheet, ink, sheet, write } from './chart-image.ts';
import { chartColours, months, shortMonth, shownColour } from './chart-look.ts';

/** 'Yearly revenue': twelve months of one year. */
export function RevenueCard() {
  const { code } = useSession();
  const [chosen, choose] = useAddressChoice('year');
  const year = /^20\d\d$/.test(chosen ?? '') ? Number(chosen) : undefined;
  const revenue = useQuery(
    api.dashboard.getYearlyRevenue.queryOptions({ input: { year }, placeholderData: keepPreviousData }),
  );
  const { data } = revenue;
  return (
    <ChartCard
      name="revenue"
      title={t`Yearly revenue`}
      figure="revenue"
      controls={
        <ChoiceInput
          aria-label={t`Select year`}
          placeholder={t`Select year`}
          size="xs"
          w={112}
          data={[
            { value: '', label: t`Select year` },
            ...(data?.years ?? []).map((one) => ({ value: String(one), label: String(one) })),
          ]}
          value={data ? String(year ?? data.year) : null}
          onChange={choose}
        />
      }
      figures={data}
      error={revenue.error && <ErrorNotice error={revenue.error} onRetry={() => void revenue.refetch()} />}
      chart={(figures) => <RevenueChart revenue={figures} />}
      table={(figures) => <RevenueTable revenue={figures} />}
      image={(figures) => ({
        name: `yearly-revenue-${figures.year}.png`,
        canvas: drawRevenue(figures, monthsShown(figures), code),
      })}
    />
  );
}

function RevenueChart({ revenue }: { revenue: YearlyRevenue }) {
  const shown = monthsShown(revenue);
  const points = revenue.months.map((amount, index) => ({
    month: shortMonth(index),
    Revenue: index < shown ? amount : null,
  }));
  return (
    <div role="img" aria-label={summaryOf(revenue)}>
      <AreaChart
        h={216}
        data={points}
        dataKey="month"
        series={[{ name: t`Revenue`, color: shownColour('revenue') }]}
        curveType="monotone"
        connectNulls={false}
        valueFormatter={formatRupees}
        yAxisProps={{
          width: 62,
          tickFormatter: formatRupeesShort,
          domain: [0, 'auto'],
          allowDecimals: false,
        }}
        xAxisProps={{ interval: 'preserveStartEnd', padding: { left: 12, right: 12 } }}
        areaProps={{ isAnimationActive: false }}
        areaChartProps={{ accessibilityLayer: false, margin: { top: 8 } }}
        gridProps={{ vertical: false }}
      />
    </div>
  );
}

function RevenueTable({ revenue }: { revenue: YearlyRevenue }) {
  const shown = monthsShown(revenue);
  return (
    <Table.ScrollContainer minWidth={200} maxHeight={216} type="native" tabIndex={0}>
      <ChartTable
        caption={t`Yearly revenue ${revenue.year}, ${formatRupees(totalOf(revenue))} in all`}
        head={[t`Month`, t`Revenue`]}
        rows={revenue.months.map((amount, index) => [
          months[index]!,
          index < shown ? formatRupees(amount) : '-',
        ])}
        verticalSpacing={3}
        stickyHeader
      />
    </Table.ScrollContainer>
  );
}

/** How many months of the year have begun: the line ends today and does not fall to zero. */
function monthsShown({ year, months: amounts }: YearlyRevenue): number {
  const today = dayInIndia(new Date());
  const begun = year === Number(today.slice(0, 4)) ? Number(today.slice(5, 7)) : 12;
  // A clock that is behind the server's must not hide what there is.
  return Math.max(begun, amounts.findLastIndex((amount) => amount !== 0) + 1);
}

function summaryOf(revenue: YearlyRevenue): string {
  const most = Math.max(...revenue.months);
  const total = formatRupees(totalOf(revenue));
  if (most <= 0)
    return t`Area chart: revenue ${revenue.year} by month, ${total} in all. The table has every month.`;
  const best = months[revenue.months.indexOf(most)]!;
  return t`Area chart: revenue ${revenue.year} by month, ${total} in all, most in ${best} with ${formatRupees(most)}. The table has every month.`;
}

const colour = chartColours.revenue.light;

/** 'Yearly revenue' as a picture; only the first `shown` months have begun. */
function drawRevenue(revenue: YearlyRevenue, shown: number, code: string): HTMLCanvasElement {
  const total = totalOf(revenue);
  return drawChartSheet({
    title: t`Yearly revenue ${revenue.year}`,
    code,
    legend: () => [{ label: t`Revenue by month, ${formatRupees(total)} in all`, colour }],
    draw: (context, room) => {
      const top = axisTop(Math.max(...revenue.months));
      const left = sheet.margin + 76;
      const right = sheet.width - sheet.margin - 12;
      const bottom = room.bottom - 30;
      const x = (index: number) => left + ((right - left) * index) / 11;
      const y = (amount: number) => bottom - ((bottom - room.top) * amount) / top;
      const small = { size: 14, colour: ink.quiet };
      context.strokeStyle = ink.line;
      context.lineWidth = 1;
      for (const amount of [0, 1, 2, 3, 4].map((step) => (top * step) / 4)) {
        context.beginPath();
        context.moveTo(left - 12, y(amount));
        context.lineTo(right + 12, y(amount));
        context.stroke();
        write(context, formatRupeesShort(amount), {
          ...small,
          x: left - 22,
          y: y(amount) + 5,
          align: 'right',
        });
      }
      for (let index = 0; index < 12; index += 1)
        write(context, shortMonth(index), { ...small, x: x(index), y: bottom + 26, align: 'center' });
      const points = revenue.months.slice(0, shown).map((amount, index) => [x(index), y(amount)] as const);
      drawArea(context, points, bottom);
    },
  });
}

function totalOf(revenue: YearlyRevenue): number {
  return revenue.months.reduce((sum, amount) => sum + amount, 0);
}

function drawArea(
  context: CanvasRenderingContext2D,
  points: readonly (readonly [number, number])[],
  bottom: number,
): void {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return;
  const line = new Path2D();
  for (const [x, y] of points) line.lineTo(x, y);
  const area = new Path2D(line);
  area.lineTo(last[0], bottom);
  area.lineTo(first[0], bottom);
  area.closePath();
  context.fillStyle = `${colour}2b`;
  context.fill(area);
  context.strokeStyle = colour;
  context.lineWidth = 3;
  context.lineJoin = 'round';
  context.stroke(line);
  context.fillStyle = colour;
  for (const [x, y] of points) {
    context.beginPath();
    context.arc(x, y, 4.5, 0, 2 * Math.PI);
    context.fill();
  }
}

/** The first 1, 2, 4 or 8 times a power of ten that holds the highest month: four even steps below it. */
function axisTop(highest: number): number {
  for (let power = 100; ; power *= 10) {
    const fitting = [1, 2, 4, 8].find((factor) => factor * power >= highest);
    if (fitting) return fitting * power;
  }
}

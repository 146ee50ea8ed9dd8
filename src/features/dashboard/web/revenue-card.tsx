import { Table } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '#features/client.ts';
import { useSession } from '#platform/web/api/session.ts';
import { ChoiceInput } from '#platform/web/components/choice-input.tsx';
import { useAddressChoice } from '#platform/web/components/page-address.ts';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { usePathname } from '#platform/web/router/use-pathname.ts';
import { dayInIndia, formatRupees, formatRupeesShort } from '#shared/format.ts';
import { deskOf, paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import type { FigureFilters, YearlyRevenue } from '../contract.ts';
import { axisTop, lastOfMonth } from '../rules.ts';
import { ChartCard, ChartTable } from './chart-card.tsx';
import { drawChartImage, imageSize, ink, write } from './chart-image.ts';
import { chartColours, monthName, shortMonth } from './chart-style.ts';
import { rowsAddress } from './figure-filters.tsx';
import { RevenueBars, type RowsOfMonth } from './revenue-bars.tsx';

/** 'Yearly revenue': twelve months of one year, in front of those of the previous year. */
export function RevenueCard({ filters: { collegeId, from, to } }: { filters: FigureFilters }) {
  const { code } = useSession();
  const [chosen, choose] = useAddressChoice('year');
  const year = /^20\d\d$/.test(chosen ?? '') ? Number(chosen) : undefined;
  const revenue = useQuery(
    api.dashboard.getYearlyRevenue.queryOptions({
      input: { year, collegeId },
      placeholderData: keepPreviousData,
    }),
  );
  const { data } = revenue;
  const rowsOf = useRowsOfMonth(collegeId);
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
      note={from || to ? t`All months of the year: From day and To day do not narrow this chart.` : undefined}
      figures={data}
      error={revenue.error && <ErrorNotice error={revenue.error} onRetry={() => void revenue.refetch()} />}
      chart={(figures) => (
        <RevenueBars
          revenue={figures}
          shown={monthsShown(figures)}
          summary={summaryOf(figures)}
          rowsOf={rowsOf}
        />
      )}
      table={(figures) => <RevenueTable revenue={figures} rowsOf={rowsOf} />}
      image={(figures) => ({
        name: `yearly-revenue-${figures.year}.png`,
        canvas: drawRevenue(figures, monthsShown(figures), code),
      })}
    />
  );
}

function useRowsOfMonth(collegeId: string | undefined): RowsOfMonth {
  const isAudit = deskOf(usePathname()) === 'auditor';
  const list = isAudit ? paths.auditor.feeCollected : paths.admin.feeCollected;
  return (year, index) => {
    const from = `${year}-${String(index + 1).padStart(2, '0')}-01`;
    return rowsAddress(list, { collegeId, from, to: lastOfMonth(from) });
  };
}

function RevenueTable({ revenue, rowsOf }: { revenue: YearlyRevenue; rowsOf: RowsOfMonth }) {
  const shown = monthsShown(revenue);
  const { year, before } = revenue;
  return (
    <Table.ScrollContainer minWidth={200} maxHeight={216} type="native" tabIndex={0}>
      <ChartTable
        caption={t`Yearly revenue ${year}, ${formatRupees(totalOf(revenue))} in all`}
        head={[t`Month`, t`Revenue`, String(year - 1)]}
        rows={revenue.months.map((amount, index) => ({
          name: monthName(index),
          to: index < shown ? rowsOf(year, index) : null,
          numbers: [index < shown ? formatRupees(amount) : '-', formatRupees(before[index]!)],
        }))}
        verticalSpacing={3}
        stickyHeader
      />
    </Table.ScrollContainer>
  );
}

/** How many months of the year have begun: a future month has no bar, rather than one of zero. */
function monthsShown({ year, months: amounts }: YearlyRevenue): number {
  const today = dayInIndia(new Date());
  const begun = year === Number(today.slice(0, 4)) ? Number(today.slice(5, 7)) : 12;
  // A clock behind the server's must not hide existing amounts.
  return Math.max(begun, amounts.findLastIndex((amount) => amount !== 0) + 1);
}

function summaryOf(revenue: YearlyRevenue): string {
  const most = Math.max(...revenue.months);
  const total = formatRupees(totalOf(revenue));
  if (most <= 0)
    return t`Bar chart: revenue ${revenue.year} by month, ${total} in all. The table has every month.`;
  const best = monthName(revenue.months.indexOf(most));
  return t`Bar chart: revenue ${revenue.year} by month, ${total} in all, most in ${best} with ${formatRupees(most)}. The table has every month.`;
}

function totalOf(revenue: YearlyRevenue): number {
  return revenue.months.reduce((sum, amount) => sum + amount, 0);
}

/** 'Yearly revenue' as an image; only the first `shown` months have begun. */
function drawRevenue(revenue: YearlyRevenue, shown: number, code: string): HTMLCanvasElement {
  const { year, before } = revenue;
  const now = revenue.months.slice(0, shown);
  return drawChartImage({
    title: t`Yearly revenue ${year}`,
    code,
    legend: () => [
      { label: `${year}: ${formatRupees(sumOf(now))}`, colour: chartColours.revenue.light },
      { label: `${year - 1}: ${formatRupees(sumOf(before))}`, colour: chartColours.revenueBefore.light },
    ],
    draw: (context, room) => {
      const top = axisTop(Math.max(...revenue.months, ...before));
      const left = imageSize.margin + 76;
      const bottom = room.bottom - 30;
      const step = (imageSize.width - imageSize.margin - left) / 12;
      const heightOf = (amount: number) => ((bottom - room.top) * Math.max(0, amount)) / top;
      const small = { size: 14, colour: ink.quiet };
      context.fillStyle = ink.line;
      for (const amount of [0, 1, 2, 3, 4].map((part) => (top * part) / 4)) {
        const y = bottom - heightOf(amount);
        context.fillStyle = ink.line;
        context.fillRect(left, y, step * 12, 1);
        write(context, formatRupeesShort(amount), { ...small, x: left - 12, y: y + 5, align: 'right' });
      }
      for (let index = 0; index < 12; index += 1) {
        const middle = left + step * (index + 0.5);
        const bar = (amount: number, width: number, colour: string) => {
          context.fillStyle = colour;
          context.fillRect(middle - width / 2, bottom - heightOf(amount), width, heightOf(amount));
        };
        bar(before[index]!, 46, chartColours.revenueBefore.light);
        bar(now[index] ?? 0, 25, chartColours.revenue.light);
        write(context, shortMonth(index), { ...small, x: middle, y: bottom + 26, align: 'center' });
      }
    },
  });
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

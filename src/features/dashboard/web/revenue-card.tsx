import { t } from '#shared/words.ts';
import '@mantine/charts/styles.css';
import { AreaChart } from '@mantine/charts';
import { Skeleton, Table } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '#features/client.ts';
import { useSession } from '#platform/web/api/session.ts';
import { ChoiceInput } from '#platform/web/components/choice-input.tsx';
import { ErrorNotice } from '#platform/web/components/error-notice.tsx';
import { useAddressChoice } from '#platform/web/components/use-address-choice.ts';
import { dayInIndia } from '#shared/dates.ts';
import { formatRupees, formatRupeesShort } from '#shared/money.ts';
import type { YearlyRevenue } from '../contract.ts';
import { ChartCard, ChartTable } from './chart-card.tsx';
import { months, shortMonth, shownColour } from './chart-look.ts';
import { drawRevenue, totalOf } from './revenue-image.ts';

/** 'Yearly revenue': twelve months of one year. */
export function RevenueCard() {
  const { code } = useSession();
  const [chosen, choose] = useAddressChoice('year');
  const year = /^20\d\d$/.test(chosen ?? '') ? Number(chosen) : undefined;
  const revenue = useQuery(
    api.dashboard.getYearlyRevenue.queryOptions({ input: { year }, placeholderData: keepPreviousData }),
  );
  const { data } = revenue;
  const waiting = revenue.error ? (
    <ErrorNotice error={revenue.error} onRetry={() => void revenue.refetch()} />
  ) : (
    <Skeleton h={216} />
  );
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
      chart={data ? <RevenueChart revenue={data} /> : waiting}
      table={data ? <RevenueTable revenue={data} /> : waiting}
      image={
        data && {
          name: `yearly-revenue-${data.year}.png`,
          draw: () => drawRevenue(data, monthsShown(data), code),
        }
      }
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

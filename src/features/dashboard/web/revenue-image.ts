import { formatRupees, formatRupeesShort } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import type { YearlyRevenue } from '../contract.ts';
import { axisTop } from '../rules.ts';
import { drawChartSheet, ink, sheet, write } from './chart-image.ts';
import { chartColours, shortMonth } from './chart-look.ts';

/** 'Yearly revenue' as an image; only the first `shown` months have begun. */
export function drawRevenue(revenue: YearlyRevenue, shown: number, code: string): HTMLCanvasElement {
  const { year, before } = revenue;
  const now = revenue.months.slice(0, shown);
  return drawChartSheet({
    title: t`Yearly revenue ${year}`,
    code,
    legend: () => [
      { label: `${year}: ${formatRupees(sumOf(now))}`, colour: chartColours.revenue.light },
      { label: `${year - 1}: ${formatRupees(sumOf(before))}`, colour: chartColours.revenueBefore.light },
    ],
    draw: (context, room) => {
      const top = axisTop(Math.max(...revenue.months, ...before));
      const left = sheet.margin + 76;
      const bottom = room.bottom - 30;
      const step = (sheet.width - sheet.margin - left) / 12;
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

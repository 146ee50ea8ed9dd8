import { formatRupees, formatRupeesShort } from '#shared/money.ts';
import { t } from '#shared/words.ts';
import type { YearlyRevenue } from '../contract.ts';
import { drawChartSheet, ink, sheet, write } from './chart-image.ts';
import { chartColours, shortMonth } from './chart-look.ts';

const colour = chartColours.revenue.light;

/** 'Yearly revenue' as a picture; only the first `shown` months have begun. */
export function drawRevenue(revenue: YearlyRevenue, shown: number, code: string): HTMLCanvasElement {
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

export function totalOf(revenue: YearlyRevenue): number {
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

import { formatRupees, formatRupeesShort } from '#shared/money.ts';
import { t } from '#shared/words.ts';
import type { YearlyRevenue } from '../contract.ts';
import { drawChartSheet, ink, sheet, write } from './chart-image.ts';
import { chartColours, shortMonth } from './chart-look.ts';

const colour = chartColours.revenue.light;

/** 'Yearly revenue' as a picture; only the first `shown` months have begun. */
export function drawRevenue(revenue: YearlyRevenue, shown: number, code: string): HTMLCanvasElement {
  const total = revenue.months.reduce((sum, amount) => sum + amount, 0);
  return drawChartSheet({
    title: t`Yearly revenue ${revenue.year}`,
    code,
    legend: () => [{ label: t`Revenue by month, ${formatRupees(total)} in all`, colour }],
    draw: (context, room) => {
      const top = axisTop(Math.max(...revenue.months));
      const plot = {
        left: sheet.margin + 76,
        right: sheet.width - sheet.margin - 12,
        bottom: room.bottom - 30,
      };
      const x = (index: number) => plot.left + ((plot.right - plot.left) * index) / 11;
      const y = (amount: number) => plot.bottom - ((plot.bottom - room.top) * amount) / top;
      drawAxes(context, { top, x, y, left: plot.left - 12, right: plot.right + 12, bottom: plot.bottom });
      const points = revenue.months.slice(0, shown).map((amount, index) => [x(index), y(amount)] as const);
      drawArea(context, points, plot.bottom);
    },
  });
}

type Axes = {
  top: number;
  x: (index: number) => number;
  y: (amount: number) => number;
  left: number;
  right: number;
  bottom: number;
};

function drawAxes(context: CanvasRenderingContext2D, axes: Axes): void {
  context.strokeStyle = ink.line;
  context.lineWidth = 1;
  for (let step = 0; step <= 4; step += 1) {
    const amount = (axes.top * step) / 4;
    const height = axes.y(amount);
    context.beginPath();
    context.moveTo(axes.left, height);
    context.lineTo(axes.right, height);
    context.stroke();
    write(context, formatRupeesShort(amount), {
      x: axes.left - 10,
      y: height + 5,
      size: 14,
      colour: ink.quiet,
      align: 'right',
    });
  }
  for (let index = 0; index < 12; index += 1) {
    const place = { x: axes.x(index), y: axes.bottom + 26, size: 14, colour: ink.quiet } as const;
    write(context, shortMonth(index), { ...place, align: 'center' });
  }
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

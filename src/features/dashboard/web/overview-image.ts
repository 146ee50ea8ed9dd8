import { formatCount } from '#shared/money.ts';
import { t } from '#shared/words.ts';
import type { ApplicationFigures } from '../contract.ts';
import { overviewShares } from '../rules.ts';
import { drawChartSheet, ink, sheet, write } from './chart-image.ts';
import { chartColours } from './chart-look.ts';

/** 'Applications Overview' as a picture. */
export function drawOverview(overview: ApplicationFigures['overview'], code: string): HTMLCanvasElement {
  const shares = overviewShares(overview);
  const all = overview.pending + overview.approved;
  return drawChartSheet({
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
      const ring = { x: sheet.width / 2, y: (top + bottom) / 2, radius: (bottom - top) / 2 - 30 };
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

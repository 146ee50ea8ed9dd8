import { formatMoment } from '#shared/format.ts';
import { t } from '#shared/words.ts';

/** Size of the drawing in pixels, before scaling by `fineness`. */
export const imageSize = { width: 960, height: 540, margin: 48 };
const fineness = 2;
const family = "'Noto Sans Variable', system-ui, sans-serif";

export const ink = { text: '#1b2430', quiet: '#5c6470', line: '#d5dae2' };

export type LegendEntry = { label: string; colour: string | CanvasPattern };

/**
 * A white image with title, scope, date and legend, drawn for print and slides rather than copied from the screen: it
 * is the same in light and dark mode and at every window size. `draw` gets the space between title and legend.
 */
export function drawChartImage(options: {
  title: string;
  /** The college code that limits the figures, or `ALL`. */
  code: string;
  legend: (context: CanvasRenderingContext2D) => LegendEntry[];
  draw: (context: CanvasRenderingContext2D, room: { top: number; bottom: number }) => void;
}): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = imageSize.width * fineness;
  canvas.height = imageSize.height * fineness;
  const context = canvas.getContext('2d')!;
  context.scale(fineness, fineness);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, imageSize.width, imageSize.height);
  const scope = options.code === 'ALL' ? t`All colleges` : t`College ${options.code}`;
  write(context, options.title, { x: imageSize.margin, y: 62, size: 28, weight: 600 });
  write(context, `${scope} · ${formatMoment(new Date().toISOString())}`, {
    x: imageSize.margin,
    y: 90,
    size: 15,
    colour: ink.quiet,
  });
  options.draw(context, { top: 120, bottom: imageSize.height - 70 });
  drawLegend(context, options.legend(context));
  return canvas;
}

type Writing = {
  x: number;
  y: number;
  size: number;
  weight?: number;
  colour?: string;
  align?: CanvasTextAlign;
};

export function write(context: CanvasRenderingContext2D, text: string, writing: Writing): void {
  context.font = `${writing.weight ?? 400} ${writing.size}px ${family}`;
  context.fillStyle = writing.colour ?? ink.text;
  context.textAlign = writing.align ?? 'left';
  context.fillText(text, writing.x, writing.y);
}

function drawLegend(context: CanvasRenderingContext2D, entries: LegendEntry[]): void {
  const y = imageSize.height - 28;
  let x = imageSize.margin;
  for (const { label, colour } of entries) {
    context.fillStyle = colour;
    context.fillRect(x, y - 13, 15, 15);
    write(context, label, { x: x + 23, y, size: 15 });
    x += 23 + context.measureText(label).width + 32;
  }
}

/** Downloads the image as a file. */
export async function saveImage({ name, canvas }: { name: string; canvas: HTMLCanvasElement }) {
  const image = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!image) throw new Error('The browser made no picture of the chart.');
  const address = URL.createObjectURL(image);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has started and keeps its own copy of the bytes.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

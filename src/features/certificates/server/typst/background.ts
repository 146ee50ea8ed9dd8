import { paperSize, type TemplateContent } from '../../template.ts';
import { svgOfArtwork } from './artwork.ts';

// Bézier curves stay smooth at any resolution. The Typst template replaces this ink with the ink of the paper's colour.

const ink = '#6d1a26';
const gold = '#b08d3c';
const pointsOfMillimetre = 72 / 25.4;

/** Distance of the microtext lines from the edges, in points: between the lines of the frame. */
export const microtextInset = { ornamental: 52.9, modern: 27.6 } as const;

/** The artwork below the text, as an SVG; null for pre-printed paper. */
export function drawBackground({
  background,
  paper,
  artwork,
}: Pick<TemplateContent, 'background' | 'paper' | 'artwork'>): string | null {
  if (artwork !== undefined) return svgOfArtwork(artwork, { paper });
  if (background === 'none') return null;
  const size = paperSize({ paper });
  const [width, height] = [size.width * pointsOfMillimetre, size.height * pointsOfMillimetre];
  const art = background === 'ornamental' ? ornamental(width, height) : modern(width, height);
  const box = `0 0 ${round(width)} ${round(height)}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" fill="none">${art}</svg>`;
}

/** A woven border with a rosette in each corner, and a faint one in the middle. */
function ornamental(width: number, height: number): string {
  const inset = 60;
  const [long, short] = [braid(width - 2 * inset), braid(height - 2 * inset)];
  const middle = 39.5;
  const corner = 40.5;
  const corners = [corner, width - corner].flatMap((x) =>
    [corner, height - corner].map((y) => at(x, y, cornerPiece)),
  );
  const rings = [0, 1, 2].map((ring) =>
    rosette({ radius: 138 - 42 * ring, depth: 0.18, lobes: 20 - 4 * ring, threads: 3 }),
  );
  return [
    `<g stroke="${gold}" stroke-width=".5" opacity=".2">${at(width / 2, height * 0.52, rings.join(''))}</g>`,
    frame(width, height, 24, ink, 2.2),
    frame(width, height, 28, gold, 0.7),
    at(inset, middle, long),
    at(inset, height - middle, long),
    at(middle, inset, `<g transform="rotate(90)">${short}</g>`),
    at(width - middle, inset, `<g transform="rotate(90)">${short}</g>`),
    frame(width, height, 51, gold, 0.7),
    frame(width, height, 54.5, ink, 1.1),
    ...corners,
  ].join('');
}

/** Fine waves above and below, and a thin frame. */
function modern(width: number, height: number): string {
  const margin = 34;
  const length = width - 2 * margin;
  const waves = (sign: number) =>
    [4, 5.5, 7, 8.5, 10].map((amplitude) =>
      wave({ length, waves: 8, amplitude: sign * amplitude, shift: 0 }),
    );
  const band = `<g stroke="${ink}" stroke-width=".3">${waves(1).join('')}</g><g stroke="${gold}" stroke-width=".3">${waves(-1).join('')}</g>`;
  return [
    frame(width, height, 26, ink, 0.8),
    frame(width, height, 29, gold, 0.4),
    at(margin, 46, band),
    at(margin, height - 46, band),
  ].join('');
}

const cornerPiece = [
  `<rect x="-21" y="-21" width="42" height="42" fill="#fff" stroke="${ink}" stroke-width="1.6"/>`,
  `<rect x="-18.2" y="-18.2" width="36.4" height="36.4" stroke="${gold}" stroke-width=".6"/>`,
  `<g stroke="${ink}" stroke-width=".5">${rosette({ radius: 12.5, depth: 0.3, lobes: 8, threads: 2 })}</g>`,
  `<g stroke="${gold}" stroke-width=".5">${rosette({ radius: 7.5, depth: 0.35, lobes: 6, threads: 2 })}</g>`,
  `<circle r="1.9" fill="${ink}"/>`,
].join('');

function braid(length: number): string {
  const waves = Math.round(length / 12.45);
  const strand = (colour: string, strokeWidth: number, shift: number) =>
    [7.6, -7.6]
      .map((amplitude) => wave({ length, waves, amplitude, shift }))
      .map((path) => `<g stroke="${colour}" stroke-width="${strokeWidth}">${path}</g>`)
      .join('');
  return strand(gold, 0.55, 0.5) + strand(ink, 0.75, 0) + strand(ink, 0.4, 0.25);
}

/** Half waves from 0 to `length`, each a quadratic curve; `shift` moves them by fractions of a wave. */
function wave({
  length,
  waves,
  amplitude,
  shift,
}: {
  length: number;
  waves: number;
  amplitude: number;
  shift: number;
}): string {
  const half = length / waves;
  const start = -half * shift;
  const count = waves + (shift === 0 ? 0 : 1);
  return `<path d="M${round(start)} 0q${round(half / 2)} ${round(amplitude * 2)} ${round(half)} 0${`t${round(half)} 0`.repeat(count - 1)}"/>`;
}

type Rosette = { radius: number; depth: number; lobes: number; threads: number };

/** Threads of a guilloche: circles with an oscillating radius, rotated against each other. */
function rosette({ radius, depth, lobes, threads }: Rosette): string {
  const thread = (turn: number) => {
    const steps = lobes * 4;
    const points = Array.from({ length: steps }, (_, index) => pointOf((index / steps) * 2 * Math.PI, turn));
    const third = (2 * Math.PI) / steps / 3;
    const curves = points.map((from, index) => {
      const to = points[(index + 1) % steps]!;
      return `C${pair(from.x + from.dx * third, from.y + from.dy * third)} ${pair(to.x - to.dx * third, to.y - to.dy * third)} ${pair(to.x, to.y)}`;
    });
    return `<path d="M${pair(points[0]!.x, points[0]!.y)}${curves.join('')}Z"/>`;
  };
  // A point of the thread, and its derivative by the angle.
  const pointOf = (angle: number, turn: number) => {
    const swing = lobes * angle + turn;
    const r = radius * (1 + depth * Math.cos(swing));
    const dr = -radius * depth * lobes * Math.sin(swing);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return { x: r * cos, y: r * sin, dx: dr * cos - r * sin, dy: dr * sin + r * cos };
  };
  return Array.from({ length: threads }, (_, index) => thread((index / threads) * 2 * Math.PI)).join('');
}

function frame(width: number, height: number, inset: number, colour: string, stroke: number): string {
  return `<rect x="${inset}" y="${inset}" width="${round(width - 2 * inset)}" height="${round(height - 2 * inset)}" stroke="${colour}" stroke-width="${stroke}"/>`;
}

function at(x: number, y: number, art: string): string {
  return `<g transform="translate(${pair(x, y)})">${art}</g>`;
}

function pair(x: number, y: number): string {
  return `${round(x)} ${round(y)}`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

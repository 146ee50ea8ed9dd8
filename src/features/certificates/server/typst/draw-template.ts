import { drawPicture } from '#platform/server/typst/render-document.ts';
import type { Box, Line, TemplateContent } from '../../template.ts';
import { certificateDocument } from './certificate-document.ts';
import type { CertificateRun, CertificateSheet } from './certificate-sheet.ts';
import { fillLines } from './fill-lines.ts';
import { specimenMark } from './specimen-mark.ts';

/** A line that does not fit as designed, by its position in the template; sizes in points. */
export type LineFit = {
  box: number;
  line: number;
  text: string;
  /** Set smaller to fit; too long even at its smallest size, so printing fails; or above or below its box. */
  state: 'smaller' | 'too_long' | 'outside';
  size: number;
  wantedSize: number;
  floor: number;
};

/**
 * Draws a sheet as a PNG at 96 dpi with a mark across it, and reports the lines that do not fit. Artwork with microtext
 * and a drawing, each box, and the mark are layers: only what moved is drawn again.
 */
export async function drawTemplate({
  template,
  crest,
  sheet,
  legend,
  mark = 'SAMPLE',
}: {
  template: TemplateContent;
  crest: Uint8Array | null;
  sheet: CertificateSheet;
  legend: string;
  mark?: 'SAMPLE' | 'COPY' | 'SPECIMEN';
}): Promise<{ png: Uint8Array; fits: LineFit[] }> {
  const run = { offset: { xMm: 0, yMm: 0 }, boundAt: new Date(0), crest: null, sheets: [sheet] };
  const { artwork: _, drawing: __, ...words } = { ...template, background: 'none' } as const;
  const withBoxes = (boxes: Box[], more: Partial<CertificateRun> = {}) =>
    certificateDocument({ ...run, template: { ...words, boxes }, ...more });
  const art = certificateDocument({ ...run, template: { ...template, boxes: [] } });
  const crests = template.boxes.filter(({ kind }) => kind === 'crest');
  const below = [art, withBoxes(crests, { crest })] as const;
  const boxes = template.boxes.map((box) => withBoxes([numbered(box)]));
  const above =
    mark === 'SPECIMEN'
      ? specimenMark(template, legend)
      : withBoxes([], { proofMark: mark, proofLegend: legend });
  const { png, metadata } = await drawPicture({ layers: [...below, ...boxes, above] });
  const fits = template.boxes.flatMap((box, at) => {
    const sizes = metadata[below.length + at] as { at: number; size: number }[];
    return box.kind === 'text'
      ? fitsOf(box, at, { sheet, sizes: new Map(sizes.map((of) => [of.at, of.size])) })
      : [];
  });
  return { png, fits };
}

/** The position goes to Typst, which reports the resulting size of the line by it. */
type NumberedLine = Line & { at: number };

function numbered(box: Box): Box {
  if (box.kind !== 'text') return box;
  return { ...box, lines: box.lines.map((line, at): NumberedLine => ({ ...line, at })) };
}

const pointsOfMillimetre = 72 / 25.4;

function fitsOf(
  box: Extract<Box, { kind: 'text' }>,
  boxAt: number,
  { sheet, sizes }: { sheet: CertificateSheet; sizes: ReadonlyMap<number, number> },
): LineFit[] {
  const shown = box.lines.flatMap((line, at) =>
    fillLines([line], sheet).map(({ rows }) => ({
      line,
      at,
      text: rows.map((row) => row.map(({ text }) => text).join('')).join(' '),
    })),
  );
  const height = shown.reduce((sum, { line: { advance, below = 0 } }) => sum + advance + below, 0);
  const over = height - box.height * pointsOfMillimetre;
  let reached = box.lies === 'top' ? 0 : box.lies === 'bottom' ? -over : -over / 2;
  return shown.flatMap(({ line, at, text }): LineFit[] => {
    const top = reached;
    const bottom = top + line.advance;
    reached = bottom + (line.below ?? 0);
    const natural = sizes.get(at) ?? line.size;
    const size = Math.round(Math.max(natural, line.floor) * 10) / 10;
    const found = { box: boxAt, line: at, text, size, wantedSize: line.size, floor: line.floor };
    // Half a point is within the variation between letters.
    const isOutside = over > 0.5 && (top < -0.5 || bottom > box.height * pointsOfMillimetre + 0.5);
    if (natural < line.floor) return [{ ...found, state: 'too_long' }];
    if (isOutside) return [{ ...found, state: 'outside' }];
    return natural < line.size ? [{ ...found, state: 'smaller' }] : [];
  });
}

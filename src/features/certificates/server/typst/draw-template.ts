import { drawPicture } from '#platform/server/typst/draw-picture.ts';
import type { Box, Line, TemplateContent } from '../../template.ts';
import { certificateDocument } from './certificate-document.ts';
import type { CertificateSheet } from './certificate-sheet.ts';
import { fillLines } from './fill-lines.ts';

/** A line that does not come out as the template wants it, by its place there; sizes in points. */
export type LineFit = {
  box: number;
  line: number;
  text: string;
  /** Set smaller to fit its width; too long even in its smallest size, so that nothing is printed; above or below its box. */
  state: 'smaller' | 'too_long' | 'outside';
  size: number;
  wantedSize: number;
  floor: number;
};

/**
 * A sheet as it will be printed, as a PNG at 96 dpi and marked across, with the lines that do not come out as they are wanted.
 * Art, microtext and the drawing of a pack are drawn once, what stands in boxes each time.
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
  mark?: 'SAMPLE' | 'COPY';
}): Promise<{ png: Uint8Array; fits: LineFit[] }> {
  const run = { offset: { xMm: 0, yMm: 0 }, boundAt: new Date(0), sheets: [sheet] };
  const base = certificateDocument({ ...run, template: { ...template, boxes: [] }, crest: null });
  const { drawing: _, ...withoutDrawing } = template;
  const top = certificateDocument({
    ...run,
    template: { ...withoutDrawing, background: 'none', boxes: template.boxes.map(numbered) },
    crest,
    proofMark: mark,
    proofLegend: legend,
  });
  const { png, told } = await drawPicture({ base, top });
  const sizes = new Map((told as { at: string; size: number }[]).map(({ at, size }) => [at, size]));
  const fits = template.boxes.flatMap((box, at) =>
    box.kind === 'text' ? fitsOf(box, at, { sheet, sizes }) : [],
  );
  return { png, fits };
}

/** Where a line stands in the template goes with it to Typst, which tells by it how large the line came out. */
type NumberedLine = Line & { at: string };

function numbered(box: Box, boxAt: number): Box {
  if (box.kind !== 'text') return box;
  return { ...box, lines: box.lines.map((line, at): NumberedLine => ({ ...line, at: `${boxAt}:${at}` })) };
}

const pointsOfMillimetre = 72 / 25.4;

function fitsOf(
  box: Extract<Box, { kind: 'text' }>,
  boxAt: number,
  { sheet, sizes }: { sheet: CertificateSheet; sizes: ReadonlyMap<string, number> },
): LineFit[] {
  const shown = box.lines.flatMap((line, at) =>
    fillLines([line], sheet).map(({ pieces }) => ({
      line,
      at,
      text: pieces.map(({ text }) => text).join(''),
    })),
  );
  const height = shown.reduce((sum, { line }) => sum + line.advance, 0);
  const over = height - box.height * pointsOfMillimetre;
  let bottom = box.lies === 'top' ? 0 : box.lies === 'bottom' ? -over : -over / 2;
  return shown.flatMap(({ line, at, text }): LineFit[] => {
    const top = bottom;
    bottom += line.advance;
    const natural = sizes.get(`${boxAt}:${at}`) ?? line.size;
    const size = Math.round(Math.max(natural, line.floor) * 10) / 10;
    const found = { box: boxAt, line: at, text, size, wantedSize: line.size, floor: line.floor };
    // Half a point is no more than letters differ among themselves.
    const isOutside = over > 0.5 && (top < -0.5 || bottom > box.height * pointsOfMillimetre + 0.5);
    if (natural < line.floor) return [{ ...found, state: 'too_long' }];
    if (isOutside) return [{ ...found, state: 'outside' }];
    return natural < line.size ? [{ ...found, state: 'smaller' }] : [];
  });
}

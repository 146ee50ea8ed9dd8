import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { compileTo } from './compile-document.ts';
import type { DrawnPage, TypstDocument, TypstPicture } from './typst-document.ts';

type Raster = { data: Buffer; info: { width: number; height: number; channels: 3 } };

/** What stands below the pages drawn last: its curves take longer than all the words above them. */
const bases = new Map<string, Raster>();
const keptBases = 4;

/** What a template tells of itself beside its page: `[#metadata(value) <told>]`. */
const toldLabel = '<told>';

const pixelsOfPoint = 96 / 72;

/** The first page as a PNG at 96 dpi, without what only a file for the printer needs: tags, text layer, profiles. */
export async function drawPage({ base, top }: TypstPicture): Promise<DrawnPage> {
  const below = await rasterOf(base);
  const { svg, told } = compileTo(top, (compiler, source) => ({
    svg: compiler.plainSvg(source),
    told: compiler.query(source, { selector: toldLabel, field: 'value' }) as unknown[],
  }));
  const png = await sharp(below.data, { raw: below.info })
    .composite([{ input: Buffer.from(inPixels(withoutPaper(svg))), unlimited: true }])
    .png({ compressionLevel: 1 })
    .toBuffer();
  return { png, told };
}

async function rasterOf(base: TypstDocument): Promise<Raster> {
  const key = keyOf(base);
  const known = bases.get(key) ?? (await draw(base));
  bases.delete(key);
  bases.set(key, known);
  if (bases.size > keptBases) bases.delete(bases.keys().next().value!);
  return known;
}

async function draw(base: TypstDocument): Promise<Raster> {
  const svg = compileTo(base, (compiler, source) => compiler.plainSvg(source));
  const { data, info } = await sharp(Buffer.from(inPixels(svg)), { unlimited: true })
    .flatten({ background: '#fff' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, info: { ...info, channels: 3 } };
}

function keyOf({ template, input, files = {} }: TypstDocument): string {
  const hash = createHash('sha256').update(JSON.stringify([template, input, Object.keys(files)]));
  for (const content of Object.values(files)) hash.update(content);
  return hash.digest('base64');
}

/** Every page begins with a white sheet, which would hide what stands below. */
function withoutPaper(svg: string): string {
  return svg.replace(/<path class="typst-shape" fill="#ffffff"[^>]*\/>/, '');
}

/** Pictures of points are read as one of pixels, which is too coarse for a screen. */
function inPixels(svg: string): string {
  return svg.replace(/width="([\d.]+)pt" height="([\d.]+)pt"/, (_, width: string, height: string) => {
    const [across, down] = [width, height].map((points) => Math.round(Number(points) * pixelsOfPoint));
    return `width="${across}" height="${down}"`;
  });
}

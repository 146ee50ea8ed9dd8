import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { compileTo } from './compile-document.ts';
import type { DrawnPage, TypstDocument, TypstPicture } from './typst-document.ts';

/** The non-transparent part of a drawn page, as RGBA pixels. */
type Layer = {
  page: { width: number; height: number };
  left: number;
  top: number;
  width: number;
  height: number;
  pixels: Uint8Array;
  metadata: unknown[];
};

/** Cache by document, least recently used first. */
const layers = new Map<string, Layer>();
/** Cache limit, besides the layers in use. */
const cacheBytes = 64 * 1024 * 1024;
// sharp's cache would not help: each layer is drawn once.
sharp.cache(false);

/** Label of the data that a template returns beside its page: `[#metadata(value) <told>]`. */
const metadataLabel = '<told>';

const pixelsOfPoint = 96 / 72;

/** Draws the layers on white as a PNG at 96 dpi, without what only a print file needs: tags, text layer, profiles. */
export async function drawPage({ layers: documents }: TypstPicture): Promise<DrawnPage> {
  const drawn = await Promise.all(documents.map(layerOf));
  forgetOldest(documents.length);
  const { page } = drawn[0]!;
  const canvas = new Uint8Array(page.width * page.height * 4).fill(255);
  for (const layer of drawn) layOver(canvas, layer);
  const png = await sharp(canvas, { raw: { ...page, channels: 4 } })
    .removeAlpha()
    .png({ compressionLevel: 1 })
    .toBuffer();
  return { png, metadata: drawn.map(({ metadata }) => metadata) };
}

/** While one layer is rasterised, the next is compiled. */
async function layerOf(document: TypstDocument): Promise<Layer> {
  const key = keyOf(document);
  const layer = layers.get(key) ?? (await draw(document));
  layers.delete(key);
  layers.set(key, layer);
  return layer;
}

function forgetOldest(inUse: number): void {
  let bytes = [...layers.values()].reduce((sum, { pixels }) => sum + pixels.length, 0);
  for (const [key, { pixels }] of layers) {
    if (bytes <= cacheBytes || layers.size <= inUse) break;
    bytes -= pixels.length;
    layers.delete(key);
  }
}

async function draw(document: TypstDocument): Promise<Layer> {
  const { svg, told: metadata } = compileTo(document, (compiler, source) => ({
    svg: compiler.plainSvg(source),
    told: compiler.query(source, { selector: metadataLabel, field: 'value' }) as unknown[],
  }));
  const { data, info } = await sharp(Buffer.from(inPixels(withoutBackground(svg))), { unlimited: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { page: { width: info.width, height: info.height }, ...cutOut(data, info), metadata };
}

/** Crops the transparent edges of a page. */
function cutOut(page: Buffer, { width, height }: { width: number; height: number }) {
  const points = new Uint32Array(page.buffer, page.byteOffset, width * height);
  const clear = Buffer.alloc(width * 4);
  const isClear = (y: number) =>
    page.compare(clear, 0, clear.length, y * width * 4, (y + 1) * width * 4) === 0;
  let [top, bottom, left, right] = [0, height, width, 0];
  while (top < bottom && isClear(top)) top += 1;
  while (bottom > top && isClear(bottom - 1)) bottom -= 1;
  for (let row = top * width; row < bottom * width; row += width) {
    for (let x = 0; x < left; x += 1) if (points[row + x] !== 0) left = x;
    for (let x = width; x > right; x -= 1) if (points[row + x - 1] !== 0) right = x;
  }
  const size = { width: Math.max(right - left, 0), height: bottom - top };
  const pixels = new Uint8Array(size.width * size.height * 4);
  for (let y = 0; y < size.height; y += 1) {
    const start = ((top + y) * width + left) * 4;
    pixels.set(page.subarray(start, start + size.width * 4), y * size.width * 4);
  }
  return { left, top, ...size, pixels };
}

function layOver(canvas: Uint8Array, { page, left, top, width, height, pixels }: Layer): void {
  for (let y = 0; y < height; y += 1) {
    let from = y * width * 4;
    let to = ((top + y) * page.width + left) * 4;
    for (let x = 0; x < width; x += 1, from += 4, to += 4) {
      const alpha = pixels[from + 3]!;
      if (alpha === 0) continue;
      for (let colour = 0; colour < 3; colour += 1) {
        const below = canvas[to + colour]!;
        canvas[to + colour] = below + Math.round(((pixels[from + colour]! - below) * alpha) / 255);
      }
    }
  }
}

function keyOf({ template, input, files = {}, qrCodes }: TypstDocument): string {
  const hash = createHash('sha256').update(JSON.stringify([template, input, Object.keys(files), qrCodes]));
  for (const content of Object.values(files)) hash.update(content);
  return hash.digest('base64');
}

/** Every Typst page begins with a white rectangle, which would hide the layers below. */
function withoutBackground(svg: string): string {
  return svg.replace(/<path class="typst-shape" fill="#ffffff"[^>]*\/>/, '');
}

/** SVG sizes in points would be rasterised at 72 dpi, which is too coarse for a screen. */
function inPixels(svg: string): string {
  return svg.replace(/width="([\d.]+)pt" height="([\d.]+)pt"/, (_, width: string, height: string) => {
    const [across, down] = [width, height].map((points) => Math.round(Number(points) * pixelsOfPoint));
    return `width="${across}" height="${down}"`;
  });
}

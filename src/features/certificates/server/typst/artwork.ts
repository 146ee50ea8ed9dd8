import { isSvg } from '#shared/file-kinds.ts';
import { paperSize, type TemplateContent } from '../../template.ts';

// Template versions are never changed, so the background is part of their content instead of a reference to a file.

/** The file of a pack as templates store it: an SVG as its text, a picture as a data URL. */
export function artworkOf(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  if (isSvg(text)) return text;
  // A JPEG begins with FF D8.
  return `data:image/${bytes[0] === 0xff ? 'jpeg' : 'png'};base64,${bytes.toString('base64')}`;
}

/** The opposite of `artworkOf`. */
export function fileOfArtwork(artwork: string): { ending: string; bytes: Buffer } {
  const [, ending, base64] = /^data:image\/(\w+);base64,(.*)$/.exec(artwork) ?? [];
  if (ending === undefined) return { ending: 'svg', bytes: Buffer.from(artwork) };
  return { ending, bytes: Buffer.from(base64!, 'base64') };
}

/** As an SVG that fills the sheet, which the Typst template draws like the portal's own backgrounds. */
export function svgOfArtwork(artwork: string, { paper }: Pick<TemplateContent, 'paper'>): string {
  if (!artwork.startsWith('data:')) return artwork;
  const { width, height } = paperSize({ paper });
  const size = `width="${width}" height="${height}" preserveAspectRatio="xMidYMid slice"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><image ${size} href="${artwork}"/></svg>`;
}

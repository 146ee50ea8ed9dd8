import sharp from 'sharp';
import { difference, type Grey, pageImage, popplerText } from './a-judges.ts';
import type { Sheet } from './a-sheets.ts';
import { groups } from './a-text.ts';

// Whether an answer of the portal has a clean page of one issued sheet in it: a picture, a PDF, or either of them inside JSON.

const width = 240;

/** A picture as an eye sees it from a distance: whatever its size and kind was, the same page is the same to it. */
async function eye(picture: Buffer): Promise<Grey> {
  const { data, info } = await sharp(picture)
    .flatten({ background: 'white' })
    .greyscale()
    .resize(width, Math.round((width * 210) / 297), { fit: 'fill' })
    .blur(1.5)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

export type Found = { verdict: 'clean' | 'marked' | 'other'; share: number };

export type Judge = {
  look(picture: Buffer): Promise<Found>;
  /** Every page or picture in an answer that shows the issued sheet without a mark. */
  cleanPagesIn(type: string, bytes: Buffer): Promise<string[]>;
};

/** The judge of the sheet on the first page of a print file. */
export async function judgeOf(printed: Buffer, sheet: Sheet): Promise<Judge> {
  const clean = await eye(pageImage(printed, 1, 100));
  return { look, cleanPagesIn };

  /** What a picture of a page shows: the sheet without a mark, the sheet with one, or something else. */
  async function look(picture: Buffer): Promise<Found> {
    const one = await eye(picture).catch(() => undefined);
    if (!one) return { verdict: 'other', share: 1 };
    const share = difference(one, clean, 14);
    // The same page rendered otherwise differs by a thousandth; a mark that a person sees by four pixels of a hundred.
    return { verdict: share < 0.01 ? 'clean' : share < 0.4 ? 'marked' : 'other', share };
  }

  /** Every page or picture in an answer that shows the issued sheet without a mark. */
  async function cleanPagesIn(type: string, bytes: Buffer): Promise<string[]> {
    if (/json|text/.test(type)) {
      const found: string[] = [];
      const text = bytes.toString('utf8');
      for (const [, kind, base64] of text.matchAll(
        /data:(image\/[\w+.-]+|application\/pdf);base64,([A-Za-z0-9+/=]{200,})/g,
      ))
        found.push(...(await cleanPagesIn(kind!, Buffer.from(base64!, 'base64'))));
      for (const [base64] of text.matchAll(/(?:JVBERi0|iVBORw0KGgo|\/9j\/)[A-Za-z0-9+/]{2000,}={0,2}/g))
        found.push(
          ...(await cleanPagesIn(
            base64.startsWith('JVB') ? 'application/pdf' : 'image/png',
            Buffer.from(base64, 'base64'),
          )),
        );
      if (text.includes('<svg')) found.push(...(await cleanPagesIn('image/svg+xml', Buffer.from(text))));
      return found;
    }
    if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') return cleanPagesOfPdf(bytes);
    if (!/^image\//.test(type)) return [];
    const { verdict, share } = await look(bytes);
    return verdict === 'clean'
      ? [`a picture of which ${(share * 100).toFixed(2)} % differ from the clean page`]
      : [];
  }

  async function cleanPagesOfPdf(pdf: Buffer): Promise<string[]> {
    const { code, name } = sheet;
    const found: string[] = [];
    for (const [index, text] of popplerText(pdf).entries()) {
      const isOfSheet = groups(code).test(text) && text.includes(name) && /certif/i.test(text);
      const { verdict } = await look(pageImage(pdf, index + 1, 100));
      // The same page with another code belongs to another sheet: a reprint in its own run.
      if ((verdict === 'clean' && groups(code).test(text)) || (isOfSheet && verdict !== 'marked'))
        found.push(`page ${index + 1} of a PDF: ${text.slice(0, 200)}`);
    }
    return found;
  }
}

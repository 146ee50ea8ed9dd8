import { PDFDocument, rgb } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import type { Plugin } from 'vite';

/** A page of each colour, so that a test sees which one is shown. */
const pageColours = [rgb(1, 0, 0), rgb(0, 1, 0), rgb(0, 0, 1)];

const samples: Record<string, () => Promise<Uint8Array>> = {
  'three-pages': async () => {
    const document = await PDFDocument.create();
    for (const color of pageColours)
      document.addPage([300, 400]).drawRectangle({ width: 300, height: 400, color });
    return document.save();
  },
  portrait: () => {
    const background = { r: 255, g: 200, b: 0 };
    return sharp({ create: { width: 300, height: 400, channels: 3, background } })
      .png()
      .toBuffer();
  },
  damaged: async () => Buffer.from('%PDF-1.7 and nothing that belongs to it'),
};

/** Serves uploaded files to components that are tested without our server; every other address of it is not there. */
export function sampleFiles(): Plugin {
  return {
    name: 'sample-files',
    configureServer({ middlewares }) {
      middlewares.use('/api', async (request, response) => {
        const sample = samples[request.url?.match(/^\/files\/([\w-]+)/)?.[1] ?? ''];
        response.statusCode = sample ? 200 : 404;
        response.end(await sample?.());
      });
    },
  };
}

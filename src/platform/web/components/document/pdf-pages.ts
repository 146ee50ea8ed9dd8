import { GlobalWorkerOptions, getDocument, version } from 'pdfjs-dist';
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerAddress;

/** Fonts and decoders that few PDFs need, served by us (vite.config.ts). */
const assets = import.meta.env.DEV ? '/node_modules/pdfjs-dist/' : `/assets/pdfjs-${version}/`;

/** Sharp up to three times the size that a page has beside the fields. */
const pagePixels = 1_600;

export type PdfPages = {
  pageCount: number;
  /** Draws a page, counted from 1, on a new canvas; `pixels` is the length of its longer side. */
  draw: (page: number, pixels?: number) => Promise<HTMLCanvasElement>;
  close: () => void;
};

/** Larger images in a PDF are left out: a few kilobytes may unpack to gigabytes. */
const maximumPixels = 64_000_000;

/** From a URL of ours, or from bytes that stay in the browser. */
export async function openPdf(source: string | Uint8Array): Promise<PdfPages> {
  const task = getDocument({
    ...(typeof source === 'string' ? { url: source } : { data: source }),
    maxImageSize: maximumPixels,
    standardFontDataUrl: `${assets}standard_fonts/`,
    wasmUrl: `${assets}wasm/`,
    // The content security policy forbids WebAssembly; the same decoders exist in JavaScript.
    useWasm: false,
  });
  const document = await task.promise;
  return {
    pageCount: document.numPages,
    draw: async (number, pixels = pagePixels) => {
      const page = await document.getPage(number);
      const { width, height } = page.getViewport({ scale: 1 });
      const viewport = page.getViewport({ scale: pixels / Math.max(width, height) });
      const canvas = window.document.createElement('canvas');
      canvas.width = Math.max(1, Math.round(viewport.width));
      canvas.height = Math.max(1, Math.round(viewport.height));
      await page.render({ canvas, viewport }).promise;
      return canvas;
    },
    close: () => void task.destroy(),
  };
}

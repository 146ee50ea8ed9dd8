/** Built into some browsers: https://wicg.github.io/shape-detection-api/#barcode-detection-api */
type OwnReader = { detect(picture: ImageData): Promise<{ rawValue: string }[]> };
type OwnReaderClass = {
  new (options: { formats: string[] }): OwnReader;
  getSupportedFormats(): Promise<string[]>;
};

/** Reads one picture at a time. */
export type QrReader = {
  /** The texts of the QR codes in a picture. With `isThorough`, our reader tries again if the browser's finds none. */
  read(picture: ImageData, options?: { isThorough?: boolean }): Promise<string[]>;
  close(): void;
};

/**
 * The browser's own reader if it has one, otherwise ours in a worker: only there may WebAssembly run (`web.ts` of the
 * server).
 */
export function openQrReader(): QrReader {
  let own = findOwnReader();
  let worker: Worker | null = null;
  return {
    read: async (picture, { isThorough = false } = {}) => {
      const reader = await own;
      const found = await reader?.detect(picture).catch(() => {
        // A phone may lack the service behind its browser's API.
        own = Promise.resolve(null);
        return null;
      });
      if (found && (found.length > 0 || !isThorough)) return found.map(({ rawValue }) => rawValue);
      worker ??= new Worker(new URL('./qr-worker.ts', import.meta.url), { type: 'module' });
      return ask(worker, picture);
    },
    close: () => worker?.terminate(),
  };
}

async function findOwnReader(): Promise<OwnReader | null> {
  const Reader = (globalThis as { BarcodeDetector?: OwnReaderClass }).BarcodeDetector;
  const formats = await Reader?.getSupportedFormats().catch((): string[] => []);
  return Reader && formats?.includes('qr_code') ? new Reader({ formats: ['qr_code'] }) : null;
}

function ask(worker: Worker, picture: ImageData): Promise<string[]> {
  const { promise, resolve, reject } = Promise.withResolvers<string[]>();
  const fail = () => reject(new Error('The reader of QR codes did not start.'));
  worker.onerror = fail;
  worker.onmessage = ({ data }: MessageEvent<string[] | null>) => (data ? resolve(data) : fail());
  worker.postMessage(picture, [picture.data.buffer]);
  return promise;
}

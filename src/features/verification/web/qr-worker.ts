import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasmAddress from 'zxing-wasm/reader/zxing_reader.wasm?url';

// The default location is a third party's CDN.
prepareZXingModule({ overrides: { locateFile: () => wasmAddress } });

/** As many as a page of certificates may show; limits the work on a hostile picture. */
const maximumCodes = 16;

/** Answers each picture with the texts of its QR codes, or null if reading failed. */
addEventListener('message', async ({ data }: MessageEvent<ImageData>) => {
  const found = readBarcodes(data, {
    formats: ['QRCode'],
    maxNumberOfSymbols: maximumCodes,
    textMode: 'Plain',
  });
  postMessage(
    await found.then(
      (codes) => codes.map(({ text }) => text),
      () => null,
    ),
  );
});

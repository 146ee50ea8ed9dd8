import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasmAddress from 'zxing-wasm/reader/zxing_reader.wasm?url';

// Its usual place is somebody else's server.
prepareZXingModule({ overrides: { locateFile: () => wasmAddress } });

/** As many as a page of certificates may show; the rest of a hostile picture is not looked for. */
const most = 16;

/** Answers each picture with the texts of its QR codes, or with null where it cannot read at all. */
addEventListener('message', async ({ data }: MessageEvent<ImageData>) => {
  const found = readBarcodes(data, { formats: ['QRCode'], maxNumberOfSymbols: most, textMode: 'Plain' });
  postMessage(
    await found.then(
      (codes) => codes.map(({ text }) => text),
      () => null,
    ),
  );
});

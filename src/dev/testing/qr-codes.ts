import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, type ReadResult, readBarcodes } from 'zxing-wasm/reader';

let isPrepared = false;

/** The QR codes of a picture (PNG or JPEG), with a reader that comes from the package and not from the network. */
export async function readQrCodes(picture: Uint8Array): Promise<ReadResult[]> {
  if (!isPrepared) {
    const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
    const wasmBinary = new Uint8Array(readFileSync(wasm)).buffer;
    await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
    isPrepared = true;
  }
  return readBarcodes(picture, { formats: ['QRCode'] });
}

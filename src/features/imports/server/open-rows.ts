import { Transform } from 'node:stream';
import type { Services } from '#server/context.ts';
import { readCsv } from '#server/sheets/csv.ts';
import type { SheetFormat, SheetRow } from '#server/sheets/sheet-row.ts';
import { readXlsx } from '#server/sheets/xlsx.ts';

export type StoredSheet = {
  storage_key: string;
  format: string;
  delimiter: string | null;
  byte_size: number;
};

/** The rows of a stored file from its first one on; `onProgress` hears which share of its bytes was read. */
export async function openRows(
  services: Pick<Services, 'files'>,
  file: StoredSheet,
  onProgress: (share: number) => void = () => {},
): Promise<AsyncGenerator<SheetRow>> {
  if ((file.format as SheetFormat) === 'xlsx') {
    return readXlsx(await services.files.getBytes(file.storage_key), onProgress);
  }
  let read = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      read += chunk.length;
      onProgress(read / file.byte_size);
      done(null, chunk);
    },
  });
  const bytes = await services.files.getStream(file.storage_key);
  bytes.on('error', (error) => meter.destroy(error));
  meter.on('close', () => bytes.destroy());
  return readCsv(bytes.pipe(meter), file.delimiter ?? ',');
}

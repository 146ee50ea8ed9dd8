import { Transform } from 'node:stream';
import type { Selectable } from 'kysely';
import type { Services } from '#platform/server/context.ts';
import type { ImportFiles } from '#platform/server/db/tables.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { openBytes } from '#platform/server/files/stored-files.ts';
import { readCsv } from '#platform/server/spreadsheets/csv.ts';
import { type OpenedTable, openTable } from '#platform/server/spreadsheets/open-table.ts';
import type { UploadFormat } from '#shared/spreadsheet-format.ts';

type StoredSpreadsheet = Pick<Selectable<ImportFiles>, 'storage_key' | 'format' | 'delimiter' | 'byte_size'>;

/**
 * Opens a stored file at its first row, with the names of a workbook's sheets; `onProgress` gets the share read so far.
 */
export async function openSpreadsheet(
  services: Pick<Services, 'files'>,
  file: StoredSpreadsheet,
  onProgress: (share: number) => void = () => {},
): Promise<OpenedTable> {
  const key = file.storage_key;
  if (key === null) throw domainError('files.missing');
  const format = file.format as UploadFormat;
  if (format !== 'csv') return openTable(await openBytes(services, key), { format }, onProgress);
  let read = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      read += chunk.length;
      onProgress(read / file.byte_size);
      done(null, chunk);
    },
  });
  const bytes = await openBytes(services, key);
  bytes.on('error', (error) => meter.destroy(error));
  meter.on('close', () => bytes.destroy());
  return { sheets: [], hiddenSheets: [], rows: readCsv(bytes.pipe(meter), file.delimiter ?? ',') };
}

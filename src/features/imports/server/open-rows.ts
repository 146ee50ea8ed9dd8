import { Transform } from 'node:stream';
import type { Selectable } from 'kysely';
import type { Services } from '#platform/server/context.ts';
import type { ImportFiles } from '#platform/server/db/tables.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { openBytes } from '#platform/server/files/stored-files.ts';
import { readCsv } from '#platform/server/spreadsheets/csv.ts';
import type { SpreadsheetRow } from '#platform/server/spreadsheets/spreadsheet-row.ts';
import { openWorkbook } from '#platform/server/spreadsheets/xlsx.ts';

type StoredSpreadsheet = Pick<Selectable<ImportFiles>, 'storage_key' | 'format' | 'delimiter' | 'byte_size'>;

/**
 * Opens a stored file at its first row, with the names of a workbook's sheets; `onProgress` gets the share read so far.
 */
export async function openSpreadsheet(
  services: Pick<Services, 'files'>,
  file: StoredSpreadsheet,
  onProgress: (share: number) => void = () => {},
): Promise<{ sheets: string[]; rows: AsyncGenerator<SpreadsheetRow> }> {
  const key = file.storage_key;
  if (key === null) throw domainError('files.missing');
  if (file.format === 'xlsx') return openWorkbook(await openBytes(services, key), onProgress);
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
  return { sheets: [], rows: readCsv(bytes.pipe(meter), file.delimiter ?? ',') };
}

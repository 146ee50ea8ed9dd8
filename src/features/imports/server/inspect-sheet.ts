import { fileTypeFromBuffer } from 'file-type';
import type { Services } from '#server/context.ts';
import { refusal } from '#server/refusal.ts';
import { openRows } from './open-rows.ts';
import type { ReceivedUpload } from './receive-upload.ts';
import { detectDelimiter } from './sheets/csv.ts';
import { isBlank, type SheetFormat, type SheetRow } from './sheets/sheet-row.ts';
import { listSheets } from './sheets/xlsx.ts';

/** What the beginning of an upload shows of it. */
export type InspectedSheet = {
  format: SheetFormat;
  delimiter: string | null;
  headers: string[];
  headerRow: number;
  /** The first values below each header. */
  samples: string[][];
  sheets: string[];
};

const startBytes = 64 * 1024;
const sampleRows = 3;
const longestSample = 60;

/** Refuses, by content and never by name, what is no sheet with a header and a row; says how the rest is to be read. */
export async function inspectSheet(
  services: Pick<Services, 'files'>,
  upload: ReceivedUpload,
): Promise<InspectedSheet> {
  const start = await readStart(services, upload.storageKey);
  const format = await formatOf(start);
  const delimiter = format === 'csv' ? detectDelimiter(start.toString('utf8')) : null;
  const sheets = format === 'xlsx' ? await listSheets(await services.files.getBytes(upload.storageKey)) : [];
  const stored = { storage_key: upload.storageKey, byte_size: upload.byteSize, format, delimiter };
  const [header, ...rest] = await firstRows(await openRows(services, stored));
  if (!header || !namesColumns(header)) throw refusal('imports.no_header');
  if (rest.length === 0) throw refusal('imports.empty');
  const headers = withoutTrailingBlanks(header.cells.map((cell) => cell.replace(/\s+/g, ' ').trim()));
  return {
    format,
    delimiter,
    sheets,
    headers,
    headerRow: header.number,
    samples: headers.map((_header, place) =>
      rest.map(({ cells }) => (cells[place] ?? '').slice(0, longestSample)),
    ),
  };
}

async function readStart(services: Pick<Services, 'files'>, key: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of await services.files.getStream(key)) {
    chunks.push(chunk as Buffer);
    length += (chunk as Buffer).length;
    if (length >= startBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, startBytes);
}

/** Compound File Binary: workbooks with a password, and those of before 2007. */
const compoundFile = Buffer.from('d0cf11e0a1b11ae1', 'hex');

async function formatOf(start: Buffer): Promise<SheetFormat> {
  if (start.subarray(0, 8).equals(compoundFile)) throw refusal('imports.protected');
  if (isUtf16(start)) throw refusal('imports.wrong_encoding', { row: null });
  const found = await fileTypeFromBuffer(start);
  // A workbook is a ZIP archive, and its kind is not always to be seen at its beginning.
  if (found?.ext === 'xlsx' || found?.ext === 'zip') return 'xlsx';
  if (found) throw refusal('imports.wrong_content', { found: `a file of type ${found.ext.toUpperCase()}` });
  if (start.includes(0)) throw refusal('imports.wrong_content', { found: 'bytes that are no text' });
  return 'csv';
}

function isUtf16(start: Buffer): boolean {
  const mark = start.subarray(0, 2).toString('hex');
  return mark === 'fffe' || mark === 'feff';
}

/** The header and the samples below it; blank rows do not count. */
async function firstRows(rows: AsyncGenerator<SheetRow>): Promise<SheetRow[]> {
  const found: SheetRow[] = [];
  for await (const row of rows) {
    if (isBlank(row)) continue;
    found.push(row);
    if (found.length > sampleRows) break;
  }
  return found;
}

/** A title above the table has one cell, and values have numbers where headers have words. */
function namesColumns({ cells }: SheetRow): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '');
  return filled.length > 1 && !filled.some((cell) => /^[\s\d.,₹/+-]+$/.test(cell));
}

function withoutTrailingBlanks(headers: string[]): string[] {
  return headers.slice(0, headers.findLastIndex((header) => header !== '') + 1);
}

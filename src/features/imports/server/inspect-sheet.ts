import type { Services } from '#platform/server/context.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { detectDelimiter } from '#platform/server/sheets/csv.ts';
import { sheetFormatOf } from '#platform/server/sheets/sheet-format.ts';
import { isBlank, type SheetRow } from '#platform/server/sheets/sheet-row.ts';
import { maskAadhaar } from '#shared/aadhaar.ts';
import { simplify } from '../rules.ts';
import { openSheet } from './open-rows.ts';
import type { ReceivedUpload } from './receive-upload.ts';

/** What the beginning of an upload shows of it. */
export type InspectedSheet = Awaited<ReturnType<typeof inspectSheet>>;

const startBytes = 64 * 1024;
const sampleRows = 3;
const longestSample = 60;

/** Refuses, by content and never by name, what is no sheet with a header and a row; says how the rest is to be read. */
export async function inspectSheet(services: Pick<Services, 'files'>, upload: ReceivedUpload) {
  const start = await readStart(services, upload.storageKey);
  const format = await sheetFormatOf(start);
  const delimiter = format === 'csv' ? detectDelimiter(start.toString('utf8')) : null;
  const stored = { storage_key: upload.storageKey, byte_size: upload.byteSize, format, delimiter };
  const { sheets, rows } = await openSheet(services, stored);
  const [header, ...rest] = await firstRows(rows);
  if (!header || !namesColumns(header, rest[0])) throw domainError('imports.no_header');
  if (rest.length === 0) throw domainError('imports.empty');
  const cells = header.cells.map((cell) => maskAadhaar(cell).replace(/\s+/g, ' ').trim());
  const headers = cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
  const ofAadhaar = headers.find(namesAadhaar);
  if (ofAadhaar !== undefined) throw domainError('imports.aadhaar_column', { header: ofAadhaar });
  return {
    format,
    delimiter,
    sheets,
    headers,
    headerRow: header.number,
    /** The first values below each header. */
    samples: headers.map((_header, place) =>
      rest.map(({ cells }) => maskAadhaar(cells[place] ?? '').slice(0, longestSample)),
    ),
  };
}

/** A column of them is refused before its file is kept; single ones are told by row and column. One of names as Aadhaar has them is not. */
function namesAadhaar(header: string): boolean {
  const simple = simplify(header);
  return (
    /aa?dh?aa?r|uidai|आधार|ಆಧಾರ್/u.test(simple) && !/name|address|birth|dob|gender|नाम|ಹೆಸರು/u.test(simple)
  );
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

/** A title above the table has one cell where the table has more, and values have numbers where headers have words. */
function namesColumns({ cells }: SheetRow, next: SheetRow | undefined): boolean {
  const filledOf = (of: string[]) => of.filter((cell) => cell.trim() !== '');
  const isTitle = filledOf(cells).length < Math.min(2, filledOf(next?.cells ?? []).length);
  return !isTitle && !filledOf(cells).some((cell) => /^[\s\d.,₹/+-]+$/.test(cell));
}

import type { Services } from '#platform/server/context.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { detectDelimiter } from '#platform/server/spreadsheets/csv.ts';
import { spreadsheetFormatOf } from '#platform/server/spreadsheets/spreadsheet-format.ts';
import { isBlank, type SpreadsheetRow, storable } from '#platform/server/spreadsheets/spreadsheet-row.ts';
import { inAllLanguages } from '#platform/server/words/in-language.ts';
import { maskAadhaar } from '#shared/aadhaar.ts';
import { expectedColumns, type ImportKind } from '../contract.ts';
import { isFaultHeader, recogniseColumns, simplify } from '../rules.ts';
import { openSpreadsheet } from './open-rows.ts';
import type { ReceivedUpload } from './receive-upload.ts';

/** What is known of a spreadsheet from its beginning. */
export type InspectedSpreadsheet = Awaited<ReturnType<typeof inspectSpreadsheet>>;

const startBytes = 64 * 1024;
const sampleRows = 3;
/** A letterhead above the header is shorter than this. */
const maximumLetterheadRows = 40;
export const maximumSampleLength = 60;

/**
 * Rejects, by content rather than name, anything but a spreadsheet with a header and a row; finds format, delimiter and
 * header.
 */
export async function inspectSpreadsheet(
  services: Pick<Services, 'files'>,
  kind: ImportKind,
  upload: ReceivedUpload,
) {
  const start = await readStart(services, upload.storageKey);
  const format = await spreadsheetFormatOf(start);
  const delimiter = format === 'csv' ? detectDelimiter(start.toString('utf8')) : null;
  const stored = { storage_key: upload.storageKey, byte_size: upload.byteSize, format, delimiter };
  const { sheets, hiddenSheets, rows } = await openSpreadsheet(services, stored);
  const [header, ...rest] = await readFromHeader(rows, kind);
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
    hiddenSheets,
    headers,
    headerRow: header.number,
    /** The first values below each header. */
    samples: headers.map((_header, place) =>
      rest.map(({ cells }) => storable(maskAadhaar(cells[place] ?? '').slice(0, maximumSampleLength))),
    ),
  };
}

/**
 * A column of Aadhaar numbers is rejected before the file is stored; single numbers are reported by row and column.
 * 'Name as per Aadhaar' and the like are accepted.
 */
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

/**
 * The header and the sample rows below it; blank rows are skipped. The header is the row that names the most columns,
 * which may stand below a letterhead.
 */
async function readFromHeader(
  rows: AsyncGenerator<SpreadsheetRow>,
  kind: ImportKind,
): Promise<SpreadsheetRow[]> {
  const found: SpreadsheetRow[] = [];
  let header = { place: 0, named: 1, isWhole: false };
  for await (const row of rows) {
    if (isBlank(row)) continue;
    const columns = recogniseColumns(kind, row.cells, inAllLanguages);
    const isFaults = row.cells.some(isFaultHeader);
    const named = Object.values(columns).filter((place) => place !== null).length + (isFaults ? 1 : 0);
    const isWhole = expectedColumns[kind].every(
      ({ field, isRequired }) => !isRequired || columns[field] !== null,
    );
    if (!header.isWhole && named > header.named) header = { place: found.length, named, isWhole };
    found.push(row);
    const isSearched = header.isWhole || found.length > maximumLetterheadRows;
    if (isSearched && found.length > header.place + sampleRows) break;
  }
  return found.slice(header.place, header.place + 1 + sampleRows);
}

/** Tells a header from a title (one cell where the next row has more) and from values (which are numeric). */
function namesColumns({ cells }: SpreadsheetRow, next: SpreadsheetRow | undefined): boolean {
  const filledOf = (of: string[]) => of.filter((cell) => cell.trim() !== '');
  const isTitle = filledOf(cells).length < Math.min(2, filledOf(next?.cells ?? []).length);
  return !isTitle && !filledOf(cells).some((cell) => /^[\s\d.,₹/+-]+$/.test(cell));
}

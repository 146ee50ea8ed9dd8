import { EncryptedFileError, HucreError } from 'hucre';
import { type CellValue, readXlsx as readWorkbook, streamXlsxRows } from 'hucre/xlsx';
import { domainError } from '#platform/server/domain-error.ts';
import { type SpreadsheetRow, storable } from '#platform/server/spreadsheets/spreadsheet-row.ts';
import { formatDay } from '#shared/format.ts';
import { makeGate, type WorkbookPart, workbookStream } from './workbook-stream.ts';

/** The maximum that spreadsheet programs allow in a cell. */
const maximumCellLength = 32_767;

/** The names of visible and of hidden sheets; where all are hidden, all count as visible. */
export async function listSheets(
  workbook: Uint8Array,
): Promise<{ sheets: string[]; hiddenSheets: string[] }> {
  const sheets: string[] = [];
  const hiddenSheets: string[] = [];
  const note = ({ name, hidden, veryHidden }: { name: string; hidden?: boolean; veryHidden?: boolean }) => {
    (hidden || veryHidden ? hiddenSheets : sheets).push(storable(name));
    return false;
  };
  await readable(() => readWorkbook(workbook, { sheets: note }));
  return sheets.length > 0 ? { sheets, hiddenSheets } : { sheets: hiddenSheets, hiddenSheets: [] };
}

/**
 * The rows of one sheet of a workbook, one at a time. The file itself is in memory, because a ZIP archive has its
 * directory at the end; of its unpacked content at most some hundred rows are.
 */
export async function* readRows(
  parts: WorkbookPart[],
  sheet: string | undefined,
  onProgress: (share: number) => void,
): AsyncGenerator<SpreadsheetRow> {
  const gate = makeGate();
  const stream = workbookStream(parts, { gate, onProgress });
  const rows = streamXlsxRows(
    stream as globalThis.ReadableStream<Uint8Array>,
    sheet === undefined ? {} : { sheet },
  );
  let held: SpreadsheetRow | null = null;
  try {
    for (;;) {
      // Only a reader that waits for longer than a turn of the event loop has no row left.
      const isHungry = setImmediate(gate.open);
      const next = await readable(() => rows.next());
      clearImmediate(isHungry);
      gate.close();
      if (next.done) break;
      const { index, values } = next.value;
      const dates = values.flatMap((value, place) => (value instanceof Date ? [place] : []));
      const row = { number: index + 1, cells: values.map(asShown), ...(dates.length > 0 && { dates }) };
      // Some programs write a row element for each cell.
      if (held?.number === row.number) held = joined(held, row);
      else {
        if (held) yield held;
        held = row;
      }
    }
    if (held) yield held;
  } finally {
    gate.open();
    await rows.return();
  }
}

function joined(one: SpreadsheetRow, other: SpreadsheetRow): SpreadsheetRow {
  const cells = [...one.cells];
  for (const [place, cell] of other.cells.entries()) cells[place] = cell || (cells[place] ?? '');
  const dates = [...(one.dates ?? []), ...(other.dates ?? [])];
  return { number: one.number, cells, ...(dates.length > 0 && { dates }) };
}

async function readable<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof EncryptedFileError) throw domainError('sheets.protected');
    if (error instanceof HucreError) throw domainError('sheets.damaged');
    throw error;
  }
}

/** From here on a workbook has lost digits of a whole number. */
const firstInexact = 1e15;

/**
 * A cell as text. A number has at most the 15 digits that spreadsheet programs show; a longer one is written with an
 * exponent, so that padding zeros do not look like digits. A date has its time, unless that is midnight.
 */
function asShown(value: CellValue): string {
  if (value === null) return '';
  if (typeof value === 'number') return asDigits(value);
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (value instanceof Date) return asDay(value);
  if (value.length > maximumCellLength) throw domainError('sheets.too_complex');
  return value;
}

function asDay(value: Date): string {
  const [day = '', time] = value.toISOString().slice(0, 19).split('T');
  return time === '00:00:00' ? formatDay(day) : `${formatDay(day)} ${time}`;
}

function asDigits(value: number): string {
  const shown = Number(value.toPrecision(15));
  return Math.abs(shown) < firstInexact ? String(shown) : shown.toExponential().toUpperCase();
}

import { Parser } from 'htmlparser2';
import { domainError } from '#platform/server/domain-error.ts';
import type { SpreadsheetRow } from '#platform/server/spreadsheets/spreadsheet-row.ts';

/**
 * A table being read; the row and cell that are open. `reach`: how many more rows the last cell of each column covers.
 * A page lays itself out with tables in cells of others.
 */
type OpenTable = { row: string[] | null; cell: string | null; span: number; height: number; reach: number[] };

const [maximumSpan, maximumHeight] = [50, 65_534];

/** The rows of all tables of a web page, as spreadsheet programs show them; refuses a page without a table. */
export function readWebTable(page: string): SpreadsheetRow[] {
  const rows: SpreadsheetRow[] = [];
  const tables: OpenTable[] = [];
  const parser = new Parser({
    onopentag(name, { colspan, rowspan }) {
      const table = tables.at(-1);
      if (name === 'table') tables.push({ row: null, cell: null, span: 1, height: 1, reach: [] });
      else if (name === 'tr' && table) table.row = [];
      else if ((name === 'td' || name === 'th') && table?.row) {
        leaveCovered(table);
        Object.assign(table, { cell: '', span: spanOf(colspan), height: spanOf(rowspan, maximumHeight) });
      } else if (name === 'br' && table?.cell) table.cell += ' ';
    },
    ontext(text) {
      const table = tables.at(-1);
      if (table && table.cell !== null) table.cell += text;
    },
    onclosetag(name, isImplied) {
      const table = tables.at(-1);
      if (!table) return;
      if (name === 'table') {
        // The page was cut, and rows would be missing without a word.
        if (isImplied) throw domainError('sheets.damaged');
        tables.pop();
      } else if ((name === 'td' || name === 'th') && table.row && table.cell !== null) {
        // A cell over several columns and rows is in the first of them.
        table.reach.length = Math.max(table.reach.length, table.row.length + table.span);
        table.reach.fill(table.height - 1, table.row.length, table.row.length + table.span);
        table.row.push(table.cell.trim(), ...Array<string>(table.span - 1).fill(''));
        table.cell = null;
      } else if (name === 'tr' && table.row) {
        leaveCovered(table);
        rows.push({ number: rows.length + 1, cells: table.row });
        table.row = null;
      }
    },
  });
  parser.end(page);
  const hasTable = rows.some(({ cells }) => cells.filter((cell) => cell !== '').length > 1);
  if (!hasTable) throw domainError('sheets.web_page');
  return rows;
}

/** Empty cells in the columns that cells of the rows above cover. */
function leaveCovered({ row, reach }: OpenTable): void {
  for (; row && (reach[row.length] ?? 0) > 0; row.push('')) reach[row.length]! -= 1;
}

function spanOf(written: string | undefined, most = maximumSpan): number {
  const span = Number.parseInt(written ?? '', 10);
  return span > 1 ? Math.min(span, most) : 1;
}

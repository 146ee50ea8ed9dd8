import { Parser } from 'htmlparser2';
import { domainError } from '#platform/server/domain-error.ts';
import type { SpreadsheetRow } from '#platform/server/spreadsheets/spreadsheet-row.ts';

/** A table being read; the row and cell that are open. A page lays itself out with tables in cells of others. */
type OpenTable = { row: string[] | null; cell: string | null; span: number };

const maximumSpan = 50;

/** The rows of all tables of a web page, as spreadsheet programs show them; refuses a page without a table. */
export function readWebTable(page: string): SpreadsheetRow[] {
  const rows: SpreadsheetRow[] = [];
  const tables: OpenTable[] = [];
  const parser = new Parser({
    onopentag(name, { colspan }) {
      const table = tables.at(-1);
      if (name === 'table') tables.push({ row: null, cell: null, span: 1 });
      else if (name === 'tr' && table) table.row = [];
      else if ((name === 'td' || name === 'th') && table?.row) {
        Object.assign(table, { cell: '', span: spanOf(colspan) });
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
        // A cell over several columns is in the first of them.
        table.row.push(table.cell.trim(), ...Array<string>(table.span - 1).fill(''));
        table.cell = null;
      } else if (name === 'tr' && table.row) {
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

function spanOf(colspan: string | undefined): number {
  const span = Number.parseInt(colspan ?? '', 10);
  return span > 1 ? Math.min(span, maximumSpan) : 1;
}

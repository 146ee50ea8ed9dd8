import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { v7 as uuid } from 'uuid';
import { toRow } from '#platform/server/db/database.ts';
import type { SpreadsheetRow } from '#platform/server/spreadsheets/spreadsheet-row.ts';
import { readRow, type StagedRow } from './read-row.ts';
import { noValues } from './staged-values.ts';

const columns = [
  'import_id',
  'row_number',
  'cells',
  'date_places',
  'new_id',
  ...Object.keys(toRow(noValues)),
];

/** Checks rows, then copies them (COPY) to the staging table and their faults to `import_faults`. */
export async function stageRows(
  client: pg.Client,
  sheet: { id: string } & Parameters<typeof readRow>[1],
  found: SpreadsheetRow[],
): Promise<void> {
  const rows = found.map((row) => readRow(row, sheet));
  const lines = rows.map((row) => `${line(sheet.id, row)}\n`).join('');
  const copy = client.query(copyFrom(`copy import_rows (${columns.join()}) from stdin`));
  await pipeline(Readable.from([Buffer.from(lines)]), copy);
  await recordFaults(client, sheet.id, rows);
}

const faultColumns = ['number', 'field', 'level', 'code', 'found', 'wanted'] as const;

export async function recordFaults(
  client: pg.Client,
  importId: string,
  rows: Pick<StagedRow, 'number' | 'faults'>[],
): Promise<void> {
  const faults = rows.flatMap(({ number, faults: found }) => found.map((fault) => ({ number, ...fault })));
  if (faults.length === 0) return;
  await client.query(
    `insert into import_faults (import_id, row_number, field, level, code, found, wanted)
     select $1, * from unnest($2::integer[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])`,
    [importId, ...faultColumns.map((column) => faults.map((fault) => fault[column]))],
  );
}

/** One line of COPY's text format. */
function line(importId: string, { number, cells, datePlaces, values }: StagedRow): string {
  return (
    [
      importId,
      number,
      asArray(cells),
      datePlaces && `{${datePlaces.join()}}`,
      uuid(),
      ...Object.values(values),
    ]
      // An empty optional cell leaves the record's value.
      .map((value) => (value === null || value === '' ? '\\N' : escapeText(String(value))))
      .join('\t')
  );
}

function asArray(cells: string[]): string {
  return `{${cells.map((cell) => `"${cell.replace(/[\\"]/g, '\\$&')}"`).join()}}`;
}

const special: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function escapeText(text: string): string {
  return text.replace(/[\\\t\n\r]/g, (character) => special[character]!);
}

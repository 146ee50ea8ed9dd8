import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { v7 as uuid } from 'uuid';
import type { StagedRow } from './read-row.ts';

const columns = [
  'import_id',
  'row_number',
  'cells',
  'new_id',
  'code',
  'name',
  'address',
  'registration_number',
  'exam_roll_number',
  'name_native',
  'contact_number',
  'convocation_fee',
  'email',
] as const;

/** Adds rows to the staging table by COPY, and what is wrong with them to the faults. */
export async function stageRows(client: pg.Client, importId: string, rows: StagedRow[]): Promise<void> {
  const lines = rows.map((row) => `${line(importId, row)}\n`).join('');
  const copy = client.query(copyFrom(`copy import_rows (${columns.join()}) from stdin`));
  await pipeline(Readable.from([Buffer.from(lines)]), copy);
  await recordFaults(client, importId, rows);
}

async function recordFaults(client: pg.Client, importId: string, rows: StagedRow[]): Promise<void> {
  const faults = rows.flatMap(({ number, faults: found }) => found.map((fault) => ({ number, ...fault })));
  if (faults.length === 0) return;
  await client.query(
    `insert into import_faults (import_id, row_number, field, code, found, wanted)
     select $1, * from unnest($2::integer[], $3::text[], $4::text[], $5::text[], $6::text[])`,
    [
      importId,
      faults.map((fault) => fault.number),
      faults.map((fault) => fault.field),
      faults.map((fault) => fault.code),
      faults.map((fault) => fault.found),
      faults.map((fault) => fault.wanted),
    ],
  );
}

/** One line of COPY's text format. */
function line(importId: string, row: StagedRow): string {
  return [
    importId,
    String(row.number),
    asArray(row.cells),
    uuid(),
    row.code,
    row.name,
    row.address,
    row.registrationNumber,
    // An empty optional cell says nothing about the record.
    row.examRollNumber || null,
    row.nameNative || null,
    row.contactNumber,
    row.convocationFee === null ? null : String(row.convocationFee),
    row.email || null,
  ]
    .map((value) => (value === null ? '\\N' : escapeText(value)))
    .join('\t');
}

function asArray(cells: string[]): string {
  return `{${cells.map((cell) => `"${cell.replace(/[\\"]/g, '\\$&')}"`).join()}}`;
}

const special: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function escapeText(text: string): string {
  return text.replace(/[\\\t\n\r]/g, (character) => special[character]!);
}

import { Readable } from 'node:stream';
import { vi } from 'vitest';
import type { ImportDetail, ImportKind, ImportState } from '#features/imports/contract.ts';
import { isRunning } from '#features/imports/rules.ts';
import { checkImportJob } from '#features/imports/server/jobs/check-import.ts';
import { commitImportJob } from '#features/imports/server/jobs/commit-import.ts';
import { writeSpreadsheet } from '#platform/server/spreadsheets/write-spreadsheet.ts';
import type { SpreadsheetFormat } from '#shared/spreadsheet-format.ts';
import { hasWorker } from './open-portal.ts';
import type { StaffCaller } from './portal.ts';

/** A CSV file of these lines; cells with a comma have to be quoted already. */
export function csvOf(...lines: string[]): Buffer {
  return Buffer.from(`${lines.join('\r\n')}\r\n`);
}

/** The same as a workbook of one sheet; the first row is the header. */
export function workbookOf([headers = [], ...rows]: string[][]): Promise<Buffer> {
  return spreadsheetOf('xlsx', headers, Readable.from(rows));
}

export async function spreadsheetOf(
  format: SpreadsheetFormat,
  headers: readonly string[],
  rows: AsyncIterable<string[]>,
): Promise<Buffer> {
  const parts = await writeSpreadsheet(format, { name: 'Students', headers, rows }).toArray();
  return Buffer.concat(parts.map((part) => Buffer.from(part)));
}

export async function postSpreadsheet(
  caller: StaffCaller,
  address: string,
  bytes: Uint8Array,
  server?: string,
): Promise<Response> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  };
  return caller.fetch(address, init, server);
}

/** Uploads a sheet that is expected to be taken in, and returns its id. */
export async function uploadSpreadsheet(
  caller: StaffCaller,
  of: ImportKind,
  bytes: Uint8Array,
  name = `${of}.csv`,
): Promise<string> {
  return idOfUpload(
    await postSpreadsheet(caller, `/api/imports?${new URLSearchParams({ of, name })}`, bytes),
  );
}

export async function uploadCorrected(caller: StaffCaller, id: string, bytes: Uint8Array): Promise<void> {
  await idOfUpload(
    await postSpreadsheet(caller, `/api/imports/${id}/corrected-rows?name=corrected.csv`, bytes),
  );
}

async function idOfUpload(response: Response): Promise<string> {
  const answer = (await response.json()) as { id: string; detail?: string };
  if (!response.ok) throw new Error(answer.detail);
  return answer.id;
}

/** The upload once no job is busy with it; carried out here where the portal has no worker, which would have to be waited for. */
export async function importEnded(caller: StaffCaller, id: string, timeout = 20_000): Promise<ImportDetail> {
  const { services } = caller;
  const read = () => caller.api.imports.getImport({ id });
  let found = await read();
  if (isRunning(found.state) && !hasWorker(services)) {
    const job = found.state === 'committing' ? commitImportJob : checkImportJob;
    await job.handle(services, { importId: id }, { isLast: true });
    found = await read();
  }
  await vi.waitUntil(
    async () => {
      found = await read();
      return !isRunning(found.state);
    },
    { timeout, interval: 50 },
  );
  return found;
}

/** The same, with a failure that says why it ended in another state. */
export async function importIn(
  caller: StaffCaller,
  id: string,
  state: ImportState,
  timeout?: number,
): Promise<ImportDetail> {
  const found = await importEnded(caller, id, timeout);
  if (found.state !== state) throw new Error(`the upload is ${found.state}: ${found.failure?.message}`);
  return found;
}

export async function downloadRows(caller: StaffCaller, id: string, format: 'csv' | 'xlsx'): Promise<Buffer> {
  const response = await caller.fetch(`/api/imports/${id}/faulty-rows?format=${format}`);
  return Buffer.from(await response.arrayBuffer());
}

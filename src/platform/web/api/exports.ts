import type { Language } from '#shared/languages.ts';
import type { SpreadsheetFormat } from '#shared/spreadsheet-format.ts';
import { fetchOrUnreachable } from './portal-client.ts';
import { readProblem } from './problem.ts';
import { withSession } from './sign-in-again.ts';
import { createStore } from './store.ts';

/** An export request: a list with the filters at the time of the request. */
export type ExportRequest = {
  /** The heading of the list's screen. */
  title: string;
  /** The list's name in the export's URL. */
  list: string;
  format: SpreadsheetFormat;
  /** Language of headings and enumerated values. */
  language: Language;
  /** Column keys in order. */
  columns: readonly string[];
  input: Readonly<Record<string, string | undefined>>;
  /** The count in the list's footer. */
  rowCount: number;
};

export type ListExport = {
  id: number;
  request: ExportRequest;
  bytes: number;
  /** Rows received; null if the format does not allow counting. */
  rows: number | null;
} & ({ step: 'running' } | { step: 'saved'; fileName: string } | { step: 'failed'; error: unknown });

const savedIsShownFor = 10_000;
const progressMilliseconds = 100;

const all = createStore<readonly ListExport[]>([]);
let lastId = 0;
const running = new Map<number, AbortController>();

/** The exports of this tab. They belong to no screen and continue during navigation. */
export const useExports = all.use;

/** Starts downloading the file, which the browser saves when it is complete. */
export function startExport(request: ExportRequest): void {
  lastId += 1;
  const id = lastId;
  const rows = request.format === 'csv' ? 0 : null;
  all.set([...all.value, { id, request, bytes: 0, rows, step: 'running' }]);
  void run(id, request);
}

/** Stops a running export; the server stops reading as soon as the connection is closed. */
export function cancelExport(id: number): void {
  running.get(id)?.abort();
}

export function dismissExport(id: number): void {
  all.set(all.value.filter((one) => one.id !== id));
}

async function run(id: number, request: ExportRequest): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  const { signal } = controller;
  try {
    const response = await openFile(addressOf(request), signal);
    const counted = response.body!.pipeThrough(counting(id), { signal });
    const file = await new Response(counted).blob();
    signal.throwIfAborted();
    const fileName = nameOf(response) ?? `${request.list}.${request.format}`;
    save(file, fileName);
    update(id, { step: 'saved', fileName, bytes: file.size });
    setTimeout(() => dismissExport(id), savedIsShownFor);
  } catch (error) {
    if (signal.aborted) dismissExport(id);
    else update(id, { step: 'failed', error });
  } finally {
    running.delete(id);
  }
}

function addressOf({ list, format, language, columns, input }: ExportRequest): string {
  const parameters = new URLSearchParams({ format, language, columns: columns.join(',') });
  for (const [name, value] of Object.entries(input)) if (value) parameters.set(name, value);
  return `/api/exports/${list}?${parameters}`;
}

/** A file of the portal as it comes, after signing in again if that is needed. */
export function openFile(address: string, signal: AbortSignal): Promise<Response> {
  const open = async () => {
    const response = await fetchOrUnreachable(address, { signal, credentials: 'same-origin' });
    // A proxy in between may respond with HTML.
    if (!response.ok) throw await readProblem(await response.json().catch(() => null), response.status);
    return response;
  };
  return withSession(open, { signal });
}

const carriageReturn = 13;

/** Passes the bytes on and counts them; in CSV, carriage returns occur only at the end of records. */
function counting(id: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let bytes = 0;
  let records = 0;
  let toldAt = 0;
  return new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(chunk);
      bytes += chunk.length;
      for (const byte of chunk) if (byte === carriageReturn) records += 1;
      const now = performance.now();
      if (now - toldAt < progressMilliseconds) return;
      toldAt = now;
      update(id, { bytes, records });
    },
    flush: () => update(id, { bytes, records }),
  });
}

type Change = { bytes?: number; records?: number } & (
  | { step?: never }
  | { step: 'saved'; fileName: string }
  | { step: 'failed'; error: unknown }
);

function update(id: number, { records, ...change }: Change): void {
  all.set(
    all.value.map((one) => {
      if (one.id !== id) return one;
      // The first record is the heading.
      const rows = one.rows === null || records === undefined ? one.rows : Math.max(0, records - 1);
      return { ...one, ...change, rows } as ListExport;
    }),
  );
}

function nameOf(response: Response): string | undefined {
  return /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has copied it by then; without this the memory would never be freed.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

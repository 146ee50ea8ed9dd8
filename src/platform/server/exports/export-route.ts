import { Readable } from 'node:stream';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import { documentOperation } from '#platform/contract/byte-operation.ts';
import { command } from '#platform/server/command.ts';
import { actorOf } from '#platform/server/context.ts';
import { workLimits } from '#platform/server/db/work-limits.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { type ByteRoute, serveBytes } from '#platform/server/http/byte-route.ts';
import { maskAadhaar } from '#shared/aadhaar.ts';
import { dayInIndia } from '#shared/format.ts';
import { sheetFormats, sheetTypes } from '#shared/sheet-format.ts';
import type { ListExport, Page } from './export-list.ts';
import { type ExportOrder, parseExport } from './parse-export.ts';
import { readPages } from './read-pages.ts';
import { writeCsv } from './write-csv.ts';
import { writeXlsx } from './write-xlsx.ts';

/** Each takes a connection for minutes. */
const mostAtOnce = workLimits.export.connections;

/** So many run now, in all of the process. */
let running = 0;

/**
 * `GET /api/exports/{list}?format=csv|xlsx`, with the list's own search, filters and sort, and `columns` to choose
 * some of its columns: every row that they leave, within the scope of the caller, as a file. Rows are read as fast as
 * the reader takes them, and no further once the reader is gone.
 */
export function exportRoute(list: ListExport): ByteRoute {
  const operation = documentOperation(`/exports/${list.layout.name}`, {
    summary:
      'Every row of a list as a file, with the search, filters and sort of the list’s own operation as further parameters.',
    access: list.access,
    query: z.looseObject({
      // Which formats and columns there are is checked with the filters, sentence by sentence.
      format: z.unknown().meta({ enum: sheetFormats }),
      columns: z
        .string()
        .optional()
        .describe('Keys of columns in their order, joined by commas; all of them if it is not said.'),
    }),
    answers: {
      description: 'UTF-8 with a byte order mark and CRLF, or a workbook.',
      types: Object.values(sheetTypes),
    },
    errors: [...list.errors, 'exports.too_many'],
    // A workbook is compressed already, and through a compressor a reader who leaves is noticed late.
    isUncompressed: true,
  });
  return serveBytes(operation, async ({ services, context, request, reply }) => {
    const order = parseExport(list, request.query as object);
    if (running >= mostAtOnce) throw domainError('exports.too_many');
    running += 1;
    const stall = new AbortController();
    const pages = readPages(services.exportDb, list, {
      scope: actorOf(context).scope,
      input: order.filters,
      onStall: () => stall.abort(),
    });
    const end = async () => {
      running -= 1;
      await pages.return();
    };
    try {
      // The list's own refusals come with the first page, and can still be answered as such.
      const first = await pages.next();
      // In a transaction of its own, before the first byte: whatever becomes of the file, it is known who asked for it.
      // A request that is sent again takes the rows again, whatever key it carries.
      const columns = order.columns.map(([key]) => key);
      const { format, filters } = order;
      await startExport(
        { ...context, idempotencyKey: null },
        { list: list.layout.name, format, columns, filters: withoutAadhaar(filters) },
      );
      const file = streamOf(list, order, { first: first.value ?? [], pages, signal: stall.signal });
      file.once('close', () => {
        end().catch((error: unknown) => services.log.warn({ err: error }, 'an export ended badly'));
      });
      const name = `${list.layout.name}-${dayInIndia(new Date())}.${order.format}`;
      return reply
        .type(sheetTypes[order.format])
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(file);
    } catch (error) {
      await end();
      throw error;
    }
  });
}

/** Notes in the audit log that records leave the house: who took which list, narrowed by what. */
const startExport = command(
  'startExport',
  async ({ audit }, after: { list: string; format: string; columns: string[]; filters: object }) => {
    const record = { type: 'export' as const, id: uuid(), label: `${after.list}.${after.format}` };
    audit({ event: 'exports.started', record, after });
    return {};
  },
);

/** What was searched for is kept in the audit log. */
function withoutAadhaar(filters: Record<string, unknown>): Record<string, unknown> {
  const kept = Object.entries(filters).map(([name, value]) => [
    name,
    typeof value === 'string' ? maskAadhaar(value) : value,
  ]);
  return Object.fromEntries(kept);
}

function streamOf(
  list: ListExport,
  { format, columns }: ExportOrder,
  { first, pages, signal }: { first: Page['rows']; pages: AsyncIterable<Page['rows']>; signal: AbortSignal },
): Readable {
  const all = startingWith(first, pages);
  if (format === 'csv') return Readable.from(writeCsv(columns, all), { objectMode: false, signal });
  return Readable.fromWeb(writeXlsx(list.layout.name, columns, all), { signal });
}

async function* startingWith<Item>(first: Item, rest: AsyncIterable<Item>): AsyncGenerator<Item> {
  yield first;
  yield* rest;
}

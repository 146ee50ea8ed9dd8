import { Readable } from 'node:stream';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import { documentOperation } from '#platform/contract/byte-operation.ts';
import { answers } from '#platform/server/answers.ts';
import { command } from '#platform/server/command.ts';
import { actorOf } from '#platform/server/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { collegeOf } from '#platform/server/db/scope.ts';
import { workLimits } from '#platform/server/db/work-limits.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { type ByteRoute, serveBytes } from '#platform/server/http/byte-route.ts';
import { inLanguage, translated } from '#platform/server/words/in-language.ts';
import { maskAadhaar } from '#shared/aadhaar.ts';
import { dayInIndia } from '#shared/format.ts';
import { type Language, languages } from '#shared/languages.ts';
import { plainValueOf } from '#shared/list-layout.ts';
import { mayUse } from '#shared/permissions.ts';
import { spreadsheetFormats, spreadsheetTypes } from '#shared/spreadsheet-format.ts';
import type { StockWords } from '#shared/stock-words.ts';
import { translateLabel } from '#shared/translate-label.ts';
import type { ListExport, Page } from './export-list.ts';
import { type ExportOrder, parseExport } from './parse-export.ts';
import { readPages } from './read-pages.ts';
import { writeCsv } from './write-csv.ts';
import { writeXlsx } from './write-xlsx.ts';

/** Each export holds a connection for minutes. */
const maximumConcurrent = workLimits.export.connections;

/** Exports running in this process. */
let running = 0;

/**
 * `GET /api/exports/{list}?format=csv|xlsx`, with the list's own search, filters and sort, and `columns` to choose some
 * of its columns: all filtered rows within the caller's scope, as a file. Rows are read at the client's pace, and not
 * after it disconnects.
 */
export function exportRoute(list: ListExport): ByteRoute {
  const operation = documentOperation(`/exports/${list.layout.name}`, {
    summary:
      'Every row of a list as a file, with the search, filters and sort of the list’s own operation as further parameters.',
    access: list.access,
    query: z.looseObject({
      // Formats, languages and columns are validated with the filters, for specific messages.
      format: z.unknown().meta({ enum: spreadsheetFormats }),
      language: z
        .unknown()
        .optional()
        .meta({ enum: languages })
        .describe('Of the headings and of the portal’s own words; that of the reader if it is not said.'),
      columns: z
        .string()
        .optional()
        .describe(
          'Keys of columns in their order, joined by commas; those of the screen if it is not said. Others may be had by name.',
        ),
    }),
    answers: {
      description: 'UTF-8 with a byte order mark and CRLF, or a workbook.',
      types: Object.values(spreadsheetTypes),
    },
    errors: [...list.errors, 'exports.too_many'],
    // XLSX is already compressed, and compression delays noticing that the client disconnected.
    isUncompressed: true,
  });
  return serveBytes(operation, async ({ services, context, request, reply }) => {
    const order = parseExport(list, request.query as object);
    const { id: readerId, role } = actorOf(context);
    if (order.isOnRequest && !mayUse(role, list.onRequest!.access)) throw domainError('auth.not_permitted');
    const language = order.language ?? (await answers.languageOfPerson(services.db, readerId));
    if (running >= maximumConcurrent) throw domainError('exports.too_many');
    running += 1;
    const stall = new AbortController();
    const pages = readPages(services.exportDb, order.isOnRequest ? withRequested(list) : list, {
      input: order.filters,
      settings: services.settings,
      onStall: () => stall.abort(),
    });
    const taken = { rows: 0, isWhole: false };
    const end = async () => {
      running -= 1;
      await pages.return();
    };
    try {
      const stockWords = language === 'en' ? {} : await answers.stockWords(services.db);
      // The list's own errors occur with the first page, while an error response is still possible.
      const first = await pages.next();
      // In its own transaction before the first byte, so that every export is logged. Without the idempotency key: a
      // repeated request is another export.
      const record = { id: uuid(), ...describeOrder(list, { ...order, language }) };
      const own = { ...context, idempotencyKey: null };
      await startExport(own, record);
      const rows = counting(startingWith(first.value ?? [], pages), taken);
      const written = { ...order, columns: columnsIn(language, order.columns, stockWords) };
      const file = streamOf(list, written, { rows, signal: stall.signal });
      file.once('close', () => {
        Promise.all([end(), endExport(own, { ...record, ...taken })]).catch((error: unknown) =>
          services.log.warn({ err: error }, 'an export ended badly'),
        );
      });
      const name = `${list.layout.name}-${dayInIndia(new Date())}.${order.format}`;
      return reply
        .type(spreadsheetTypes[order.format])
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(file);
    } catch (error) {
      await end();
      throw error;
    }
  });
}

type ExportRecord = { id: string } & ReturnType<typeof describeOrder>;

/** Records in the audit log that data was exported: who, which list, and which filters. */
const startExport = command('startExport', async ({ db, audit }, { id, ...after }: ExportRecord) => {
  audit({ event: 'exports.started', ...recordOf(db, id, after), after });
  return {};
});

/** Records how many rows were sent at most: for an interrupted file, including those of the page in progress. */
const endExport = command(
  'endExport',
  async ({ db, audit }, { id, ...after }: ExportRecord & { rows: number; isWhole: boolean }) => {
    audit({ event: 'exports.ended', ...recordOf(db, id, after), after });
    return {};
  },
);

/** An export holds the rows of the college to which its reader is limited. */
function recordOf(db: Db, id: string, { list, format }: { list: string; format: string }) {
  return { record: { type: 'export' as const, id, label: `${list}.${format}` }, collegeId: collegeOf(db) };
}

/** The request as the audit log stores it; a search term may contain an Aadhaar number. */
function describeOrder({ layout }: ListExport, { format, language, columns, filters }: ExportOrder) {
  const kept = Object.entries(filters).map(([name, value]) => [
    name,
    typeof value === 'string' ? maskAadhaar(value) : value,
  ]);
  return {
    list: layout.name,
    format,
    language,
    columns: columns.map(([key]) => key),
    filters: Object.fromEntries(kept) as Record<string, unknown>,
  };
}

/** The columns with translated headings and enumerated values; entered text stays as it is. */
function columnsIn(
  language: Language,
  columns: ExportOrder['columns'],
  stockWords: StockWords,
): ExportOrder['columns'] {
  if (language === 'en') return columns;
  const say = (word: string) => stockWords[word]?.[language] ?? word;
  return columns.map(([key, column]) => {
    const { value } = column;
    const ofStock = (row: never) => plainValueOf(key, column, row, say);
    const words = (row: never) =>
      inLanguage(language, () => {
        const plain = value!(row);
        return typeof plain === 'string' ? translateLabel(plain) : plain;
      });
    const header = translated(language, column.header);
    if (column.stockWords)
      return [key, { ...column, header, stockWords: undefined, value: ofStock }] as const;
    return [key, { ...column, header, ...(value && { value: words }) }] as const;
  });
}

/** The list with the data of its columns on request. */
function withRequested(list: ListExport): ListExport {
  return {
    ...list,
    async read(db, input, settings) {
      const page = await list.read(db, input, settings);
      return { ...page, rows: await list.onRequest!.complete(db, page.rows) };
    },
  };
}

function streamOf(
  list: ListExport,
  { format, columns }: ExportOrder,
  { rows, signal }: { rows: AsyncGenerator<Page['rows']>; signal: AbortSignal },
): Readable {
  if (format === 'csv') return Readable.from(writeCsv(columns, rows), { objectMode: false, signal });
  return Readable.fromWeb(writeXlsx(list.layout.name, columns, rows), { signal });
}

/** Counts the sent rows; the file is complete once the last page was read. */
async function* counting(
  pages: AsyncIterable<Page['rows']>,
  taken: { rows: number; isWhole: boolean },
): AsyncGenerator<Page['rows']> {
  for await (const page of pages) {
    taken.rows += page.length;
    yield page;
  }
  taken.isWhole = true;
}

async function* startingWith<Item>(first: Item, rest: AsyncIterable<Item>): AsyncGenerator<Item> {
  yield first;
  yield* rest;
}

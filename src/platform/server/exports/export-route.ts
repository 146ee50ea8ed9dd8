import { Readable } from 'node:stream';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import { documentOperation } from '#platform/contract/byte-operation.ts';
import { command } from '#platform/server/command.ts';
import { actorOf } from '#platform/server/context.ts';
import { workLimits } from '#platform/server/db/work-limits.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { type ByteRoute, serveBytes } from '#platform/server/http/byte-route.ts';
import { inLanguage, translated } from '#platform/server/words/in-language.ts';
import { languageOfPerson } from '#platform/server/words/language-of.ts';
import { readStockWords } from '#platform/server/words/stock-words.ts';
import { maskAadhaar } from '#shared/aadhaar.ts';
import { dayInIndia } from '#shared/format.ts';
import { type Language, languages } from '#shared/languages.ts';
import { plainValueOf } from '#shared/list-layout.ts';
import { mayUse } from '#shared/permissions.ts';
import { said } from '#shared/saying.ts';
import { sheetFormats, sheetTypes } from '#shared/sheet-format.ts';
import type { StockWords } from '#shared/stock-words.ts';
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
      // Which formats, languages and columns there are is checked with the filters, sentence by sentence.
      format: z.unknown().meta({ enum: sheetFormats }),
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
      types: Object.values(sheetTypes),
    },
    errors: [...list.errors, 'exports.too_many'],
    // A workbook is compressed already, and through a compressor a reader who leaves is noticed late.
    isUncompressed: true,
  });
  return serveBytes(operation, async ({ services, context, request, reply }) => {
    const order = parseExport(list, request.query as object);
    const { id: readerId, role, scope } = actorOf(context);
    if (order.isOnRequest && !mayUse(role, list.onRequest!.access)) throw domainError('auth.not_permitted');
    const language = order.language ?? (await languageOfPerson(services.db, readerId));
    if (running >= mostAtOnce) throw domainError('exports.too_many');
    running += 1;
    const stall = new AbortController();
    const pages = readPages(services.exportDb, order.isOnRequest ? withRequested(list) : list, {
      scope,
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
      const stockWords = language === 'en' ? {} : await readStockWords(services.db);
      // The list's own refusals come with the first page, and can still be answered as such.
      const first = await pages.next();
      // In a transaction of its own, before the first byte: whatever becomes of the file, it is known who asked for it.
      // A request that is sent again takes the rows again, whatever key it carries.
      const noted = { id: uuid(), ...orderAsNoted(list, { ...order, language }) };
      const own = { ...context, idempotencyKey: null };
      await startExport(own, noted);
      const rows = counting(startingWith(first.value ?? [], pages), taken);
      const written = { ...order, columns: columnsIn(language, order.columns, stockWords) };
      const file = streamOf(list, written, { rows, signal: stall.signal });
      file.once('close', () => {
        Promise.all([end(), endExport(own, { ...noted, ...taken })]).catch((error: unknown) =>
          services.log.warn({ err: error }, 'an export ended badly'),
        );
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

type NotedExport = { id: string } & ReturnType<typeof orderAsNoted>;

/** Notes in the audit log that records leave the house: who took which list, narrowed by what. */
const startExport = command('startExport', async ({ audit }, { id, ...after }: NotedExport) => {
  audit({ event: 'exports.started', record: recordOf(id, after), after });
  return {};
});

/** Notes how many rows went, at most: of a file that was cut, those of the page that was under way, too. */
const endExport = command(
  'endExport',
  async ({ audit }, { id, ...after }: NotedExport & { rows: number; isWhole: boolean }) => {
    audit({ event: 'exports.ended', record: recordOf(id, after), after });
    return {};
  },
);

function recordOf(id: string, { list, format }: { list: string; format: string }) {
  return { type: 'export' as const, id, label: `${list}.${format}` };
}

/** What was asked for, as the audit log keeps it; what was searched for may hold an Aadhaar number. */
function orderAsNoted({ layout }: ListExport, { format, language, columns, filters }: ExportOrder) {
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

/** The columns with their headings in a language, and what the portal says in them; what people entered stays as it is. */
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
        return typeof plain === 'string' ? said(plain) : plain;
      });
    const header = translated(language, column.header);
    if (column.stockWords)
      return [key, { ...column, header, stockWords: undefined, value: ofStock }] as const;
    return [key, { ...column, header, ...(value && { value: words }) }] as const;
  });
}

/** The list whose rows have what its columns on request need. */
function withRequested(list: ListExport): ListExport {
  return {
    ...list,
    async read(db, scope, input, settings) {
      const page = await list.read(db, scope, input, settings);
      return { ...page, rows: await list.onRequest!.complete(db, scope, page.rows) };
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

/** Counts the rows on their way; the file is whole once its last page was read. */
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

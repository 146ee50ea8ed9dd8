import { z } from 'zod';
import { actorOf } from '#platform/server/context.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { openStored } from '#platform/server/files/stored-files.ts';
import { byteRoute } from '#platform/server/http/byte-route.ts';
import { sheetErrors } from '#platform/server/sheets/sheet-format.ts';
import { mediaTypes, type SheetFormat } from '#platform/server/sheets/sheet-row.ts';
import { maximumStatementBytes, StatementColumns } from '../contract.ts';
import { assertWholeUniversity } from './lock-line.ts';
import { takeStatementIn } from './take-statement-in.ts';

const Upload = z.object({
  name: z.string().trim().min(1).max(200),
  headerRow: z.coerce.number().int().min(1).max(100_000).optional(),
  columns: z
    .string()
    .max(2_000)
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'no JSON' });
        return z.NEVER;
      }
    })
    .pipe(StatementColumns)
    .optional()
    .describe('JSON: which column, counted from 0, holds which field, where the headers do not say it.'),
});

/** `POST /api/bank-statements?name=april.csv`, with `headerRow` and `columns` where its headers are not known. */
const uploadRoute = byteRoute({
  method: 'POST',
  path: '/bank-statements',
  summary:
    'Uploads a bank statement: the raw bytes as body, at most 5 MiB; CSV or XLSX by content. Nothing is taken from a file with a cell that cannot be read; one that was taken before is found again.',
  access: 'demand_drafts:settle',
  query: Upload,
  body: {
    types: ['application/octet-stream'],
    maximumBytes: maximumStatementBytes,
    tooLarge: 'bank_statements.too_large',
    seconds: 120,
  },
  answers: {
    description:
      'The id of the statement, whether it is new, and how many lines were taken, repeated and settled.',
    types: ['application/json'],
  },
  errors: [
    ...sheetErrors,
    'bank_statements.university_only',
    'bank_statements.no_header',
    'bank_statements.columns_unknown',
    'bank_statements.faulty',
    'bank_statements.empty',
    'bank_statements.too_many_lines',
  ],
  handle: async ({ context, query, readBytes }) => {
    assertWholeUniversity(actorOf(context));
    const { name, headerRow, columns } = query;
    return takeStatementIn(context, {
      fileName: name,
      bytes: await readBytes(),
      ...(headerRow && columns ? { asked: { headerRow, columns } } : {}),
    });
  },
});

const fileRoute = byteRoute({
  method: 'GET',
  path: '/bank-statements/{id}/file',
  summary: 'The file of a bank statement as it was uploaded.',
  access: 'fees:read',
  answers: { description: 'The file.', types: Object.values(mediaTypes) },
  notFound: 'bank_statements.not_found',
  errors: ['bank_statements.university_only'],
  handle: async ({ services, context, params, reply }) => {
    assertWholeUniversity(actorOf(context));
    const statement = await services.db
      .selectFrom('bank_statements')
      .select(['file_name', 'storage_key', 'format'])
      .where('id', '=', params.id!)
      .executeTakeFirst();
    if (!statement) throw domainError('bank_statements.not_found');
    const { stream } = await openStored(services, statement.storage_key);
    return reply
      .type(mediaTypes[statement.format as SheetFormat])
      .header('cache-control', 'private, no-store')
      .header(
        'content-disposition',
        `attachment; filename*=UTF-8''${encodeURIComponent(statement.file_name)}`,
      )
      .send(stream);
  },
});

export const statementRoutes = [uploadRoute, fileRoute];

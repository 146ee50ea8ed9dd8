import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Services } from '#platform/server/context.ts';
import { recordView } from '#platform/server/files/record-view.ts';
import { newKey } from '#platform/server/files/stored-files.ts';
import { byteRoute } from '#platform/server/http/byte-route.ts';
import { sheetErrors } from '#platform/server/sheets/sheet-format.ts';
import { mediaTypes, type SheetFormat } from '#platform/server/sheets/sheet-row.ts';
import { writeSheet } from '#platform/server/sheets/write-sheet.ts';
import { faultHeader, type ImportKind, importKinds, maximumBytes, wantedColumns } from '../contract.ts';
import { mendImport } from './commands/mend-import.ts';
import { receiveImport, type UploadedSheet } from './commands/receive-import.ts';
import { faultyRows } from './faulty-rows.ts';
import { inspectSheet } from './inspect-sheet.ts';
import { kindSql } from './kinds/kind-sql.ts';
import { getImport } from './queries.ts';
import { receiveUpload } from './receive-upload.ts';

const FileName = z.string().trim().min(1).max(200);
const Download = z.object({ format: z.enum(['csv', 'xlsx']).default('csv') });
const id = { description: 'The id of the upload.', types: ['application/json'] };
const sheet = { description: 'The sheet.', types: Object.values(mediaTypes) };

const body = {
  types: ['application/octet-stream'],
  maximumBytes,
  tooLarge: 'imports.too_large',
  // 100 MiB over a line of 1 Mbit/s.
  seconds: 14 * 60,
} as const;

const fileErrors = [...sheetErrors, 'imports.no_header', 'imports.empty', 'imports.too_many_rows'] as const;

const uploadRoute = byteRoute({
  method: 'POST',
  path: '/imports',
  summary:
    'Uploads a sheet of students or colleges: the raw bytes as body, at most 100 MiB; CSV or XLSX by content. It is checked, and written by its own operation.',
  access: 'imports:run',
  query: z.object({ of: z.enum(importKinds), name: FileName }),
  body,
  answers: id,
  errors: fileErrors,
  handle: ({ services, context, query: { of, name }, request }) =>
    takeIn(request, services, (file) => receiveImport(context, { kind: of, name, ...file })),
});

const mendedRowsRoute = byteRoute({
  method: 'POST',
  path: '/imports/{id}/mended-rows',
  summary: 'Uploads the mended file of faulty rows, which take the place of those in the upload.',
  access: 'imports:run',
  query: z.object({ name: FileName }),
  body,
  answers: id,
  notFound: 'imports.not_found',
  errors: [
    ...fileErrors,
    'imports.not_checked',
    'imports.not_error_file',
    'imports.not_faulty_row',
    'imports.over',
  ],
  handle: ({ services, context, params, query: { name }, request }) =>
    takeIn(request, services, (file) => mendImport(context, { importId: params.id!, name, ...file })),
});

const faultyRowsRoute = byteRoute({
  method: 'GET',
  path: '/imports/{id}/faulty-rows',
  summary: 'The faulty rows of an upload as they came, with a last column that says what is wrong.',
  access: 'imports:run',
  query: Download,
  answers: sheet,
  notFound: 'imports.not_found',
  handle: async ({ services, context, params, query: { format }, reply }) => {
    const upload = await getImport(services.db, params.id!);
    recordView(context, 'document_viewed', { label: upload.fileName });
    return sendSheet(reply, {
      name: `${upload.fileName.replace(/\.[^.]*$/, '')} - faulty rows`,
      format,
      kind: upload.kind,
      headers: [...upload.headers, faultHeader],
      rows: faultyRows(services.db, upload),
    });
  },
});

/** A route for each kind: what it is of is an address, not an input. */
const templateRoutes = importKinds.map((kind) =>
  byteRoute({
    method: 'GET',
    path: `/import-templates/${kind}`,
    summary: `A sheet of ${kind} with the right headers and one example row.`,
    access: 'imports:run',
    query: Download,
    answers: sheet,
    handle: async ({ query: { format }, reply }) =>
      sendSheet(reply, {
        name: kindSql[kind].sheetName,
        format,
        kind,
        headers: wantedColumns[kind].map(({ header }) => header),
        rows: exampleRow(kind),
      }),
  }),
);

export const importRoutes = [uploadRoute, mendedRowsRoute, faultyRowsRoute, ...templateRoutes];

/** The bytes are stored before the row: a refusal takes them away again, and a crash leaves bytes that nobody sees. */
async function takeIn<Taken>(
  request: FastifyRequest,
  services: Services,
  record: (file: Omit<UploadedSheet, 'name'>) => Promise<Taken>,
): Promise<Taken> {
  const upload = await receiveUpload(services, request, newKey('imports'), body);
  try {
    return await record({ upload, sheet: await inspectSheet(services, upload) });
  } catch (error) {
    await services.files.delete(upload.storageKey);
    throw error;
  }
}

async function* exampleRow(kind: ImportKind): AsyncGenerator<string[]> {
  yield wantedColumns[kind].map(({ example }) => example);
}

function sendSheet(
  reply: FastifyReply,
  sheet: {
    name: string;
    format: SheetFormat;
    kind: ImportKind;
    headers: string[];
    rows: AsyncIterable<string[]>;
  },
) {
  const { name, format, kind, headers, rows } = sheet;
  return reply
    .type(mediaTypes[format])
    .header('cache-control', 'private, no-store')
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(`${name}.${format}`)}`)
    .send(writeSheet(format, { name: kindSql[kind].sheetName, headers, rows }));
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '#platform/server/context.ts';
import { recordView } from '#platform/server/files/record-view.ts';
import { newKey } from '#platform/server/files/stored-files.ts';
import { serveBytes } from '#platform/server/http/byte-route.ts';
import { writeSpreadsheet } from '#platform/server/spreadsheets/write-spreadsheet.ts';
import { type SpreadsheetFormat, spreadsheetTypes } from '#shared/spreadsheet-format.ts';
import {
  expectedColumns,
  faultHeader,
  type ImportKind,
  importFiles,
  importKinds,
  importTemplate,
} from '../contract.ts';
import { correctImport } from './commands/correct-import.ts';
import { receiveImport, type UploadedSpreadsheet } from './commands/receive-import.ts';
import { faultyRows } from './faulty-rows.ts';
import { inspectSpreadsheet } from './inspect-spreadsheet.ts';
import { kindSql } from './kinds/kind-sql.ts';
import { getImport } from './queries.ts';
import { receiveUpload } from './receive-upload.ts';

export const importRoutes = [
  serveBytes(importFiles.upload, ({ services, context, query: { of, name }, request }) =>
    receiveSheetUpload(request, services, of, (file) => receiveImport(context, { kind: of, name, ...file })),
  ),
  serveBytes(
    importFiles.uploadCorrectedRows,
    async ({ services, context, params, query: { name }, request }) => {
      const { id: importId, kind } = await getImport(services.db, params.id!);
      return receiveSheetUpload(request, services, kind, (file) =>
        correctImport(context, { importId, name, ...file }),
      );
    },
  ),
  serveBytes(importFiles.faultyRows, async ({ services, context, params, query: { format }, reply }) => {
    const upload = await getImport(services.db, params.id!);
    recordView(context, 'document_viewed', { label: upload.fileName });
    return sendSheet(reply, {
      name: `${upload.fileName.replace(/\.[^.]*$/, '')} - faulty rows`,
      format,
      kind: upload.kind,
      headers: [...upload.headers, faultHeader],
      rows: faultyRows(services.db, upload),
    });
  }),
  ...importKinds.map((kind) =>
    serveBytes(importTemplate(kind), async ({ query: { format }, reply }) =>
      sendSheet(reply, {
        name: kindSql[kind].sheetName,
        format,
        kind,
        headers: expectedColumns[kind].map(({ header }) => header),
        rows: exampleRow(kind),
      }),
    ),
  ),
];

/** Stores the bytes before the row. An error deletes them; a crash leaves unreferenced bytes. */
async function receiveSheetUpload<Taken>(
  request: FastifyRequest,
  services: Services,
  kind: ImportKind,
  record: (file: Omit<UploadedSpreadsheet, 'name'>) => Promise<Taken>,
): Promise<Taken> {
  const upload = await receiveUpload(services, request, newKey('imports'), importFiles.upload.body!);
  try {
    return await record({ upload, sheet: await inspectSpreadsheet(services, kind, upload) });
  } catch (error) {
    await services.files.delete(upload.storageKey);
    throw error;
  }
}

async function* exampleRow(kind: ImportKind): AsyncGenerator<string[]> {
  yield expectedColumns[kind].map(({ example }) => example);
}

type SentSheet = Omit<Parameters<typeof writeSpreadsheet>[1], 'name'> & {
  name: string;
  format: SpreadsheetFormat;
  kind: ImportKind;
};

function sendSheet(reply: FastifyReply, { name, format, kind, ...sheet }: SentSheet) {
  return reply
    .type(spreadsheetTypes[format])
    .header('cache-control', 'private, no-store')
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(`${name}.${format}`)}`)
    .send(writeSpreadsheet(format, { name: kindSql[kind].sheetName, ...sheet }));
}

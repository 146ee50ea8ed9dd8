import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import type { RequestContext, Services } from '#server/context.ts';
import { guard } from '#server/http/guard.ts';
import { refusal } from '#server/refusal.ts';
import { mediaTypes, type SheetFormat } from '#server/sheets/sheet-row.ts';
import { writeSheet } from '#server/sheets/write-sheet.ts';
import { faultHeader, type ImportKind, importKinds, wantedColumns } from '../contract.ts';
import { mendImport } from './commands/mend-import.ts';
import { receiveImport, type UploadedSheet } from './commands/receive-import.ts';
import { faultyRows } from './faulty-rows.ts';
import { inspectSheet } from './inspect-sheet.ts';
import { kindSql } from './kinds/kind-sql.ts';
import { getImport } from './queries.ts';
import { receiveUpload } from './receive-upload.ts';

const FileName = z.string().trim().min(1).max(200);
const NewUpload = z.object({ of: z.enum(importKinds), name: FileName });
const MendedUpload = z.object({ name: FileName });
const Download = z.object({ format: z.enum(['csv', 'xlsx']).default('csv') });

type ContextOf = (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>;
type ById = { Params: { id: string } };

/**
 * Plain routes for sheets: `POST /api/imports?of=students&name=2026.csv` and `POST /api/imports/{id}/mended-rows?name=…`
 * take the raw file as body and answer `{ id }`; the faulty rows and the templates are downloads.
 */
export function registerImportRoutes(app: FastifyInstance, services: Services, contextOf: ContextOf): void {
  app.post('/api/imports', async (request, reply) => {
    const context = await admitted(contextOf(request, reply));
    const { of, name } = parsed(NewUpload, request.query);
    return takeIn(request, services, (file) => receiveImport(context, { kind: of, name, ...file }));
  });

  app.post<ById>('/api/imports/:id/mended-rows', async (request, reply) => {
    const context = await admitted(contextOf(request, reply));
    const { name } = parsed(MendedUpload, request.query);
    const importId = idOf(request.params.id);
    return takeIn(request, services, (file) => mendImport(context, { importId, name, ...file }));
  });

  app.get<ById>('/api/imports/:id/faulty-rows', async (request, reply) => {
    await admitted(contextOf(request, reply));
    const { format } = parsed(Download, request.query);
    const upload = await getImport(services.db, idOf(request.params.id));
    const name = `${upload.fileName.replace(/\.[^.]*$/, '')} - faulty rows`;
    const headers = [...upload.headers, faultHeader];
    return sendSheet(reply, {
      name,
      format,
      kind: upload.kind,
      headers,
      rows: faultyRows(services.db, upload),
    });
  });

  app.get<{ Params: { kind: string } }>('/api/import-templates/:kind', async (request, reply) => {
    await admitted(contextOf(request, reply));
    const { format } = parsed(Download, request.query);
    const kind = parsed(z.enum(importKinds), request.params.kind);
    const headers = wantedColumns[kind].map(({ header }) => header);
    return sendSheet(reply, { name: kindSql[kind].sheetName, format, kind, headers, rows: exampleRow(kind) });
  });
}

async function admitted(waiting: Promise<RequestContext>): Promise<RequestContext> {
  const context = await waiting;
  guard(context, 'imports:run');
  return context;
}

function parsed<Output>(schema: z.ZodType<Output>, input: unknown): Output {
  const result = schema.safeParse(input);
  if (!result.success) throw refusal('request.unreadable');
  return result.data;
}

function idOf(id: string): string {
  if (!z.uuid().safeParse(id).success) throw refusal('imports.not_found');
  return id;
}

/** The bytes are stored before the row: a refusal takes them away again, and a crash leaves bytes that nobody sees. */
async function takeIn<Taken>(
  request: FastifyRequest,
  services: Services,
  record: (file: Omit<UploadedSheet, 'name'>) => Promise<Taken>,
): Promise<Taken> {
  const upload = await receiveUpload(services, request, `imports/${uuid()}`);
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

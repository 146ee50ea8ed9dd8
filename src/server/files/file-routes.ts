import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { actorOf, type RequestContext, type Services } from '#server/context.ts';
import { guard } from '#server/http/guard.ts';
import { readBody } from '#server/http/read-body.ts';
import { refusal } from '#server/refusal.ts';
import type { Permission } from '#shared/permissions.ts';
import { findFile, kindOfFile } from './find-file.ts';
import { type FileKind, fileKinds, maximumFileBytes } from './inspect-file.ts';
import { receiveFile } from './receive-file.ts';

/** Candidates' files are the counters'; invoices are the store's; photos of errors go to whoever has to do with the reprint. */
const permissionsOf: Record<FileKind, { upload: Permission; read: Permission }> = {
  photo: { upload: 'files:upload', read: 'files:read' },
  receipt: { upload: 'files:upload', read: 'files:read' },
  invoice: { upload: 'stock:receive', read: 'stock:read' },
  error_photo: { upload: 'reprints:request', read: 'reprints:read' },
};

const Upload = z.object({ kind: z.enum(fileKinds), name: z.string().trim().min(1).max(200) });

/**
 * Plain routes for bytes: `POST /api/files?kind=photo&name=asha.jpg` with the raw file as body answers the file
 * reference; `GET /api/files/{id}` shows it, `?download=1` saves it under its original name, `/thumbnail` is small.
 */
export function registerFileRoutes(
  app: FastifyInstance,
  services: Services,
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>,
): void {
  app.post('/api/files', async (request, reply) => {
    const context = await contextOf(request, reply);
    const upload = Upload.safeParse(request.query);
    guard(context, upload.success ? permissionsOf[upload.data.kind].upload : 'files:upload');
    if (!upload.success) throw refusal('request.unreadable');
    return receiveFile(context, {
      ...upload.data,
      bytes: await readBody(request, maximumFileBytes, 'files.too_large'),
    });
  });

  app.get<{ Params: { id: string }; Querystring: { download?: string } }>(
    '/api/files/:id',
    async (request, reply) => {
      const file = await fileOf(await contextOf(request, reply), request.params.id);
      const disposition = request.query.download ? 'attachment' : 'inline';
      reply.header(
        'content-disposition',
        `${disposition}; filename*=UTF-8''${encodeURIComponent(file.original_name)}`,
      );
      return sendBytes(reply, services, file.storage_key, file.media_type);
    },
  );

  app.get<{ Params: { id: string } }>('/api/files/:id/thumbnail', async (request, reply) => {
    const file = await fileOf(await contextOf(request, reply), request.params.id);
    if (!file.thumbnail_key) throw refusal('files.not_found');
    return sendBytes(reply, services, file.thumbnail_key, 'image/jpeg');
  });
}

async function fileOf(context: RequestContext, id: string) {
  guard(context, 'signed_in');
  const { db } = context.services;
  const kind = z.uuid().safeParse(id).success ? await kindOfFile(db, id) : null;
  guard(context, permissionsOf[kind ?? 'photo'].read);
  const file = kind && (await findFile(db, actorOf(context), { id, kind }));
  if (!file) throw refusal('files.not_found');
  return file;
}

async function sendBytes(reply: FastifyReply, services: Services, key: string, mediaType: string) {
  // The bytes of an id never change; `private` keeps them out of shared caches.
  reply.header('cache-control', 'private, max-age=3600').type(mediaType);
  // What somebody uploaded must not run as a page of ours; a browser's PDF viewer refuses to work under more.
  const isPdf = mediaType === 'application/pdf';
  reply.header('content-security-policy', isPdf ? "frame-ancestors 'self'" : "default-src 'none'");
  return reply.send(await services.files.getStream(key));
}

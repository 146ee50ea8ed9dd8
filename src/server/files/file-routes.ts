import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { actorOf, type RequestContext, type Services } from '#server/context.ts';
import { byteRoute } from '#server/http/byte-route.ts';
import { guard } from '#server/http/guard.ts';
import { refusal } from '#server/refusal.ts';
import type { Permission } from '#shared/permissions.ts';
import { findFile, kindOfFile } from './find-file.ts';
import { acceptedTypes, type FileKind, fileKinds, maximumFileBytes } from './inspect-file.ts';
import { receiveFile } from './receive-file.ts';

/** Candidates' files are the counters'; invoices are the store's; photos of errors go to whoever has to do with the reprint. */
const uploadPermissions: Record<FileKind, Permission> = {
  photo: 'files:upload',
  receipt: 'files:upload',
  invoice: 'stock:receive',
  error_photo: 'reprints:request',
};
const readPermissions: Record<FileKind, Permission> = {
  photo: 'files:read',
  receipt: 'files:read',
  invoice: 'stock:read',
  error_photo: 'reprints:read',
};

/** `POST /api/files?kind=photo&name=asha.jpg` with the raw file as body answers the file reference. */
const uploadRoute = byteRoute({
  method: 'POST',
  path: '/files',
  summary:
    'Uploads a photo, bank receipt, invoice or photo of a misprint: the raw bytes as body, at most 5 MiB; known by content, not by name.',
  access: uploadPermissions,
  query: z.object({ kind: z.enum(fileKinds), name: z.string().trim().min(1).max(200) }),
  body: {
    types: ['application/octet-stream', ...acceptedTypes],
    maximumBytes: maximumFileBytes,
    tooLarge: 'files.too_large',
    seconds: 120,
  },
  answers: { description: 'The file reference: id, name, mediaType, byteSize.', types: ['application/json'] },
  errors: ['files.empty', 'files.wrong_content'],
  handle: async ({ context, query, readBytes }) => {
    guard(context, uploadPermissions[query.kind]);
    return receiveFile(context, { ...query, bytes: await readBytes() });
  },
});

/** `GET /api/files/{id}` shows it, `?download=1` saves it under its original name. */
const fileRoute = byteRoute({
  method: 'GET',
  path: '/files/{id}',
  summary: 'The bytes of a file; `download=1` saves it under its original name.',
  access: readPermissions,
  query: z.object({ download: z.literal('1').optional() }),
  answers: { description: 'The file as it was uploaded.', types: acceptedTypes },
  notFound: 'files.not_found',
  handle: async ({ services, context, params, query, reply }) => {
    const file = await fileOf(context, params.id!);
    const disposition = query.download ? 'attachment' : 'inline';
    reply.header(
      'content-disposition',
      `${disposition}; filename*=UTF-8''${encodeURIComponent(file.original_name)}`,
    );
    return sendBytes(reply, services, file.storage_key, file.media_type);
  },
});

const thumbnailRoute = byteRoute({
  method: 'GET',
  path: '/files/{id}/thumbnail',
  summary: 'A picture of 96 by 96 pixels.',
  access: readPermissions,
  answers: { description: 'JPEG.', types: ['image/jpeg'] },
  notFound: 'files.not_found',
  handle: async ({ services, context, params, reply }) => {
    const file = await fileOf(context, params.id!);
    if (!file.thumbnail_key) throw refusal('files.not_found');
    return sendBytes(reply, services, file.thumbnail_key, 'image/jpeg');
  },
});

export const fileRoutes = [uploadRoute, fileRoute, thumbnailRoute];

async function fileOf(context: RequestContext, id: string) {
  const { db } = context.services;
  const kind = await kindOfFile(db, id);
  if (!kind) throw refusal('files.not_found');
  guard(context, readPermissions[kind]);
  const file = await findFile(db, actorOf(context), { id, kind });
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

import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { command } from '#platform/server/command.ts';
import { actorOf, type RequestContext, type Services } from '#platform/server/context.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { byteRoute } from '#platform/server/http/byte-route.ts';
import { guard } from '#platform/server/http/guard.ts';
import type { Permission } from '#shared/permissions.ts';
import { findFile, kindOfFile } from './find-file.ts';
import { acceptedTypes, type FileKind, fileKinds, maximumFileBytes } from './inspect-file.ts';
import { receiveFile } from './receive-file.ts';
import { recordView } from './record-view.ts';
import { openStored } from './stored-files.ts';

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
  errors: [
    ...(['files.empty', 'files.wrong_content', 'files.picture_damaged', 'files.picture_too_large'] as const),
    ...(['files.pdf_active', 'files.pdf_damaged', 'files.pdf_protected', 'files.pdf_too_complex'] as const),
  ],
  handle: async ({ context, query, readBytes }) => {
    guard(context, uploadPermissions[query.kind]);
    return receiveFile(context, { ...query, bytes: await readBytes() });
  },
});

/** Our clean copy; `?download=1` saves it under its original name. */
const fileRoute = byteRoute({
  method: 'GET',
  path: '/files/{id}',
  summary: 'Our clean copy of a file, a picture as JPEG; `download=1` saves it under its original name.',
  access: readPermissions,
  query: z.object({ download: z.literal('1').optional() }),
  answers: { description: 'The copy.', types: ['image/jpeg', 'application/pdf'] },
  notFound: 'files.not_found',
  errors: ['files.missing'],
  handle: async ({ services, context, params, query, reply }) => {
    const { isPersonal, storage_key: key, original_name: name } = await fileOf(context, params.id!);
    if (isPersonal) recordView(context, 'file_viewed', { label: name, fileId: params.id! });
    return sendStored(reply, services, { key, name, isDownload: query.download !== undefined });
  },
});

const thumbnailRoute = byteRoute({
  method: 'GET',
  path: '/files/{id}/thumbnail',
  summary: 'A picture of 96 pixels width.',
  access: readPermissions,
  answers: { description: 'JPEG.', types: ['image/jpeg'] },
  notFound: 'files.not_found',
  errors: ['files.missing'],
  handle: async ({ services, context, params, reply }) => {
    const { isPersonal, thumbnail_key: key, original_name: name } = await fileOf(context, params.id!);
    if (!key) throw domainError('files.not_found');
    if (isPersonal) recordView(context, 'thumbnails_viewed');
    return sendStored(reply, services, { key, name });
  },
});

const originalRoute = byteRoute({
  method: 'GET',
  path: '/files/{id}/original',
  summary: 'The file as it was uploaded; each view is in the audit log.',
  access: 'files:read_original',
  answers: { description: 'The file.', types: acceptedTypes },
  notFound: 'files.not_found',
  errors: ['files.missing'],
  handle: async ({ services, context, params, reply }) => {
    const { id, original_key: key, original_name: name } = await fileOf(context, params.id!);
    if (!key) throw domainError('files.not_found');
    // Before the first byte; a request that is sent again is another view, whatever key it carries.
    await viewOriginal({ ...context, idempotencyKey: null }, { id, name });
    return sendStored(reply, services, { key, name, isDownload: true });
  },
});

export const fileRoutes = [uploadRoute, fileRoute, thumbnailRoute, originalRoute];

const viewOriginal = command('viewOriginal', async ({ audit }, file: { id: string; name: string }) => {
  audit({ event: 'files.original_viewed', record: { type: 'file', id: file.id, label: file.name } });
  return {};
});

async function fileOf(context: RequestContext, id: string) {
  const { db } = context.services;
  const kind = await kindOfFile(db, id);
  if (!kind) throw domainError('files.not_found');
  guard(context, readPermissions[kind]);
  const file = await findFile(db, actorOf(context), { id, kind });
  if (!file) throw domainError('files.not_found');
  return { ...file, isPersonal: kind !== 'invoice' };
}

async function sendStored(
  reply: FastifyReply,
  services: Services,
  { key, name, isDownload = false }: { key: string; name: string; isDownload?: boolean },
) {
  const { file, stream } = await openStored(services, key);
  const isPdf = file.mediaType === 'application/pdf';
  return (
    reply
      .type(file.mediaType)
      .header('content-length', file.byteSize)
      .header('cache-control', 'private, no-store')
      .header(
        'content-disposition',
        `${isDownload ? 'attachment' : 'inline'}; filename*=UTF-8''${encodeURIComponent(nameFor(name, file.mediaType))}`,
      )
      // What somebody uploaded must not run as a page of ours; a browser's PDF viewer refuses to work under more.
      .header('content-security-policy', isPdf ? "frame-ancestors 'self'" : "default-src 'none'")
      .send(stream)
  );
}

/** Our copy of every picture is a JPEG, whatever the upload was called. */
function nameFor(name: string, mediaType: string): string {
  if (mediaType !== 'image/jpeg' || /\.jpe?g$/i.test(name)) return name;
  return `${name.replace(/\.(png|webp)$/i, '')}.jpg`;
}

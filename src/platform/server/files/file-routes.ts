import type { FastifyReply } from 'fastify';
import { fileOperations } from '#platform/contract/files.ts';
import { command } from '#platform/server/command.ts';
import { actorOf, type RequestContext, type Services } from '#platform/server/context.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { serveBytes } from '#platform/server/http/byte-route.ts';
import { guard } from '#platform/server/http/guard.ts';
import { registered } from '#shared/feature.ts';
import type { FileKind } from '#shared/file-kinds.ts';
import { findFile, kindOfFile } from './find-file.ts';
import { receiveFile } from './receive-file.ts';
import { recordView } from './record-view.ts';
import { openStored } from './stored-files.ts';

export const fileRoutes = [
  serveBytes(fileOperations.uploadFile, async ({ context, query, readBytes }) => {
    guard(context, registered.filesUploadedBy[query.kind]);
    return receiveFile(context, { ...query, bytes: await readBytes() });
  }),
  serveBytes(fileOperations.getFile, async ({ services, context, params, query, reply }) => {
    const { isPersonal, storage_key: key, original_name: name } = await fileOf(context, params.id!);
    if (isPersonal) recordView(context, 'file_viewed', { label: name, fileId: params.id! });
    return sendStored(reply, services, { key, name, isDownload: query.download !== undefined });
  }),
  serveBytes(fileOperations.getThumbnail, async ({ services, context, params, reply }) => {
    const { isPersonal, thumbnail_key: key, original_name: name } = await fileOf(context, params.id!);
    if (!key) throw domainError('files.not_found');
    if (isPersonal) recordView(context, 'thumbnails_viewed');
    return sendStored(reply, services, { key, name });
  }),
  serveBytes(fileOperations.getOriginal, async ({ services, context, params, reply }) => {
    const file = await fileOf(context, params.id!);
    const { original_key: key, original_name: name } = file;
    if (!key) throw domainError('files.not_found');
    // Before the first byte. Without the idempotency key: a repeated request is another view.
    await viewOriginal({ ...context, idempotencyKey: null }, file);
    return sendStored(reply, services, { key, name, isDownload: true });
  }),
];

const impersonal: ReadonlySet<FileKind> = new Set(['invoice', 'crest', 'template_scan']);

type ViewedFile = { id: string; original_name: string; college_id: string | null };

const viewOriginal = command('viewOriginal', async ({ audit }, { id, ...file }: ViewedFile) => {
  audit({
    event: 'files.original_viewed',
    record: { type: 'file', id, label: file.original_name },
    collegeId: file.college_id,
  });
  return {};
});

async function fileOf(context: RequestContext, id: string) {
  const { db } = context.services;
  const kind = await kindOfFile(db, id);
  if (!kind) throw domainError('files.not_found');
  guard(context, registered.filesReadBy[kind]);
  const file = await findFile(db, actorOf(context), { id, kind });
  if (!file) throw domainError('files.not_found');
  return { ...file, isPersonal: !impersonal.has(kind) };
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
      // An uploaded file must not run as a page of ours; browsers' PDF viewers do not work under a stricter policy.
      .header('content-security-policy', isPdf ? "frame-ancestors 'self'" : "default-src 'none'")
      .send(stream)
  );
}

const endings: Record<string, { of: RegExp; ending: string }> = {
  'image/jpeg': { of: /\.jpe?g$/i, ending: '.jpg' },
  'image/png': { of: /\.png$/i, ending: '.png' },
};

/** The displayed copy is a JPEG or PNG, whatever the upload was. */
export function nameFor(name: string, mediaType: string): string {
  const known = endings[mediaType];
  if (!known || known.of.test(name)) return name;
  return `${name.replace(/\.(jpe?g|png|webp|svg)$/i, '')}${known.ending}`;
}

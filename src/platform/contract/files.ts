import { z } from 'zod';
import { registered } from '#shared/feature.ts';
import { FileName } from '#shared/fields.ts';
import { fileKinds, maximumFileBytes, uploadTypes } from '#shared/file-kinds.ts';
import { documentOperation, uploadOperation } from './byte-operation.ts';

export const fileOperations = {
  uploadFile: uploadOperation('/files', {
    summary:
      'Uploads a photo, bank receipt, invoice, photo of a misprint, declaration of a loss, crest, signature or pre-printed sheet: the raw bytes as body, at most 5 MiB; known by content, not by name.',
    access: registered.filesUploadedBy,
    query: z.object({ kind: z.enum(fileKinds), name: FileName }),
    types: ['application/octet-stream', ...uploadTypes],
    maximumBytes: maximumFileBytes,
    tooLarge: 'files.too_large',
    seconds: 120,
    answer: 'The file reference: id, name, mediaType, byteSize.',
    errors: [
      ...([
        'files.empty',
        'files.wrong_content',
        'files.picture_damaged',
        'files.picture_too_large',
        'files.picture_too_small',
        'files.not_transparent',
      ] as const),
      ...(['files.pdf_active', 'files.pdf_damaged', 'files.pdf_protected', 'files.pdf_too_complex'] as const),
    ],
  }),
  getFile: documentOperation('/files/{id}', {
    summary:
      'Our clean copy of a file, a picture as JPEG, crests and signatures as PNG; `download=1` saves it under its original name.',
    access: registered.filesReadBy,
    query: z.object({ download: z.literal('1').optional() }),
    answers: { description: 'The copy.', types: ['image/jpeg', 'image/png', 'application/pdf'] },
    notFound: 'files.not_found',
    errors: ['files.missing'],
  }),
  getThumbnail: documentOperation('/files/{id}/thumbnail', {
    summary: 'A picture of 96 pixels width.',
    access: registered.filesReadBy,
    answers: { description: 'JPEG.', types: ['image/jpeg'] },
    notFound: 'files.not_found',
    errors: ['files.missing'],
  }),
  getOriginal: documentOperation('/files/{id}/original', {
    summary: 'The file as it was uploaded; each view is in the audit log.',
    access: 'files:read_original',
    answers: { description: 'The file.', types: uploadTypes },
    notFound: 'files.not_found',
    errors: ['files.missing'],
  }),
};

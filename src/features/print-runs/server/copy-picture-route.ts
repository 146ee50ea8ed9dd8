import { z } from 'zod';
import { copyDocuments } from '#features/certificates/copy-contract.ts';
import { getCopy } from '#features/certificates/server/copies.ts';
import type { CertificateSheet } from '#features/certificates/server/typst/certificate-sheet.ts';
import { drawTemplate } from '#features/certificates/server/typst/draw-template.ts';
import { actorOf } from '#platform/server/context.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { recordView } from '#platform/server/files/record-view.ts';
import { serveBytes } from '#platform/server/http/byte-route.ts';
import { formatMoment } from '#shared/format.ts';
import { readSheets } from './jobs/read-sheets.ts';

/**
 * `GET /api/certificates/{id}/copies/{copyId}/picture`: what one sheet shows, for the desks. COPY is part of the
 * drawing, so a clean page never exists.
 */
export const copyPictureRoute = serveBytes(
  copyDocuments.picture,
  async ({ services, context, params, reply }) => {
    const { name } = actorOf(context);
    const key = { certificateId: params.id!, copyId: params.copyId! };
    if (!z.uuid().safeParse(key.copyId).success) throw domainError('certificates.copy_not_found');
    const copy = await getCopy(services.db, key);
    const { template, crest, sheets } = await readSheets(services, copy.printRunId, { sheetId: copy.id });
    const { png } = await drawTemplate({
      template,
      crest,
      sheet: withoutCode(sheets[0]!, services.settings.publicUrl),
      mark: 'COPY',
      legend: `Copy of sheet ${copy.blankSerial}, no certificate. Shown to ${name}, ${formatMoment(new Date().toISOString())} IST.`,
    });
    recordView(context, 'document_viewed', { label: copy.blankSerial });
    return reply.type('image/png').header('cache-control', 'private, no-store').send(Buffer.from(png));
  },
);

/** Removes the verification code, so that a cut-out from the picture verifies nothing. */
function withoutCode(sheet: CertificateSheet, publicUrl: string): CertificateSheet {
  return {
    ...sheet,
    words: { ...sheet.words, verificationCode: '*****-*****' },
    verifyUrl: `${publicUrl}/verify`,
  };
}

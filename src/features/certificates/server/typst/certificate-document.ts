import { join } from 'node:path';
import type { TypstDocument, TypstTemplate } from '#platform/server/typst/typst-document.ts';
import type { CertificateRun, CertificateSheet } from './certificate-sheet.ts';

export const certificateTemplate: TypstTemplate = {
  folder: join(import.meta.dirname, 'template'),
  main: 'certificate.typ',
  fontFamilies: ['Great Vibes', 'Cormorant Garamond', 'Noto Serif Devanagari', 'Noto Sans Kannada'],
};

const longDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** The run as one document, a page a sheet. */
export function certificateDocument(run: CertificateRun): TypstDocument {
  const { university, offset, sheets, proofLegend = null } = run;
  // Named by position, not by candidate: Typst never forgets a name that it has seen.
  const nameOf = (position: number) => `photo-${position}.jpg`;
  return {
    template: certificateTemplate,
    input: {
      university,
      offset,
      proofLegend,
      sheets: sheets.map((sheet, position) => printableSheet(sheet, nameOf(position))),
    },
    files: Object.fromEntries(sheets.map(({ photo }, position) => [nameOf(position), photo])),
    qrCodes: sheets.map(({ verifyUrl }) => verifyUrl),
    pages: sheets.length,
  };
}

function printableSheet(sheet: CertificateSheet, photo: string) {
  return {
    ...sheet,
    photo,
    issuedOn: longDate.format(new Date(sheet.issuedOn)),
    verifyHint: verifyHint(sheet.verifyUrl),
  };
}

/** Names the site, so that a reader can tell a forger's QR code from the university's. */
function verifyHint(verifyUrl: string): string {
  const url = URL.parse(verifyUrl);
  return url ? `Scan to verify at ${url.host}${url.pathname}` : 'Scan to verify';
}

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
  const { university, crest, offset, sheets, proofLegend = null } = run;
  // Named by position, not by candidate: Typst never forgets a name that it has seen.
  const nameOf = (position: number) => `photo-${position}.jpg`;
  const signatures = namesOfSignatures(sheets);
  return {
    template: certificateTemplate,
    input: {
      university,
      crest: crest && crestName,
      offset,
      proofLegend,
      sheets: sheets.map((sheet, position) => printableSheet(sheet, nameOf(position), signatures)),
    },
    files: {
      ...Object.fromEntries(sheets.map(({ photo }, position) => [nameOf(position), photo])),
      ...Object.fromEntries([...signatures].map(([picture, name]) => [name, picture])),
      ...(crest && { [crestName]: crest }),
    },
    qrCodes: sheets.map(({ verifyUrl }) => verifyUrl),
    pages: sheets.length,
  };
}

const crestName = 'crest.png';

const sides = ['left', 'right'] as const;

/** Each picture once, whoever many sheets it stands on. */
function namesOfSignatures(sheets: readonly CertificateSheet[]): Map<Uint8Array, string> {
  const pictures = sheets.flatMap(({ signatures }) => sides.map((side) => signatures[side]?.picture ?? null));
  const different = new Set(pictures.filter((picture) => picture !== null));
  return new Map([...different].map((picture, index) => [picture, `signature-${index}.png`]));
}

function printableSheet(sheet: CertificateSheet, photo: string, names: ReadonlyMap<Uint8Array, string>) {
  const signatures = sides.map((side) => {
    const signature = sheet.signatures[side];
    const picture = signature?.picture ? names.get(signature.picture) : null;
    return [side, signature && { ...signature, picture: picture ?? null }];
  });
  return {
    ...sheet,
    photo,
    signatures: Object.fromEntries(signatures),
    issuedOn: longDate.format(new Date(sheet.issuedOn)),
    verifyHint: verifyHint(sheet.verifyUrl),
  };
}

/** Names the site, so that a reader can tell a forger's QR code from the university's. */
function verifyHint(verifyUrl: string): string {
  const url = URL.parse(verifyUrl);
  return url ? `Scan to verify at ${url.host}${url.pathname}` : 'Scan to verify';
}

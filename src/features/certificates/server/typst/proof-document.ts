import sharp from 'sharp';
import type { University } from '#features/masters/server/university.ts';
import type { TypstDocument } from '#platform/server/typst/typst-document.ts';
import type { TemplateContent } from '../../template.ts';
import { certificateDocument } from './certificate-document.ts';
import type { CertificateSheet } from './certificate-sheet.ts';
import { sampleWords } from './sample-words.ts';
import { namesByLanguage, verifyAddress } from './words-of-sheet.ts';

/** Somebody of whom nothing can be recognised, in the size of a 35 × 45 mm photograph at 300 dpi. */
const silhouette = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 413 531">
  <rect width="413" height="531" fill="#e8e8e8"/>
  <circle cx="206" cy="200" r="92" fill="#a8a8a8"/>
  <path d="M30 531c0-130 80-200 176-200s176 70 176 200z" fill="#a8a8a8"/>
</svg>`;

/**
 * How certificates of a layout look, with sample data on plain paper. Its number, blank and code are none that the portal
 * gives out, and its QR code leads to the empty verification page.
 */
export async function proofDocument(proof: {
  template: TemplateContent;
  university: University;
  crest: Uint8Array | null;
  title: string;
  titles: Readonly<Record<string, string>>;
  signatures: CertificateSheet['signatures'];
  colour: string;
  publicUrl: string;
  /** yyyy-mm-dd */
  madeOn: string;
  legend: string;
}): Promise<TypstDocument> {
  const { template, university, crest, title, titles, signatures, colour, publicUrl } = proof;
  return certificateDocument({
    template,
    crest,
    offset: { xMm: 0, yMm: 0 },
    boundAt: new Date(proof.madeOn),
    proofLegend: proof.legend,
    sheets: [
      {
        words: {
          ...sampleWords,
          university: university.name,
          universityNames: namesByLanguage(university),
          place: university.place,
          title,
          titles,
          college: 'Sample College of Engineering',
          convocationNumber: 'PROOF',
          blankSerial: 'PROOF',
          verificationCode: 'PROOF',
          verifyAt: verifyAddress(publicUrl),
        },
        languages: university.languages,
        signatures,
        colour,
        photo: await sharp(Buffer.from(silhouette)).jpeg().toBuffer(),
        verifyUrl: `${publicUrl}/verify`,
      },
    ],
  });
}

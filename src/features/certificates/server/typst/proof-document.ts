import type { University } from '#features/masters/server/university.ts';
import type { TypstDocument } from '#platform/server/typst/typst-document.ts';
import type { SheetFacts } from '../../sheet-facts.ts';
import type { TemplateContent } from '../../template.ts';
import { certificateDocument } from './certificate-document.ts';
import type { CertificateSheet } from './certificate-sheet.ts';
import { namesByLanguage, printedFields, verifyAddress } from './printed-fields.ts';
import { sampleWords } from './sample-words.ts';
import { silhouette } from './silhouette.ts';

/** The content and signatories of a page of a proof. */
export type ProofPage = Pick<CertificateSheet, 'words' | 'signatures'>;

/**
 * Shows how certificates of a layout look, on plain paper, without a photograph. Serial and verification code are never
 * issued ones, and the QR code leads to the blank verification page.
 */
export async function proofDocument(proof: {
  template: TemplateContent;
  languages: readonly string[];
  crest: Uint8Array | null;
  pages: readonly ProofPage[];
  colour: string;
  publicUrl: string;
  /** yyyy-mm-dd */
  madeOn: string;
  legend: string;
}): Promise<TypstDocument> {
  const { template, languages, crest, pages, colour, publicUrl } = proof;
  const photo = await silhouette();
  return certificateDocument({
    template,
    crest,
    offset: { xMm: 0, yMm: 0 },
    boundAt: new Date(proof.madeOn),
    proofLegend: proof.legend,
    sheets: pages.map((page) => ({ ...page, languages, colour, photo, verifyUrl: `${publicUrl}/verify` })),
  });
}

/** A page of an invented candidate. */
export function samplePage({
  university,
  title,
  titles,
  publicUrl,
}: {
  university: University;
  title: string;
  titles: Readonly<Record<string, string>>;
  publicUrl: string;
}): ProofPage['words'] {
  return {
    ...sampleWords,
    university: university.name,
    universityNames: namesByLanguage(university),
    place: university.place,
    title,
    titles,
    college: 'Sample College of Engineering',
    convocationNumber: proofMark,
    blankSerial: proofMark,
    verificationCode: proofMark,
    verifyAt: verifyAddress(publicUrl),
  };
}

/** A page of a real record, which has a number only once it is verified. */
export function recordPage(
  facts: SheetFacts,
  { university, publicUrl }: { university: University; publicUrl: string },
): ProofPage['words'] {
  const convocationNumber = facts.convocationNumber || proofMark;
  return printedFields(
    { ...facts, convocationNumber },
    { university, publicUrl, blankSerial: proofMark, verificationCode: proofMark },
  );
}

const proofMark = 'PROOF';

import type { FieldValue, SheetField, TemplateContent } from '../../template.ts';

/** The content of a sheet; every string is printed as given. */
export type CertificateSheet = {
  words: Readonly<Record<SheetField, FieldValue>>;
  /** Further languages of the university beside English, by their tags. */
  languages: readonly string[];
  /** The signatories on the left and on the right; without a picture they sign by hand. */
  signatures: Record<'left' | 'right', Signature | null>;
  /** Maroon, Navy, Green, … : the colour of the border; an unknown one prints in ink grey. */
  colour: string;
  /** JPEG */
  photo: Uint8Array;
  /** The content of the QR code. */
  verifyUrl: string;
};

/** `picture` is a PNG with a transparent background. */
export type Signature = { office: string; holder: string | null; picture: Uint8Array | null };

/** The offset of a printer's tray, measured on its calibration sheet. */
type PrinterOffset = { xMm: number; yMm: number };

export type CertificateRun = {
  template: TemplateContent;
  /** The university's crest, a PNG; null prints none. */
  crest: Uint8Array | null;
  offset: PrinterOffset;
  sheets: CertificateSheet[];
  /** When the sheets were bound; makes a run render to the same file at any time. */
  boundAt: Date;
  /**
   * The note on a proof. The mark across it is PROOF, SAMPLE for a picture in the studio, or COPY for one of an issued
   * sheet.
   */
  proofLegend?: string;
  proofMark?: 'PROOF' | 'SAMPLE' | 'COPY';
};

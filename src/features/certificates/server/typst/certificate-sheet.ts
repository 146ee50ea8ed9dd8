import type { FieldValue, SheetField, TemplateContent } from '../../template.ts';

/** What a sheet says; every string is printed as given. */
export type CertificateSheet = {
  words: Readonly<Record<SheetField, FieldValue>>;
  /** Languages of the university beside English, by their tags. */
  languages: readonly string[];
  /** Who signs on the left and on the right; an office without a picture is signed by hand. */
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

/** How far a printer's tray is off, measured on its calibration sheet. */
type PrinterOffset = { xMm: number; yMm: number };

export type CertificateRun = {
  template: TemplateContent;
  /** The university's, a PNG; without one the sheet has none. */
  crest: Uint8Array | null;
  offset: PrinterOffset;
  sheets: CertificateSheet[];
  /** When the sheets were bound: the same run is the same file whenever it is rendered. */
  boundAt: Date;
  /** What a proof sheet says of itself, below the word PROOF across everything, of a picture in the studio SAMPLE, of one of an issued sheet COPY. */
  proofLegend?: string;
  proofMark?: 'PROOF' | 'SAMPLE' | 'COPY';
};

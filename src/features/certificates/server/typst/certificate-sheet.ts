import type { University } from '#features/masters/server/university.ts';

/** What a sheet says; every string is printed as given. */
export type CertificateSheet = {
  convocationNumber: string;
  /** 0 is the original; 1, 2, … are reprints, and the sheet says which. */
  copyNumber: number;
  candidateName: string;
  candidateNameNative: string | null;
  course: string;
  college: string;
  academicYear: string;
  /** What it is headed with: `Degree Certificate`. */
  title: string;
  /** Who signs on the left and on the right; an office without a picture is signed by hand. */
  signatures: Record<'left' | 'right', Signature | null>;
  /** Maroon, Navy, Green, … : the colour of the border and the crest; an unknown one prints in ink grey. */
  colour: string;
  modeOfStudy: string;
  /** yyyy-mm-dd */
  issuedOn: string;
  blankSerial: string;
  /** JPEG */
  photo: Uint8Array;
  /** For who types instead of scanning, in two groups: `7K3MQ-X2P9A`. */
  verificationCode: string;
  /** The content of the QR code. */
  verifyUrl: string;
};

/** `picture` is a PNG with a transparent background. */
export type Signature = { office: string; holder: string | null; picture: Uint8Array | null };

/** How far a printer's tray is off, measured on its calibration sheet. */
export type PrinterOffset = { xMm: number; yMm: number };

export type CertificateRun = {
  university: University;
  /** The university's, a PNG; without one the sheet has none. */
  crest: Uint8Array | null;
  offset: PrinterOffset;
  sheets: CertificateSheet[];
  /** What a proof sheet says of itself, below the word PROOF across everything. */
  proofLegend?: string;
};

import sharp from 'sharp';
import { ornamental } from '../designs/ornamental.ts';
import type { CertificateRun, CertificateSheet } from './certificate-sheet.ts';
import { sampleWords } from './sample-words.ts';
import { signatoriesOf } from './signatories.ts';

// As long as a real one: number, code and a payload with an Ed25519 signature.
const verifyUrl = `https://convocation.example.ac.in/verify?n=2025%2F000123&c=K7QM-4XWD&p=eyJuIjoiMjAyNS8wMDAxMjMifQ.${'A1b2C3d4'.repeat(11).slice(0, 86)}`;

/** A made-up certificate for the tests and the benchmark of the renderer. */
export async function sampleSheet({
  words = {},
  ...changes
}: Partial<Omit<CertificateSheet, 'words'>> & {
  words?: Partial<CertificateSheet['words']>;
} = {}): Promise<CertificateSheet> {
  return {
    words: { ...sampleWords, ...words },
    languages: ['kn', 'hi'],
    signatures: signatoriesOf([]),
    colour: 'Maroon',
    photo: await plainPhoto(160),
    verifyUrl,
    ...changes,
  };
}

/** A JPEG of one shade of grey, in the size of a 35 × 45 mm photograph at 300 dpi. */
export function plainPhoto(shade: number): Promise<Uint8Array> {
  const background = { r: shade, g: shade, b: shade };
  return sharp({ create: { width: 413, height: 531, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

/** What sheets have in common, in the ornamental design. */
export const sampleRun: Omit<CertificateRun, 'sheets'> = {
  template: ornamental,
  crest: null,
  offset: { xMm: 0, yMm: 0 },
  boundAt: new Date('2026-03-05T06:00:00Z'),
};

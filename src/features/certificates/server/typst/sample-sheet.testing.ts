import sharp from 'sharp';
import type { University } from '#features/masters/server/university.ts';
import type { CertificateSheet } from './certificate-sheet.ts';
import { signatoriesOf } from './signatories.ts';

/** A made-up university and candidate for the tests and the benchmark of the renderer. */
export const sampleUniversity: University = {
  name: 'Vishwavidya University of Karnataka',
  names: ['ವಿಶ್ವವಿದ್ಯಾ ಕರ್ನಾಟಕ ವಿಶ್ವವಿದ್ಯಾಲಯ', 'विश्वविद्या कर्नाटक विश्वविद्यालय'],
  place: 'Bengaluru',
  crestKey: null,
};

// As long as a real one: number, code and a payload with an Ed25519 signature.
const verifyUrl = `https://convocation.example.ac.in/verify?n=2025%2F000123&c=K7QM-4XWD&p=eyJuIjoiMjAyNS8wMDAxMjMifQ.${'A1b2C3d4'.repeat(11).slice(0, 86)}`;

export async function sampleSheet(changes: Partial<CertificateSheet> = {}): Promise<CertificateSheet> {
  return {
    convocationNumber: '2025/000123',
    copyNumber: 0,
    candidateName: 'Ananya Krishnamurthy Rao',
    candidateNameNative: 'ಅನನ್ಯಾ ಕೃಷ್ಣಮೂರ್ತಿ ರಾವ್',
    course: 'Bachelor of Engineering in Electronics and Communication',
    college: 'Sri Basaveshwara College of Engineering, Mysuru',
    academicYear: '2024-25',
    title: 'Degree Certificate',
    signatures: signatoriesOf([]),
    colour: 'Maroon',
    modeOfStudy: 'Regular',
    issuedOn: '2026-03-05',
    blankSerial: 'CV-2025-004512',
    photo: await plainPhoto(160),
    verificationCode: 'K7QM4-XWD2A',
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

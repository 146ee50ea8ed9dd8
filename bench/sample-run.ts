import type { CertificateSheet } from '#features/certificates/server/typst/certificate-sheet.ts';
import { plainPhoto, sampleSheet } from '#features/certificates/server/typst/sample-sheet.testing.ts';

let candidates = 0;

/** Another name, number, QR code and photo each time: nothing that Typst could take from its cache. */
export async function sampleRun(length: number): Promise<CertificateSheet[]> {
  return Promise.all(Array.from({ length }, nextSheet));
}

async function nextSheet(): Promise<CertificateSheet> {
  candidates += 1;
  const candidate = candidates;
  const sheet = await sampleSheet({
    words: {
      convocationNumber: `2025/${String(candidate).padStart(6, '0')}`,
      candidateName: `Ananya Krishnamurthy ${candidate}`,
      candidateNameNative: `ಅನನ್ಯಾ ಕೃಷ್ಣಮೂರ್ತಿ ${inKannada(candidate)}`,
    },
    photo: await plainPhoto(candidate % 256),
  });
  return { ...sheet, verifyUrl: `${sheet.verifyUrl}${candidate}` };
}

/** Letters in the place of digits: a name of its own. */
function inKannada(number: number): string {
  return [...String(number)].map((digit) => 'ಕಗಜತದನಪಬಮರ'[Number(digit)]).join('');
}

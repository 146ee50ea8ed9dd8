import sharp from 'sharp';
import { drawTemplate } from '#features/certificates/server/typst/draw-template.ts';
import { paperSize } from '#features/certificates/template.ts';
import { findLayoutSetUp } from '#features/print-runs/server/layouts.ts';
import { sampleSheet } from '#features/templates/server/sample-sheet.ts';
import type { Services } from '#platform/server/context.ts';
import type { WrittenLanguage } from '#shared/scripts.ts';
import type { Specimen } from '../contract.ts';
import { markersOn } from './specimen-markers.ts';

type Answer = { specimen: Specimen | null };

/** A public request, and drawing takes a second of processor time, so the result is cached. */
const cacheMs = 5 * 60_000;
const cache = new WeakMap<Services, { until: number; answer: Promise<Answer> }>();

/** A sheet of the university's first certificate type, in the template in force today. */
export function findSpecimen(services: Services): Promise<Answer> {
  const known = cache.get(services);
  if (known && known.until > Date.now()) return known.answer;
  const answer = drawSpecimen(services).catch((error: unknown): Answer => {
    services.log.warn({ error }, 'the specimen of /verify cannot be drawn');
    return { specimen: null };
  });
  cache.set(services, { until: Date.now() + cacheMs, answer });
  return answer;
}

async function drawSpecimen(services: Services): Promise<Answer> {
  const { templates } = await findLayoutSetUp(services.db, new Date());
  const [certificateType] = [...templates.keys()].sort();
  if (certificateType === undefined) return { specimen: null };
  const template = templates.get(certificateType)!;
  const { sheet, crest } = await sampleSheet(services, certificateType, specimenWords, { isSigned: false });
  const [language] = sheet.languages;
  const { png } = await drawTemplate({
    template,
    crest,
    sheet: {
      ...sheet,
      words: { ...sheet.words, candidateNameNative: nobody[language as WrittenLanguage] ?? '' },
    },
    mark: 'SPECIMEN',
    legend: 'Specimen, no certificate',
  });
  const picture = await sharp(png).webp({ quality: 80 }).toBuffer();
  return {
    specimen: { picture: picture.toString('base64'), ...paperSize(template), places: markersOn(template) },
  };
}

/** No real person, number or code. */
const specimenWords = {
  candidateName: 'Specimen Candidate',
  convocationNumber: 'SPECIMEN',
  blankSerial: 'SPECIMEN',
  verificationCode: 'SPECIMEN',
};

const nobody: Record<WrittenLanguage, string> = {
  kn: 'ಮಾದರಿ ಅಭ್ಯರ್ಥಿ',
  ta: 'மாதிரி மாணவர்',
  te: 'నమూనా విద్యార్థి',
  mr: 'नमुना विद्यार्थी',
  sa: 'आदर्शः छात्रः',
  kok: 'नमुनो विद्यार्थी',
  ne: 'नमुना विद्यार्थी',
  hi: 'नमूना अभ्यर्थी',
};

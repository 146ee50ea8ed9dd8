/** Prints one JSON line: milliseconds for one certificate from a warm renderer, and pages a second for a run of 100. */
import {
  closeRenderers,
  renderCertificates,
} from '#features/certificates/server/typst/render-certificates.ts';
import {
  plainPhoto,
  sampleSheet,
  sampleUniversity,
} from '#features/certificates/server/typst/sample-sheet.ts';

const warmUps = 10;
const singles = 200;
const runLength = 100;
const runs = 5;

let candidates = 0;

/** Another name, number, QR code and photo each time: nothing that Typst could take from its cache. */
async function nextSheet() {
  candidates += 1;
  const sheet = await sampleSheet();
  return {
    ...sheet,
    convocationNumber: `2025/${String(candidates).padStart(6, '0')}`,
    candidateName: `Ananya Krishnamurthy ${candidates}`,
    candidateNameNative: `ಅನನ್ಯಾ ಕೃಷ್ಣಮೂರ್ತಿ ${candidates}`,
    photo: await plainPhoto(candidates % 256),
    verifyUrl: `${sheet.verifyUrl}${candidates}`,
  };
}

async function timeRun(length: number): Promise<number> {
  const sheets = await Promise.all(Array.from({ length }, nextSheet));
  const start = performance.now();
  await renderCertificates({ university: sampleUniversity, sheets });
  return performance.now() - start;
}

async function repeat(times: number, length: number): Promise<number[]> {
  const durations: number[] = [];
  for (let i = 0; i < times; i += 1) durations.push(await timeRun(length));
  return durations.sort((a, b) => a - b);
}

function percentile(sorted: number[], share: number): number {
  return Number(sorted[Math.ceil(sorted.length * share) - 1]!.toFixed(2));
}

await repeat(warmUps, 1);
const one = await repeat(singles, 1);
const hundred = await repeat(runs, runLength);
await closeRenderers();

console.log(
  JSON.stringify({
    benchmark: 'certificate',
    one: { p50Ms: percentile(one, 0.5), p95Ms: percentile(one, 0.95), budgetP50Ms: 25 },
    hundred: { pagesPerSecond: Math.round((runLength * 1000) / percentile(hundred, 0.5)), budget: 100 },
  }),
);

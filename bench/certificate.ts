/** Prints two figures: milliseconds for one certificate from a warm renderer, and pages a second for a run of 100. */
import { renderCertificates } from '#features/certificates/server/typst/render-certificates.ts';
import { sampleRun as common } from '#features/certificates/server/typst/sample-sheet.testing.ts';
import { closeRenderers } from '#platform/server/typst/render-document.ts';
import { percentile, printFigure } from './figures.ts';
import { sampleRun } from './sample-run.ts';

const warmUps = 10;
const singles = 200;
const runLength = 100;
const runs = 5;

async function timeRun(length: number): Promise<number> {
  const sheets = await sampleRun(length);
  const start = performance.now();
  await renderCertificates({ ...common, sheets });
  return performance.now() - start;
}

async function repeat(times: number, length: number): Promise<number[]> {
  const durations: number[] = [];
  for (let i = 0; i < times; i += 1) durations.push(await timeRun(length));
  return durations;
}

await repeat(warmUps, 1);
const one = await repeat(singles, 1);
const hundred = await repeat(runs, runLength);
await closeRenderers();

printFigure({
  benchmark: 'certificate',
  figure: 'One certificate from a warm renderer',
  measures: [
    { name: 'p50', value: percentile(one, 0.5), unit: 'ms', most: 25 },
    { name: 'p95', value: percentile(one, 0.95), unit: 'ms' },
  ],
});
printFigure({
  benchmark: 'certificate',
  figure: `A print file of ${runLength} certificates, one process`,
  measures: [
    {
      name: 'throughput',
      value: Math.round((runLength * 1000) / percentile(hundred, 0.5)),
      unit: 'pages/s',
      least: 100,
    },
  ],
});

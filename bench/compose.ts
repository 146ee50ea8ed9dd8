/** Prints what a long print run costs: pages a second of one renderer, and its memory by the length of the run. */
import { readdirSync, readFileSync } from 'node:fs';
import { renderCertificates } from '#features/certificates/server/typst/render-certificates.ts';
import { sampleRun as common } from '#features/certificates/server/typst/sample-sheet.testing.ts';
import { closeRenderers } from '#platform/server/typst/render-document.ts';
import { printFigure, rounded } from './figures.ts';
import { sampleRun } from './sample-run.ts';

const short = await compose(200);
const long = await compose(1_000);

printFigure({
  benchmark: 'compose',
  figure: 'A print run of 1,000 certificates, one process',
  measures: [
    { name: 'throughput', value: Math.round(long.pagesPerSecond), unit: 'pages/s', least: 100 },
    { name: 'longest wait for progress', value: rounded(long.longestStep), unit: 'ms', most: 1_000 },
  ],
});
printFigure({
  benchmark: 'compose',
  figure: 'Memory of the renderer, a run of 1,000 certificates against one of 200',
  measures: [
    { name: 'peak at 200', value: short.peakMb, unit: 'MB' },
    { name: 'peak at 1,000', value: long.peakMb, unit: 'MB' },
    // Five times as many sheets. A renderer fills its caches for some 1,000 sheets and stays as large from then on.
    { name: 'ratio', value: rounded(long.peakMb / short.peakMb), unit: '×', most: 1.5 },
  ],
});

/** A run in a renderer of its own, so that the peak is the run's own; the renderer is started beforehand. */
async function compose(length: number) {
  const sheets = await sampleRun(length);
  await renderCertificates({ ...common, sheets: await sampleRun(1) });
  const steps: number[] = [];
  const start = performance.now();
  let told = start;
  await renderCertificates({
    ...common,
    sheets,
    onProgress: () => {
      const now = performance.now();
      steps.push(now - told);
      told = now;
    },
  });
  const seconds = (performance.now() - start) / 1_000;
  const peakMb = peakOfChildren();
  await closeRenderers();
  return { pagesPerSecond: length / seconds, longestStep: Math.max(...steps), peakMb };
}

/** The most memory that any child of this process ever had; one at a time renders. Linux only. */
function peakOfChildren(): number {
  const children = readdirSync('/proc/self/task').flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  );
  const peaks = children.map((pid) =>
    /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')),
  );
  return Math.round(Math.max(...peaks.map((peak) => Number(peak?.[1] ?? 0))) / 1_024);
}

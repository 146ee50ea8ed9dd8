/** Prints what a change in the studio waits for: a box is moved, and the page is drawn again. */
import { designOf } from '#features/certificates/server/designs/designs.ts';
import { drawTemplate } from '#features/certificates/server/typst/draw-template.ts';
import { sampleSheet } from '#features/certificates/server/typst/sample-sheet.testing.ts';
import { closeRenderers } from '#platform/server/typst/render-document.ts';
import { percentile, printFigure } from './figures.ts';

const warmUps = 5;
const changes = 100;
const candidateName = 'Venkata Subrahmanya Satyanarayana Lakshminarasimha Ramachandrachar Krishnamurthy';
const sheet = await sampleSheet({ words: { candidateName } });

async function change(design: string, step: number): Promise<number> {
  const template = structuredClone(designOf(design));
  for (const box of template.boxes) box.x += (step % 8) / 2;
  const start = performance.now();
  const { png } = await drawTemplate({ template, crest: null, sheet, legend: 'Sample' });
  Buffer.from(png).toString('base64');
  return performance.now() - start;
}

for (const design of ['data_only', 'modern', 'ornamental']) {
  const durations: number[] = [];
  for (let step = -warmUps; step < changes; step += 1) {
    const duration = await change(design, Math.abs(step));
    if (step >= 0) durations.push(duration);
  }
  printFigure({
    benchmark: 'studio',
    figure: `Studio: a change of every box to its picture, ${design.replace('_', ' ')} design`,
    measures: [
      { name: 'p50', value: percentile(durations, 0.5), unit: 'ms' },
      { name: 'p95', value: percentile(durations, 0.95), unit: 'ms', most: 150 },
    ],
  });
}
await closeRenderers();

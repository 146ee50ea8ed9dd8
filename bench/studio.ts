/** Prints what a change in the studio waits for at the server: boxes are moved, and the page is drawn again. */
import { designOf } from '#features/certificates/server/designs/designs.ts';
import { drawTemplate } from '#features/certificates/server/typst/draw-template.ts';
import { sampleSheet } from '#features/certificates/server/typst/sample-sheet.testing.ts';
import { closeRenderers } from '#platform/server/typst/render-document.ts';
import { percentile, printFigure } from './figures.ts';

const warmUps = 5;
const changes = 100;
const candidateName = 'Venkata Subrahmanya Satyanarayana Lakshminarasimha Ramachandrachar Krishnamurthy';
const sheet = await sampleSheet({ words: { candidateName } });

/** Every step is another picture; nothing of what moves can be kept from an earlier one. */
async function change(design: string, { step, moves }: { step: number; moves: 'one' | 'all' }) {
  const template = structuredClone(designOf(design));
  const texts = template.boxes.filter(({ kind }) => kind === 'text');
  for (const box of moves === 'all' ? template.boxes : [texts[step % texts.length]!]) box.x += step / 10;
  const start = performance.now();
  const { png } = await drawTemplate({ template, crest: null, sheet, legend: 'Sample' });
  Buffer.from(png).toString('base64');
  return performance.now() - start;
}

const figures = { one: 'a box is moved', all: 'all boxes are moved at once' };

for (const design of ['data_only', 'modern', 'ornamental'])
  for (const moves of ['one', 'all'] as const) {
    const durations: number[] = [];
    for (let step = 1 - warmUps; step <= changes; step += 1) {
      const duration = await change(design, { step: Math.abs(step) + (step < 1 ? changes : 0), moves });
      if (step >= 1) durations.push(duration);
    }
    printFigure({
      benchmark: 'studio',
      figure: `Studio: from a change to its picture at the server, ${figures[moves]}, ${design.replace('_', ' ')} design`,
      measures: [
        { name: 'p50', value: percentile(durations, 0.5), unit: 'ms' },
        // What the browser does with it takes some thirty more.
        { name: 'p95', value: percentile(durations, 0.95), unit: 'ms', most: moves === 'one' ? 100 : 150 },
      ],
    });
  }
await closeRenderers();

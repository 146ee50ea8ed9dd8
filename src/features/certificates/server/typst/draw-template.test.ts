import sharp from 'sharp';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { longTest } from '#dev/testing/long-test.ts';
import { LimitedProcess } from '#platform/server/child-processes/limited-process.ts';
import { closeRenderers, drawPicture } from '#platform/server/typst/render-document.ts';
import type { TemplateContent } from '../../template.ts';
import { designOf } from '../designs/designs.ts';
import { certificateDocument } from './certificate-document.ts';
import { drawTemplate } from './draw-template.ts';
import { sampleRun, sampleSheet } from './sample-sheet.testing.ts';

const sheet = await sampleSheet({});
const { ask } = LimitedProcess.prototype;

afterEach(() => vi.restoreAllMocks());
afterAll(closeRenderers);

const pictureOf = async (template: TemplateContent) =>
  (await drawTemplate({ template, crest: null, sheet, legend: 'Sample' })).png;

/** The design for pre-printed paper, its names moved to the right; each step is another picture. */
function moved(step: number): TemplateContent {
  const content = structuredClone(designOf('data_only'));
  content.boxes[0]!.x += step / 2;
  return content;
}

/** Notes the process of each picture, in the order in which they were begun. */
function watchProcesses(
  then: (renderer: LimitedProcess, count: number) => void = () => {},
): LimitedProcess[] {
  const used: LimitedProcess[] = [];
  vi.spyOn(LimitedProcess.prototype, 'ask').mockImplementation(function (this: LimitedProcess, ...request) {
    const drawn = ask.call(this, ...request);
    then(this, used.push(this));
    return drawn as never;
  });
  return used;
}

test('what did not change is the same to the point, and what moved is gone from where it was', async () => {
  const before = await pictureOf(moved(0));
  await pictureOf(moved(40));
  expect(Buffer.compare(await pictureOf(moved(0)), before)).toBe(0);
  const differ = await differenceOf(before, await pictureOf(moved(40)));
  const { x, y, width, height } = designOf('data_only').boxes[0]!;
  const near = (side: number, millimetres: number) =>
    expect(Math.abs(side - (millimetres * 96) / 25.4)).toBeLessThan(40);
  near(differ.top, y);
  near(differ.bottom, y + height);
  expect(differ.left).toBeGreaterThan((x * 96) / 25.4);
  expect(differ.right).toBeLessThan(((x + 20 + width) * 96) / 25.4);
});

test('a sheet in layers is the sheet of one piece', async () => {
  const crest = await sharp('packs/vishwavidya/assets/crest.svg', { density: 100 }).png().toBuffer();
  const template = designOf('ornamental');
  const { png } = await drawTemplate({ template, crest, sheet, legend: 'Sample' });
  const run = { ...sampleRun, template, crest, sheets: [sheet] };
  const whole = certificateDocument({ ...run, proofMark: 'SAMPLE', proofLegend: 'Sample' });
  const [one, other] = await Promise.all(
    [png, (await drawPicture({ layers: [whole] })).png].map((picture) => sharp(picture).raw().toBuffer()),
  );
  const off = one!.reduce((most, value, at) => Math.max(most, Math.abs(value - other![at]!)), 0);
  expect(off).toBeLessThanOrEqual(8);
});

longTest('a picture comes though its process dies while it is drawn', async () => {
  const used = watchProcesses((renderer, count) => {
    if (count === 2) process.kill(renderer.pid!, 'SIGKILL');
  });
  const [first, last] = await Promise.all([pictureOf(moved(1)), pictureOf(moved(2))]);
  expect(used.map((renderer) => used.indexOf(renderer))).toEqual([0, 0, 2]);
  expect(Buffer.compare(first, last)).not.toBe(0);
});

test('whoever draws nothing but faults is not asked for ever', async () => {
  const used = watchProcesses((renderer) => process.kill(renderer.pid!, 'SIGKILL'));
  await expect(pictureOf(moved(3))).rejects.toMatchObject({ code: 'renderer_crashed' });
  expect(used).toHaveLength(2);
  vi.restoreAllMocks();
  expect((await pictureOf(moved(3))).length).toBeGreaterThan(0);
});

longTest('a process that grew large is replaced between two pictures', async () => {
  const used = watchProcesses();
  await pictureOf(moved(4));
  vi.spyOn(used[0]!, 'residentMb').mockResolvedValue(800);
  await pictureOf(moved(5));
  await pictureOf(moved(6));
  expect(used.map((renderer) => used.indexOf(renderer))).toEqual([0, 0, 2]);
  expect(used[0]!.usable).toBe(false);
});

/** The smallest rectangle outside of which two pictures are the same, in points of the screen. */
async function differenceOf(one: Uint8Array, other: Uint8Array) {
  const [a, b] = await Promise.all(
    [one, other].map((png) => sharp(png).raw().toBuffer({ resolveWithObject: true })),
  );
  const { width, channels } = a!.info;
  const found = { left: Number.POSITIVE_INFINITY, top: Number.POSITIVE_INFINITY, right: 0, bottom: 0 };
  for (let at = 0; at < a!.data.length; at += 1) {
    if (a!.data[at] === b!.data[at]) continue;
    const [x, y] = [Math.floor(at / channels) % width, Math.floor(at / channels / width)];
    found.left = Math.min(found.left, x);
    found.right = Math.max(found.right, x + 1);
    found.top = Math.min(found.top, y);
    found.bottom = Math.max(found.bottom, y + 1);
  }
  return found;
}

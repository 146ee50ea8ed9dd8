import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page as Tab } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../harness/browser.ts';
import { borrowOrStart } from '../harness/desks.ts';
import { between, pick } from '../harness/random.ts';
import { type Design, designs } from './a-designs.ts';
import { partImage } from './a-judges.ts';
import { hardNames, type Native } from './a-native-names.ts';
import { type Page, type Piece, pagesOf } from './a-places.ts';
import { type Office, printSheets } from './a-sheets.ts';

// The issue, done when 2: "golden images of forty hard names against Chromium's shaping." The golden image is made at the time of the
// test: Chromium draws the name with the same font file, and the two pictures are laid over each other. Which font the sheet has is
// read from the PDF; its file is looked for among the packages of fonts.

let office: Office;
let browser: Browser;
let tab: Tab;
type Run = { design: Design; pdf: Buffer; pages: Page[] };
let printed: Run[] | undefined;

beforeAll(async () => {
  office = await borrowOrStart();
  browser = await openBrowser({ slowMo: 0 });
  tab = await browser.newPage({ viewport: { width: 2_400, height: 400 } });
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await office?.portal.remove();
});

/** All forty on the first design; on the others too, because each may have other fonts. */
async function runs(): Promise<Run[]> {
  if (!printed) {
    const made: Run[] = [];
    for (const design of await designs(office)) {
      const candidates = hardNames.map(({ name }) => ({
        candidateName: plainName(),
        candidateNameNative: name,
      }));
      const { pdf, sheets } = await printSheets(office, design.type, candidates);
      const pages = await pagesOf(pdf);
      made.push({
        design,
        pdf,
        pages: sheets.map(({ native }) => pages[hardNames.findIndex(({ name }) => name === native)]!),
      });
      expect(
        sheets.map(({ native }) => native),
        'the run prints them in the order of their numbers',
      ).toEqual(hardNames.map(({ name }) => name));
    }
    printed = made;
  }
  return printed;
}

/** A Latin name without strokes below its line, so that none of them lies over the native name. */
function plainName(): string {
  const word = () =>
    pick(['Am', 'An', 'Em', 'Ne', 'Ra', 'Su', 'Ve']) +
    Array.from({ length: between(2, 5) }, () => pick([...'aeimnorsuv'])).join('');
  return `${word()} ${word()}`;
}

const scripts = { kannada: /[\u0c80-\u0cff]/, devanagari: /[\u0900-\u097f]/ };

/** The pieces of the line of the native name: of all lines in its script the one nearest to the Latin name's size. */
function lineOf({ pieces }: Page, { script }: Native): Piece[] {
  const own = pieces.filter(({ text }) => scripts[script].test(text));
  const largest = Math.max(...own.map(({ size }) => size));
  const [first] = own.filter(({ size }) => size > largest - 0.1);
  if (!first) throw new Error('No piece of text in the script of the native name.');
  // A reph or a sign that has a place of its own may be a piece of its own.
  return pieces.filter(
    ({ baseline, size }) =>
      Math.abs(baseline - first.baseline) < size * 0.6 && Math.abs(size - first.size) < 0.1,
  );
}

/** Ink from 1.05 em above the baseline to 0.6 em below, 100 pixels an em, 20 pixels before the first letter. */
type Ink = { data: boolean[]; width: number };

const em = 100;
const above = 105;
const height = 165;
const before = 20;

async function inkOf(picture: Buffer): Promise<Ink> {
  const { data, info } = await sharp(picture)
    .flatten({ background: 'white' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: Array.from(data, (value) => value < 140), width: info.width };
}

/** Every pixel that has ink within a few pixels of it. */
function near({ data, width }: Ink, reach = 3): boolean[] {
  const across = data.map((_, at) => {
    for (let step = -reach; step <= reach; step += 1)
      if (Math.floor((at + step) / width) === Math.floor(at / width) && data[at + step]) return true;
    return false;
  });
  return across.map((_, at) => {
    for (let step = -reach; step <= reach; step += 1) if (across[at + step * width]) return true;
    return false;
  });
}

/** Without what reaches in from the lines above and below, a capital's swash for one. */
function withoutNeighbours(one: Ink): Ink {
  const data = [...one.data];
  const rows = data.length / one.width;
  const open = Array.from({ length: one.width }, (_, x) => [x, (rows - 1) * one.width + x])
    .flat()
    .filter((at) => data[at]);
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (!data[at]) continue;
    data[at] = false;
    for (const next of [at - 1, at + 1, at - one.width, at + one.width]) if (data[next]) open.push(next);
  }
  return { ...one, data };
}

/** How many pixels of ink either has where the other has none nearby, laid over each other as well as they go. */
function unlike(sheet: Ink, golden: Ink): number {
  const [a, b] = [withoutNeighbours(sheet), golden];
  const [nearA, nearB] = [near(a), near(b)];
  let least = Number.POSITIVE_INFINITY;
  for (const dx of [0, -2, 2, -4, 4])
    for (const dy of [0, -2, 2]) {
      let count = 0;
      for (let y = 6; y < height - 6; y += 1)
        for (let x = 6; x < Math.min(a.width, b.width) - 6; x += 1) {
          const [at, other] = [y * a.width + x, (y + dy) * b.width + x + dx];
          if ((a.data[at] && !nearB[other]) || (b.data[other] && !nearA[at])) count += 1;
        }
      least = Math.min(least, count);
      if (least <= limit) return least;
    }
  return least;
}

/** The name as Chromium draws it with a font file. */
async function drawn(name: string, font: string): Promise<Ink & { advance: number }> {
  const bytes = readFileSync(fontFile(font)).toString('base64');
  await tab.setContent(
    `<style>@font-face{font-family:own;src:url(data:font/ttf;base64,${bytes})} p{font:${em}px own;margin:${above + 40}px 60px;white-space:nowrap} i{display:inline-block}</style><p><i></i><span>${name}</span></p>`,
  );
  await tab.evaluate('document.fonts.ready.then(() => document.fonts.size)');
  expect(await tab.evaluate(`document.fonts.check('${em}px own')`), `Chromium takes the font ${font}`).toBe(
    true,
  );
  const place = (await tab.evaluate(
    "(() => { const box = document.querySelector('span').getBoundingClientRect(); return { x: box.left, width: box.width, baseline: document.querySelector('i').getBoundingClientRect().bottom }; })()",
  )) as { x: number; width: number; baseline: number };
  const clip = {
    x: place.x - before,
    y: place.baseline - above,
    width: Math.ceil(place.width) + 2 * before,
    height,
  };
  return { ...(await inkOf(await tab.screenshot({ clip }))), advance: place.width };
}

/** NotoSansKannada-SemiBold → @expo-google-fonts/noto-sans-kannada/600SemiBold/NotoSansKannada_600SemiBold.ttf. */
function fontFile(font: string): string {
  const { resolve } = createRequire(import.meta.url);
  const [family = '', weight = 'Regular'] = font.split('-');
  const folder = family.replaceAll(/([a-z])([A-Z])/g, '$1-$2').toLowerCase();
  const weights = [
    '100Thin',
    '200ExtraLight',
    '300Light',
    '400Regular',
    '500Medium',
    '600SemiBold',
    '700Bold',
    '800ExtraBold',
    '900Black',
  ];
  const style = weights.find((one) => one.replace(/^\d+/, '').toLowerCase() === weight.toLowerCase());
  const file = `@expo-google-fonts/${folder}/${style}/${family}_${style}.ttf`;
  try {
    return resolve(file);
  } catch {
    throw new Error(`The sheet's font ${font} is not found as ${file}: adapt fontFile to where it is.`);
  }
}

/** The name as the sheet has it, at the same 100 pixels an em, so wide as the golden one. */
async function cutOut(
  pdf: Buffer,
  page: number,
  line: Piece[],
  advance: number,
  pageHeight: number,
): Promise<Ink> {
  const { size, baseline } = line[0]!;
  const scale = em / size;
  const left = Math.min(...line.map(({ x }) => x));
  const part = {
    left: left * scale - before,
    top: (pageHeight - baseline) * scale - above,
    width: Math.ceil(advance) + 2 * before,
    height,
  };
  return inkOf(partImage(pdf, page, scale * 72, part));
}

describe('2 shaping', { timeout: 900_000 }, () => {
  test('2 golden images: forty hard names are shaped on every design as Chromium shapes them', async () => {
    expect(hardNames).toHaveLength(40);
    const faults: string[] = [];
    for (const { design, pdf, pages } of await runs())
      for (const [index, { name, script }] of hardNames.entries()) {
        const page = pages[index]!;
        const line = lineOf(page, hardNames[index]!);
        const { font } = line.find(({ text }) => scripts[script].test(text))!;
        const golden = await drawn(name, font);
        const count = unlike(await cutOut(pdf, index + 1, line, golden.advance, page.height), golden);
        if (count > limit) faults.push(`${design.name}: ${name} (${font}): ${count} pixels of ink differ`);
      }
    expect(faults).toEqual([]);
  });

  test('2 the judge sees wrong shapes: without conjuncts, without marks in their places, or another name', async () => {
    const font = 'NotoSerifDevanagari-Medium';
    for (const name of ['कर्नाटक कुलकर्णी', 'ज्ञानेश्वर क्षत्रिय']) {
      const right = await drawn(name, font);
      expect(unlike(right, await drawn(name, font)), 'the same').toBe(0);
      for (const [what, wrong] of Object.entries({
        'no conjuncts': name.replaceAll('्', '्\u200c'),
        'another vowel': name.replace('क', 'की'),
        'a mark lost': name.replaceAll('र्', '').replace('े', ''),
      }))
        expect(unlike(right, await drawn(wrong, font)), `${what}: ${wrong}`).toBeGreaterThan(limit * 1.5);
    }
  });
});

/** Of some 10,000 pixels of ink. Two rasterisers differ by a pixel along the edges; a lost reph has more than three hundred. */
const limit = 150;

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../harness/browser.ts';
import { borrowOrStart } from '../harness/desks.ts';
import { pick } from '../harness/random.ts';
import { type Design, designs } from './a-designs.ts';
import { type Code, greyOf, pageImage, tilted, zbar, zxing } from './a-judges.ts';
import { nativeName } from './a-native-names.ts';
import { linesOf, overlap, pagesOf } from './a-places.ts';
import { type Office, type Printed, printSheets } from './a-sheets.ts';
import { groups } from './a-text.ts';

// The issue, done when 2: "The QR of every design, rendered at 150 dpi in greyscale and rotated by 3°, is read by two independent
// readers." Build: "QR and code in their own corner (and /verify's instructions match the sheet)"; Why: "a QR code placed over the
// rosette". The two readers are zbar (C) and zxing-wasm (zxing-cpp): nothing of the one is in the other.

let office: Office;
let browser: Browser | undefined;
const printed: { design: Design; run: Printed }[] = [];

beforeAll(async () => {
  office = await borrowOrStart();
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await office?.portal.remove();
});

async function runs(): Promise<typeof printed> {
  if (!printed.length)
    for (const design of await designs(office))
      printed.push({
        design,
        run: await printSheets(office, design.type, [{}, { candidateNameNative: nativeName().name }]),
      });
  return printed;
}

/** Where the QR stands on the page, 0…1 from the upper left corner. */
async function placeOf(
  { pdf }: Printed,
  page = 1,
): Promise<{ code: Code; x: number; y: number; width: number; height: number }> {
  const picture = pageImage(pdf, page, 200);
  const { width, height } = await greyOf(picture);
  const [code] = await zxing(picture);
  if (!code) throw new Error('No QR code is read of the page at 200 dpi.');
  const [xs, ys] = [code.corners.map(({ x }) => x / width), code.corners.map(({ y }) => y / height)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { code, x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

const cornerOf = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) => ({
  down: y + height / 2 < 1 / 3 ? 'top' : y + height / 2 > 2 / 3 ? 'bottom' : 'middle',
  across: x + width / 2 < 1 / 3 ? 'left' : x + width / 2 > 2 / 3 ? 'right' : 'middle',
});

describe('2 QR', { timeout: 300_000 }, () => {
  test('2 the QR of every design at 150 dpi in greyscale, rotated by 3°, is read by two independent readers', async () => {
    for (const { design, run } of await runs())
      for (const { page, number, code } of run.sheets)
        for (const degrees of [3, -3]) {
          const picture = await tilted(pageImage(run.pdf, page, 150), degrees);
          const read = { zbar: zbar(picture), zxing: (await zxing(picture)).map(({ text }) => text) };
          for (const [reader, texts] of Object.entries(read)) {
            expect(texts, `${design.name}, ${reader} at ${degrees}°`).toHaveLength(1);
            const address = new URL(texts[0]!);
            expect(address.pathname, 'the public page').toBe('/verify');
            const said = decodeURIComponent(address.search + address.hash);
            expect(said, `${design.name}, ${reader}: the number`).toContain(number);
            expect(said.replaceAll('-', ''), `${design.name}, ${reader}: the code`).toContain(
              code.replaceAll('-', ''),
            );
          }
        }
  });

  test('2 the judges see a code that is not there, or another one: a sheet without its QR is not read', async () => {
    const blank = await tilted(
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"/>'),
      3,
    );
    expect(zbar(blank)).toEqual([]);
    expect(await zxing(blank)).toEqual([]);
  });

  // Build: "QR and code in their own corner". Four modules of quiet around it (ISO/IEC 18004) are paper, without any line of ornament.
  test('Build the QR stands in a corner of its own, with its quiet zone empty on every design', async () => {
    for (const { design, run } of await runs()) {
      const place = await placeOf(run);
      const { down, across } = cornerOf(place);
      expect(`${down} ${across}`, `${design.name}: where the QR stands`).toMatch(
        /^(top|bottom) (left|right)$/,
      );
      const { data, width, height } = await greyOf(pageImage(run.pdf, 1, 300));
      // A QR of this address has 29 to 45 modules a side.
      const module = (place.width * width) / 33;
      const [left, right] = [place.x * width - 3 * module, (place.x + place.width) * width + 3 * module];
      const [top, bottom] = [place.y * height - 3 * module, (place.y + place.height) * height + 3 * module];
      let inked = 0;
      for (let y = Math.round(top); y < bottom; y += 1)
        for (let x = Math.round(left); x < right; x += 1) {
          const isCode =
            x > place.x * width - 0.6 * module &&
            x < (place.x + place.width) * width + 0.6 * module &&
            y > place.y * height - 0.6 * module &&
            y < (place.y + place.height) * height + 0.6 * module;
          if (!isCode && data[y * width + x]! < 200) inked += 1;
        }
      expect(inked, `${design.name}: inked pixels in the quiet zone`).toBe(0);
    }
  });

  test('Build number, code and QR stand together, and nothing lies over the QR', async () => {
    for (const { design, run } of await runs()) {
      const place = await placeOf(run);
      const [page] = await pagesOf(run.pdf, 1, 1);
      const box = {
        x: place.x * page!.width,
        y: (1 - place.y - place.height) * page!.height,
        width: place.width * page!.width,
        height: place.height * page!.height,
      };
      const lines = linesOf(page!.pieces);
      for (const line of lines) {
        const { width, height } = overlap(line, box);
        expect(Math.min(width, height), `${design.name}: '${line.text}' over the QR`).toBeLessThan(0.5);
      }
      const code = lines.find(({ text }) => groups(run.sheets[0]!.code).test(text));
      expect(code, `${design.name}: the line with the code ${run.sheets[0]!.code}`).toBeDefined();
      // Beside, above or below: at most 25 mm from edge to edge.
      const [dx, dy] = [
        Math.max(0, box.x - (code!.x + code!.width), code!.x - (box.x + box.width)),
        Math.max(0, box.y - (code!.y + code!.height), code!.y - (box.y + box.height)),
      ];
      expect(Math.hypot(dx, dy), `${design.name}: from the code to the QR, in points`).toBeLessThan(
        (25 / 25.4) * 72,
      );
    }
  });

  // Open: the sentence. It is whatever /verify says of corner, side, top, bottom, left, right, under, beside, in English.
  test("Build /verify's instructions match the sheet: what they say of number, code and QR is so on every design", async () => {
    browser ??= await openBrowser({ slowMo: 0 });
    const page = await browser.newPage({ baseURL: office.portal.url });
    await page.goto('/verify');
    await page.getByRole('button', { name: 'Verify', exact: true }).waitFor();
    const said = (await page.locator('main').getByText(/QR/).allTextContents()).join(' ');
    const sentence = said
      .split(/(?<=[.!?])\s/)
      .filter((one) => /QR/.test(one))
      .join(' ');
    expect(sentence, `no sentence about the QR code on /verify: ${said}`).not.toBe('');
    const words = [...sentence.matchAll(/\b(top|upper|bottom|lower|left|right)\b/gi)].map(([word]) =>
      word.toLowerCase().replace('upper', 'top').replace('lower', 'bottom'),
    );
    for (const { design, run } of await runs()) {
      const place = await placeOf(run);
      const { down, across } = cornerOf(place);
      for (const word of words)
        expect([down, across], `${design.name}: '${word}' in '${sentence}'`).toContain(word);
      // "the two numbers that are printed beside the QR code": then they are, both of them.
      const [first] = await pagesOf(run.pdf, 1, 1);
      const { number, code } = run.sheets[0]!;
      for (const like of [new RegExp(number.replaceAll(/[/-]/g, '\\$&')), groups(code)]) {
        const lines = linesOf(first!.pieces).filter(({ text }) => like.test(text));
        expect(lines.length, `${design.name}: lines with ${like.source}`).toBeGreaterThan(0);
        if (!/beside|near|next to|under|below|above|with the QR/i.test(sentence)) continue;
        // The number stands at the head of the sheet, too: one of them is beside the code.
        const away = lines.map((line) => {
          const across = (line.x + line.width / 2) / first!.width - (place.x + place.width / 2);
          const down = 1 - line.baseline / first!.height - (place.y + place.height / 2);
          return Math.max(Math.abs(across), Math.abs(down));
        });
        expect(
          Math.min(...away),
          `${design.name}: ${like.source} is not beside the QR, as '${sentence}'`,
        ).toBeLessThan(0.25);
      }
    }
  });

  test('Build a stranger who types number and code of a sheet as they are printed gets an answer about this sheet', async () => {
    const { run } = pick(await runs());
    const [page] = await pagesOf(run.pdf, 1, 1);
    const { number, code } = run.sheets[0]!;
    const typed = groups(code).exec(
      linesOf(page!.pieces)
        .map(({ text }) => text)
        .join('\n'),
    )?.[0];
    expect(typed, `the code ${code} on the sheet`).toBeDefined();
    const answer = await fetch(
      `${office.portal.url}/api/verify?number=${encodeURIComponent(number)}&code=${encodeURIComponent(typed!)}`,
    );
    expect(answer.status).toBe(200);
    // Its run is still open: nobody has said yet that the sheet is good. But it is known.
    expect(((await answer.json()) as { verdict: string }).verdict).not.toMatch(/unknown/);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { borrowOrStart } from '../harness/desks.ts';
import { fillPath, operationsOf } from '../harness/openapi.ts';
import type { Json } from '../harness/people.ts';
import { between } from '../harness/random.ts';
import { demand } from '../set-up/a-names.ts';
import { type Design, designs } from './a-designs.ts';
import { copied, greyOf, pageImage, pdfjsText } from './a-judges.ts';
import { type Box, holds, linesOf, type Page, pagesOf } from './a-places.ts';
import { bytesOf, type Office, printSheets } from './a-sheets.ts';
import { groups } from './a-text.ts';

// The issue, Build: "Calibration sheet with a 100 mm bar, a second corner to show skew, and the outlines of the sheet's own fields."
// UX.md: "x/y offset in mm per printer with a calibration sheet". Open: what the sheet asks for beside the printer: where it takes a
// template, a design or a certificate type, that of the design is given; a sheet with several pages names on each the types it is for.

let office: Office;
let printerId: string;

beforeAll(async () => {
  office = await borrowOrStart();
  printerId = (await office.desks.printer.get('/api/printers')).body.rows[0].id;
}, 240_000);
afterAll(() => office?.portal.remove());

/** The calibration sheet of the printer for a design. */
async function calibration(design?: Design): Promise<Buffer> {
  const operation = demand(
    (await operationsOf(office.portal)).find(
      ({ method, path }) => method === 'GET' && /calibration/.test(path),
    ),
    'no GET …calibration… in /api/openapi.json',
  );
  const path = fillPath(operation, ({ name, in: place }: Json) =>
    place === 'path' && /^(id|printer)/i.test(name) ? printerId : '',
  );
  const words = operation.parameters
    .filter((one) => one.in === 'query' && design && /type|template|design|layout/i.test(one.name))
    .map(
      (one) =>
        `${one.name}=${encodeURIComponent(/type/i.test(one.name) ? design!.type : (design!.template.id ?? design!.name))}`,
    );
  return bytesOf(office, `${path.split('?')[0]}${words.length ? `?${words.join('&')}` : ''}`);
}

/** The page of the calibration sheet for a design: it has one for each template, which names its certificate types. */
async function outlinesOf(design: Design): Promise<Page> {
  const pdf = await calibration(design);
  const at = (await pdfjsText(pdf)).findIndex((text) => text.includes(design.type));
  expect(at, `a page of the calibration sheet for '${design.type}' (${design.name})`).toBeGreaterThan(-1);
  const [page] = await pagesOf(pdf, at + 1, at + 1);
  return page!;
}

describe('Build: calibration sheet', { timeout: 240_000 }, () => {
  test('Build a bar of 100 mm, to a quarter of a millimetre, and the sheet says so', async () => {
    const pdf = await calibration();
    expect((await pdfjsText(pdf)).join(' '), 'the length beside the bar').toMatch(/\b100\s?mm\b/);
    const runs = await allRuns(pdf);
    expect(
      runs.some((length) => Math.abs(length - 100) <= 0.25),
      `a dark bar of 100 mm among runs of ${runs.map((one) => one.toFixed(2)).join(', ')} mm`,
    ).toBe(true);
  });

  test('Build a second corner shows skew: scales in two corners, and a sentence on what their difference says', async () => {
    const pdf = await calibration();
    const [page] = await pagesOf(pdf, 1, 1);
    const corners = new Set(scaleCorners(page!));
    expect([...corners], 'corners with a scale from −10 to 10').toHaveLength(Math.max(2, corners.size));
    const said = copied((await pdfjsText(pdf)).join(' '));
    expect(said, 'what a turned sheet looks like').toMatch(/skew|straight|turned|crooked|angle|tilt/i);
    expect(said, 'the second corner in the instructions').toMatch(
      /second|other|opposite|both|right|lower|bottom/i,
    );
  });

  test("Build the outlines of the sheet's own fields: what a sheet of this printer prints lies within them, for every design", async () => {
    for (const design of await designs(office)) {
      const outlines = await outlinesOf(design);
      const run = await printSheets(office, design.type, [{}]);
      const [page] = await pagesOf(run.pdf, 1, 1);
      expect(
        [outlines.width, outlines.height].map(Math.round),
        `${design.name}: the calibration sheet lies as the sheet does`,
      ).toEqual([page!.width, page!.height].map(Math.round));
      const offset = await offsetBetween(run.runId);
      const sheet = run.sheets[0]!;
      const lines = linesOf(page!.pieces);
      const fields: [string, Box | undefined][] = [
        ['name', lines.find(({ text }) => text.includes(sheet.name))],
        ['number', lines.find(({ text }) => text.includes(sheet.number))],
        ['code', lines.find(({ text }) => groups(sheet.code).test(text))],
        ['photo', page!.images.find(({ width, height }) => Math.abs(width / height - 35 / 45) < 0.03)],
      ];
      for (const [what, box] of fields) {
        expect(box, `${design.name}: the ${what} on the sheet`).toBeDefined();
        const moved = { ...box!, x: box!.x + offset.x, y: box!.y + offset.y };
        const outline = outlines.drawn.find(
          (one) => holds(one, moved, 3) && one.width * one.height < page!.width * page!.height * 0.4,
        );
        expect(
          outline,
          `${design.name}: an outline around the ${what} at ${JSON.stringify(moved)}`,
        ).toBeDefined();
      }
    }
  });

  test('Build what a printer is set to moves its calibration sheet: 100 mm stay 100 mm', async () => {
    const before = await allRuns(await calibration());
    const { body } = await office.desks.admin.get('/api/printers');
    const printer = body.rows.find(({ id }: Json) => id === printerId);
    const { code, name, version } = printer;
    await office.desks.admin.act('PUT', `/api/printers/${printerId}`, {
      code,
      name,
      version,
      xMm: between(-30, 30) / 10,
      yMm: between(-30, 30) / 10,
    });
    const after = await allRuns(await calibration());
    for (const runs of [before, after])
      expect(
        runs.some((length) => Math.abs(length - 100) <= 0.25),
        runs.join(', '),
      ).toBe(true);
  });
});

const allRuns = async (pdf: Uint8Array) => [
  ...(await darkRuns(pdf, 'across')),
  ...(await darkRuns(pdf, 'down')),
];

/** Lengths in millimetres of unbroken dark runs of 60 mm and more, row by row or column by column. */
async function darkRuns(pdf: Uint8Array, direction: 'across' | 'down'): Promise<number[]> {
  const dpi = 600;
  const { data, width, height } = await greyOf(pageImage(pdf, 1, dpi));
  const found = new Set<number>();
  const [lines, length] = direction === 'across' ? [height, width] : [width, height];
  for (let line = 0; line < lines; line += 1) {
    let run = 0;
    for (let at = 0; at <= length; at += 1) {
      const index = direction === 'across' ? line * width + at : at * width + line;
      if (at < length && data[index]! < 128) run += 1;
      else {
        if (run > (60 / 25.4) * dpi) found.add(run);
        run = 0;
      }
    }
  }
  return [...found].map((pixels) => (pixels / dpi) * 25.4);
}

/** Quarters of the page in which the numbers −10, −5, 0, 5, 10 of a scale stand. */
function scaleCorners({ width, height, pieces }: Page): string[] {
  const numbers = pieces.flatMap((piece) =>
    piece.text
      .split(/\s+/)
      .filter((word) => /^[−-]?(0|5|10)$/.test(word))
      .map((word) => ({ ...piece, text: word.replace('−', '-') })),
  );
  const quarters = Map.groupBy(
    numbers,
    ({ x, y }) => `${y > height / 2 ? 'top' : 'bottom'} ${x < width / 2 ? 'left' : 'right'}`,
  );
  return [...quarters]
    .filter(([, own]) =>
      ['-10', '-5', '0', '5', '10'].every((number) => own.some(({ text }) => text === number)),
    )
    .map(([quarter]) => quarter);
}

/** From the run's offset to the printer's present one, in points. */
async function offsetBetween(runId: string): Promise<{ x: number; y: number }> {
  const [row] = await office.portal.sql(
    'select p.x_offset_mm - r.x_offset_mm as x, r.y_offset_mm - p.y_offset_mm as y from print_runs r, printers p where r.id = $1 and p.id = $2',
    [runId, printerId],
  );
  return { x: (Number(row!.x) / 25.4) * 72, y: (Number(row!.y) / 25.4) * 72 };
}

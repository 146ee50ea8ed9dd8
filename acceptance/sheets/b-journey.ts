import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { openPage } from '../harness/browser.ts';
import { settle } from '../harness/list-page.ts';
import type { Json } from '../harness/people.ts';
import { eventually } from '../harness/portal.ts';
import { between, shuffled } from '../harness/random.ts';
import { composed, versionOf } from '../harness/records.ts';
import { demand } from '../set-up/a-names.ts';
import { prepareRun } from '../set-up/c-office.ts';
import { applyVerified, type Convened } from './b-convene.ts';
import { documentOf } from './b-find.ts';
import { pixelsOf, plain, rasterOf, shareOf, textOf, wordsOf } from './b-pdf.ts';
import {
  type Box,
  type By,
  control,
  numbersOf,
  offeredFields,
  openStudio,
  placeByKeys,
  placeByMouse,
  placedField,
  press,
  say,
  scanColour,
  sheetOf,
  tabTo,
} from './b-studio.ts';

const isName = (field: string) =>
  /candidate|student/i.test(field) && !/native|kannada|devanagari|photo/i.test(field);

/** Twelve fields, the candidate's name among them, each with a place of its own. */
function places(offered: string[], widthMm: number, heightMm: number): Map<string, Box> {
  expect(offered.length, `fields that can be placed: ${offered.join(', ')}`).toBeGreaterThanOrEqual(12);
  const name = demand(offered.find(isName), `no field for the candidate's name among ${offered.join(', ')}`);
  const twelve = [name, ...shuffled(offered.filter((one) => one !== name)).slice(0, 11)];
  const columns = widthMm > heightMm ? 4 : 3;
  const boxes = new Map(
    shuffled(twelve).map((field, index) => {
      const [cellWidth, cellHeight] = [widthMm / columns, heightMm / (12 / columns)];
      const box = {
        left: Math.round((index % columns) * cellWidth + between(3, 9)),
        top: Math.round(Math.floor(index / columns) * cellHeight + between(4, 12)),
        width: Math.round(cellWidth - 16),
        height: between(14, 18),
      };
      return [field, box] as const;
    }),
  );
  // Placed first it begins as a new text, which may shrink further than the one that the design has for it.
  return new Map([[name, boxes.get(name)!], ...boxes]);
}

/** "A journey puts a scan under the studio, places twelve fields …, proves with the longest names and brings the version into force." */
export async function drawTemplate(browser: Browser, convened: Convened, by: By): Promise<Map<string, Box>> {
  const { portal, desks } = convened.office;
  const page = await openPage(browser, portal, desks.admin, '/admin/dashboard');
  const name = await openStudio(page, by, convened.type);
  const sheet = await sheetOf(page);
  // It may be dimmed, so that fields stand out, and comes once it is uploaded.
  await eventually(async () => shareOf(await pixelsOf(await sheet.at.screenshot()), scanColour, 130) > 0.3, {
    within: 10_000,
    what: 'the scan on three tenths of the sheet on the screen',
  });

  const wanted = places(await offeredFields(page), sheet.widthMm, sheet.heightMm);
  const placed = new Map<string, Box>();
  for (const [field, box] of wanted) {
    const found = await (by === 'mouse' ? placeByMouse : placeByKeys)(page, field, box);
    // What is dragged may snap; what is typed stands where it was typed.
    const tolerance = by === 'mouse' ? 2 : 0.05;
    expect(
      Math.abs(found.left - box.left),
      `${field}: ${found.left} mm from the left, wanted ${box.left}`,
    ).toBeLessThanOrEqual(tolerance);
    expect(
      Math.abs(found.top - box.top),
      `${field}: ${found.top} mm from the top, wanted ${box.top}`,
    ).toBeLessThanOrEqual(tolerance);
    placed.set(field, found);
  }
  if (by === 'keyboard')
    await expectArrows(page, demand([...placed.keys()].find(isName), 'the name was placed'));
  await press(page, by, await control(page, say.save, 'way to save'), 'saving');
  await expectKept(page, placed);
  await expectNamed(page, by, placed);
  await prove(page, by, convened, name);
  await bringIntoForce(page, by);
  return placed;
}

/** "by mouse, keys and numbers": an arrow moves the chosen field by a millimetre or less, its opposite brings it back. */
async function expectArrows(page: Page, field: string): Promise<void> {
  const sheet = await sheetOf(page);
  const placed = placedField(sheet, field);
  await press(page, 'keyboard', placed, `${field} on the sheet`);
  const before = await numbersOf(page);
  await page.keyboard.press('ArrowRight');
  const moved = await eventually(
    async () => {
      const now = await numbersOf(page);
      return now.left !== before.left ? now : undefined;
    },
    { within: 3_000, what: `${field} moved by the right arrow` },
  );
  expect(moved.left - before.left, 'mm to the right').toBeGreaterThan(0);
  expect(moved.left - before.left, 'mm to the right').toBeLessThanOrEqual(5);
  expect(moved.top).toBe(before.top);
  await page.keyboard.press('ArrowLeft');
  await eventually(async () => (await numbersOf(page)).left === before.left, {
    within: 3_000,
    what: `${field} brought back by the left arrow`,
  });
}

/** Reloaded, every field stands where it was put. */
async function expectKept(page: Page, placed: Map<string, Box>): Promise<void> {
  await settle(page);
  await page.reload();
  const sheet = await sheetOf(page);
  for (const [field, box] of placed) {
    const at = placedField(sheet, field);
    await at.waitFor();
    const pixels = demand(await at.boundingBox(), `${field} is not on the sheet after a reload`);
    const left = (pixels.x - sheet.left) / sheet.pixelsPerMm;
    const top = (pixels.y - sheet.top) / sheet.pixelsPerMm;
    expect(Math.abs(left - box.left), `${field} after a reload, mm from the left: ${left}`).toBeLessThan(1.5);
    expect(Math.abs(top - box.top), `${field} after a reload, mm from the top: ${top}`).toBeLessThan(1.5);
  }
}

/** "every text that shrinks, wraps or leaves its box is named": a name in a box of 12 mm. */
async function expectNamed(page: Page, by: By, placed: Map<string, Box>): Promise<void> {
  const name = [...placed.keys()].find(isName)!;
  const sheet = await sheetOf(page);
  const field = placedField(sheet, name);
  await press(page, by, field, `${name} on the sheet`);
  const width = page.getByRole('main').getByLabel(say.width).filter({ visible: true }).first();
  const set = async (value: number) => {
    if (by === 'mouse') await width.click();
    else await tabTo(page, width, 'the width');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(String(value));
    await page.keyboard.press('Tab');
  };
  await set(12);
  const word = name.replace(/^(add|place|insert)\s+/i, '').toLowerCase();
  await eventually(
    async () => {
      // biome-ignore lint/performance/useDomNodeTextContent: lines stay apart
      const lines = ((await page.getByRole('main').first().innerText()) ?? '').split('\n');
      return lines.some(
        (line, at) =>
          say.tooLong.test(line) &&
          [lines[at - 1], line, lines[at + 1]].join(' ').toLowerCase().includes(word),
      );
    },
    {
      within: 8_000,
      what: `a sentence that names ${name}, which cannot stand in 12 mm, with a word like ${say.tooLong}`,
    },
  );
  await set(placed.get(name)!.width);
  // As it was saved: then there may be nothing to save, which a disabled button says.
  const save = await control(page, say.save, 'way to save');
  if ((await save.getAttribute('aria-disabled')) !== 'true') await press(page, by, save, 'saving');
}

/** The proof shows the longest names of the database; a second person signs it off. */
async function prove(page: Page, by: By, convened: Convened, name: string): Promise<void> {
  const { portal, desks } = convened.office;
  const before = (await portal.sql('select id from proofs')).map(({ id }) => id);
  await press(page, by, await control(page, say.proof, `way to a proof of ${name}`), 'the proof');
  const [proof] = await eventually(
    async () => {
      const rows = (await desks.otherAdmin.get('/api/proofs')).body.rows.filter(
        ({ id }: Json) => !before.includes(id),
      );
      return rows.length ? rows : undefined;
    },
    { within: 30_000, what: 'the proof of the new version' },
  );
  const text = textOf(await documentOf(portal, desks.otherAdmin, `/api/proofs/${proof.id}/document`));
  const [longest] = await portal.sql(
    'select candidate_name as name from applications where certificate_type = $1 order by length(candidate_name) desc limit 1',
    [convened.type],
  );
  expect(text.replaceAll(' ', ''), 'the longest name of the type').toContain(
    plain(longest!.name).replaceAll(' ', ''),
  );
  const own = await desks.admin.ask('POST', `/api/proofs/${proof.id}/sign-off`, {
    body: { version: proof.version },
  });
  expect([403, 409], `who drew it signs its proof: ${own.text}`).toContain(own.status);
  await desks.otherAdmin.act('POST', `/api/proofs/${proof.id}/sign-off`, { version: proof.version });
}

async function bringIntoForce(page: Page, by: By): Promise<void> {
  await page.reload();
  await press(
    page,
    by,
    await control(page, say.force, 'way to bring a version into force'),
    'bringing it into force',
  );
  const dialog = page.getByRole('dialog').last();
  await dialog.waitFor();
  const day = dialog.getByLabel(/from|date|day/i).first();
  if (await day.isVisible()) {
    if (by === 'mouse') await day.click();
    else await tabTo(page, day, 'the day from which it is in force');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('today');
    await page.keyboard.press('Tab');
  }
  await press(
    page,
    by,
    dialog.getByRole('button', { name: /force|confirm|yes|save/i }).last(),
    'the answer to the question',
  );
  await page
    .getByRole('main')
    .getByText(/in force/i)
    .first()
    .waitFor();
}

/** What a run prints after that: the name in its box, and nothing of the scan. */
export async function expectPrinted(convened: Convened, placed: Map<string, Box>): Promise<void> {
  const { portal, desks } = convened.office;
  const application = await applyVerified(convened);
  const run = await prepareRun(convened.office, convened.paperId, 1);
  expect(run.status, run.text).toBe(200);
  const { version, sheets } = await composed(desks.printer, run.body.id);
  await desks.printer.act('POST', `/api/print-runs/${run.body.id}/start`, {
    version,
    topSerial: sheets[0].blankSerial,
  });
  const pdf = await documentOf(portal, desks.printer, `/api/print-runs/${run.body.id}/document`);
  const [page] = await rasterOf(pdf, 100);
  // A photograph takes 1.6 % of the design's page, and the stripes of the drawn one may have any colour.
  expect(shareOf(page!, scanColour, 60), 'the part of the printed page that shows the scan').toBeLessThan(
    0.02,
  );
  const [, box] = demand(
    [...placed].find(([field]) => isName(field)),
    'the name was placed',
  );
  const [first] = sheets[0].studentName.split(' ');
  const word = demand(
    wordsOf(pdf).find(({ text }) => text === first),
    `${first} of ${application.candidateName} in the words of the page`,
  );
  // The printer's offset may be a millimetre; text stands anywhere in its box.
  for (const [what, value, from, to] of [
    ['left', word.left, box.left, box.left + box.width],
    ['top', word.top, box.top, box.top + box.height],
    ['right', word.right, box.left, box.left + box.width],
    ['bottom', word.bottom, box.top, box.top + box.height],
  ] as const) {
    expect(value, `${what} of ${first}, mm`).toBeGreaterThan(from - 2.5);
    expect(value, `${what} of ${first}, mm`).toBeLessThan(to + 2.5);
  }
  expect(await versionOf(desks.printer, `/api/print-runs/${run.body.id}`)).toBeGreaterThan(version);
}

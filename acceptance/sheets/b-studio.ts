import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { fn, settle } from '../harness/list-page.ts';
import { eventually } from '../harness/portal.ts';
import { between, letters } from '../harness/random.ts';
import { demand } from '../set-up/a-names.ts';
import type { Colour } from './b-pdf.ts';

// UNIVERSITY.md 4: "Studio (`/admin/settings/templates`): choose a design, or lay a scan of the pre-printed sheet under it (shown,
// never printed) and place fields in millimetres by mouse, keys and numbers". Open: every label and where it stands. What is
// pressed is found by role and words; adapt the pattern, not the demand.

export const path = '/admin/settings/templates';

export const say = {
  add: /^(add|new|create)\b.*(template|design)/i,
  preprinted: /pre-?printed|data only|own paper|scan/i,
  scan: /scan|picture of the (sheet|paper)|pre-?printed sheet|lay .* under/i,
  go: /^(create|add|save|continue|open|next|start)\b/i,
  save: /^save\b/i,
  sheet: /sheet|canvas|preview|page/i,
  fields: /fields?/i,
  left: /^(x\b|left\b|from (the )?left|distance from the left)/i,
  top: /^(y\b|top\b|from (the )?top|distance from the top)/i,
  width: /^(width|w\b)/i,
  height: /^(height|h\b)/i,
  samples: /longest|hardest|samples?/i,
  tooLong: /shrink|smaller|wrap|leave|does not fit|too long|overflow/i,
  proof: /proof/i,
  force: /(bring|put|take|set).*force|in force from|^in force/i,
};

export type By = 'mouse' | 'keyboard';

/** A scan of a sheet as a scanner gives it: of a colour that nothing printed has, with a darker frame. */
export const scanColour: Colour = [between(235, 255), between(0, 20), between(200, 255)];

export function drawScan(): Promise<Buffer> {
  const [width, height] = [1_754, 1_240];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="rgb(${scanColour})"/><rect x="60" y="60" width="${width - 120}" height="${height - 120}" fill="none" stroke="black" stroke-width="8"/></svg>`;
  return sharp(Buffer.from(svg)).withMetadata({ density: 150 }).png().toBuffer();
}

const group = '[role=radiogroup], [role=tablist], [role=listbox], [role=menu], [role=toolbar], [role=tree]';
/** 2: the focus is there; 1: it is in the same group, which takes one stop and whose arrows lead on; 0: neither. */
const nearness = `(e) => { const active = document.activeElement; if (e === active || e.contains(active)) return 2; const isSame = active.type === 'radio' ? e.type === 'radio' && e.name === active.name : !/^(INPUT|TEXTAREA|SELECT)$/.test(active.tagName) && Boolean(e.closest('${group}')?.contains(active)); return isSame ? 1 : 0; }`;

/** Puts the focus on a control by Tab alone, as a person without a mouse does; arrows reach into groups that take one stop. */
export async function tabTo(page: Page, target: Locator, what: string): Promise<void> {
  const near = () => target.evaluate(fn<number>(nearness));
  await target.waitFor();
  for (let stops = 0; stops < 160; stops += 1) {
    const now = await near();
    if (now === 2) return;
    if (now === 1) {
      for (let arrows = 0; arrows < 40 && (await near()) === 1; arrows += 1)
        await page.keyboard.press(arrows < 20 ? 'ArrowDown' : 'ArrowRight');
      if ((await near()) === 2) return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`By Tab and arrows alone the focus does not come to ${what}.`);
}

/** A press of the control, by mouse or by the keyboard alone. */
export async function press(page: Page, by: By, target: Locator, what: string): Promise<void> {
  if (by === 'mouse') return target.click();
  await tabTo(page, target, what);
  await page.keyboard.press('Enter');
}

/** A button, link, tab or menu entry by its words; a sentence where there is none. */
export async function control(page: Page, label: RegExp, what: string): Promise<Locator> {
  const all = (['button', 'link', 'menuitem', 'tab', 'option', 'radio', 'listitem'] as const).map((role) =>
    page.getByRole(role, { name: label }),
  );
  const found = all
    .reduce((one, other) => one.or(other))
    .filter({ visible: true })
    .first();
  await found.waitFor({ timeout: 8_000 }).catch(() => {
    throw new Error(`${page.url()} has no ${what}: no button, link or entry called ${label}`);
  });
  return found;
}

/** A new template on pre-printed paper, its scan under it; gives its name. */
export async function openStudio(page: Page, by: By, type: string): Promise<string> {
  await page.goto(path);
  await settle(page);
  await press(page, by, await control(page, say.add, 'way to a new template'), 'a new template');
  const name = `Template ${letters(7)}`;
  await answerQuestions(page, by, name, type);
  const scan = { name: `scan ${letters(5)}.png`, mimeType: 'image/png', buffer: await drawScan() };
  const chooser = page.waitForEvent('filechooser', { timeout: 10_000 });
  await press(page, by, await control(page, say.scan, 'way to lay a scan under the sheet'), 'the scan');
  await (await chooser).setFiles(scan);
  await sheetOf(page);
  return name;
}

/** What is asked before the studio opens: a name, the kind of design, the certificate type. */
async function answerQuestions(page: Page, by: By, name: string, type: string): Promise<void> {
  const place = page.getByRole('dialog').or(page.getByRole('main')).last();
  const title = place.getByRole('textbox', { name: /name|title/i }).first();
  await title.waitFor({ timeout: 8_000 }).catch(() => {
    throw new Error(`${page.url()} does not ask for the name of a new template`);
  });
  if (by === 'mouse') await title.click();
  else await tabTo(page, title, 'the name of the template');
  await page.keyboard.type(name);
  for (const wanted of [say.preprinted, new RegExp(type)]) await choose(page, by, place, wanted);
  await press(page, by, place.getByRole('button', { name: say.go }).last(), 'the button that goes on');
}

/** An answer to one of the questions, whichever it belongs to: a radio, a card, or an entry of a list. */
async function choose(page: Page, by: By, place: Locator, wanted: RegExp): Promise<void> {
  const direct = place
    .getByRole('radio', { name: wanted })
    .or(place.getByRole('button', { name: wanted }))
    .first();
  if (await direct.isVisible()) {
    if (by === 'mouse') return direct.click({ force: true });
    await tabTo(page, direct, String(wanted));
    return page.keyboard.press('Space');
  }
  const boxes = place.getByRole('combobox');
  for (let at = 0; at < (await boxes.count()); at += 1) {
    if (by === 'mouse') await boxes.nth(at).click();
    else await tabTo(page, boxes.nth(at), `question ${at + 1}`);
    if (by === 'keyboard') await page.keyboard.press('ArrowDown');
    const entry = page.getByRole('option', { name: wanted }).filter({ visible: true }).first();
    if (!(await entry.isVisible())) {
      await page.keyboard.press('Escape');
      continue;
    }
    if (by === 'mouse') return entry.click();
    await page.keyboard.type((await entry.textContent()) ?? '');
    await page.keyboard.press('ArrowDown');
    return page.keyboard.press('Enter');
  }
  throw new Error(`${page.url()}: nothing that is asked about a new template can be answered with ${wanted}`);
}

export type Sheet = {
  at: Locator;
  left: number;
  top: number;
  pixelsPerMm: number;
  widthMm: number;
  heightMm: number;
};

/** The sheet on the screen: the largest labelled element that has the form of A4. */
export async function sheetOf(page: Page): Promise<Sheet> {
  const roles = ['region', 'application', 'group', 'img', 'figure', 'document'] as const;
  const all = roles
    .map((role) => page.getByRole(role, { name: say.sheet }))
    .reduce((one, other) => one.or(other));
  return eventually(
    async () => {
      let best: Sheet | undefined;
      for (let at = 0; at < (await all.count()); at += 1) {
        const box = await all.nth(at).boundingBox();
        if (!box || box.width < 200) continue;
        const ratio = box.width / box.height;
        const form = [[297, 210] as const, [210, 297] as const].find(
          ([w, h]) => Math.abs(ratio / (w / h) - 1) < 0.03,
        );
        if (form && box.width > (best?.widthMm ?? 0) * (best?.pixelsPerMm ?? 0))
          best = {
            at: all.nth(at),
            left: box.x,
            top: box.y,
            pixelsPerMm: box.width / form[0],
            widthMm: form[0],
            heightMm: form[1],
          };
      }
      return best;
    },
    {
      within: 12_000,
      what: `a sheet of A4's form on the screen, labelled ${say.sheet}, among ${roles.join(', ')}`,
    },
  );
}

/** Names of the fields that can be placed: entries of the list or menu of fields. */
export async function offeredFields(page: Page): Promise<string[]> {
  const lists = (['list', 'listbox', 'menu', 'group', 'region', 'toolbar'] as const)
    .map((role) => page.getByRole(role, { name: say.fields }))
    .reduce((one, other) => one.or(other));
  await lists
    .first()
    .waitFor({ timeout: 8_000 })
    .catch(() => {
      throw new Error(
        `${page.url()} has no list of fields to place (list, listbox, menu, group or region named ${say.fields})`,
      );
    });
  const entries = await lists
    .first()
    .evaluate(
      fn<string[]>(
        "(e) => [...e.querySelectorAll('button, [role=option], [role=menuitem], [role=button]')].map((b) => (b.getAttribute('aria-label') ?? b.textContent ?? '').replace(/\\s+/g, ' ').trim()).filter(Boolean)",
      ),
    );
  return [...new Set(entries)];
}

const literally = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A field as it stands on the sheet. */
export function placedField(sheet: Sheet, name: string): Locator {
  const word = new RegExp(literally(name.replace(/^(add|place|insert)\s+/i, '')), 'i');
  return (['button', 'option', 'img', 'group', 'figure', 'listitem', 'textbox'] as const)
    .map((role) => sheet.at.getByRole(role, { name: word }))
    .reduce((one, other) => one.or(other))
    .first();
}

export type Box = { left: number; top: number; width: number; height: number };

export async function numbersOf(page: Page): Promise<Box> {
  const read = async (label: RegExp) => {
    const field = page.getByRole('main').getByLabel(label).filter({ visible: true }).first();
    await field.waitFor({ timeout: 6_000 }).catch(() => {
      throw new Error(`the chosen field has no number ${label} in millimetres`);
    });
    return Number((await field.inputValue()).replace(/[^\d.,-]/g, '').replace(',', '.'));
  };
  return {
    left: await read(say.left),
    top: await read(say.top),
    width: await read(say.width),
    height: await read(say.height),
  };
}

/** Brings a field from the list onto the sheet and to its place; the numbers beside it say where it is. */
export async function placeByMouse(page: Page, name: string, to: Box): Promise<Box> {
  const entry = page
    .getByRole('main')
    .getByRole('button', { name: new RegExp(`^${literally(name)}$`, 'i') })
    .or(page.getByRole('option', { name }))
    .first();
  await entry.click();
  const { at } = await sheetOf(page);
  const placed = placedField(await sheetOf(page), name);
  if (!(await placed.isVisible())) await entry.dragTo(at);
  await placed.waitFor({ timeout: 6_000 }).catch(() => {
    throw new Error(`${name} does not stand on the sheet after a click on it and after dragging it there`);
  });
  await at.evaluate(fn<void>("(e) => e.scrollIntoView({ block: 'center' })"));
  // Measured now: what was pressed may have scrolled the page.
  const sheet = await sheetOf(page);
  const from = demand(await placed.boundingBox(), `${name} has no box on the sheet`);
  // The design may have it wider than its new place has room: it is made smaller by its corner first.
  if (from.width > (to.width + 2) * sheet.pixelsPerMm) {
    await page.mouse.move(from.x + from.width - 2, from.y + from.height - 2);
    await page.mouse.down();
    const [right, bottom] = [from.x + to.width * sheet.pixelsPerMm, from.y + to.height * sheet.pixelsPerMm];
    await page.mouse.move(right - 2, bottom - 2, { steps: 12 });
    await page.mouse.up();
  }
  // From corner to corner, some pixels inside, in steps as a hand makes them.
  const inside = Math.min(6, from.width / 3, from.height / 3);
  await page.mouse.move(from.x + inside, from.y + inside);
  await page.mouse.down();
  const [x, y] = [sheet.left + to.left * sheet.pixelsPerMm, sheet.top + to.top * sheet.pixelsPerMm];
  await page.mouse.move(x + inside, y + inside, { steps: 12 });
  await page.mouse.up();
  return numbersOf(page);
}

/** The same without a mouse: chosen by Enter, its numbers typed. */
export async function placeByKeys(page: Page, name: string, to: Box): Promise<Box> {
  const entry = page
    .getByRole('main')
    .getByRole('button', { name: new RegExp(`^${literally(name)}$`, 'i') })
    .or(page.getByRole('option', { name }))
    .first();
  await press(page, 'keyboard', entry, `${name} in the list of fields`);
  for (const [label, value] of [
    [say.left, to.left],
    [say.top, to.top],
    [say.width, to.width],
    [say.height, to.height],
  ] as const) {
    const field = page.getByRole('main').getByLabel(label).filter({ visible: true }).first();
    await tabTo(page, field, `the number ${label} of ${name}`);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(String(value));
    await page.keyboard.press('Tab');
  }
  return numbersOf(page);
}

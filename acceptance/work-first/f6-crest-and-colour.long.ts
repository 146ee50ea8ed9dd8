import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage } from '../harness/browser.ts';
import { type Desks, startWithDesks } from '../harness/desks.ts';
import { settle } from '../harness/list-page.ts';
import { ask, emails, type Json } from '../harness/people.ts';
import type { Portal } from '../harness/portal.ts';
import { between, shuffled } from '../harness/random.ts';
import { receive } from '../harness/records.ts';
import { documentOf } from '../sheets/b-find.ts';
import { type Colour, pixelsOf, rasterOf, shareOf } from '../sheets/b-pdf.ts';
import { newLook } from './d-university.ts';

// The issue: "Look: the university's crest and colour throughout". UNIVERSITY.md: the crest and the accent are the "theme of portal,
// mails, papers, /verify and sheet". Both are set to colours that nothing else has, then looked for in pictures.
// Open: how the accent is applied. A shade of it counts: its hue within 14°, strong enough to be a colour.

let portal: Portal;
let desks: Desks;
let browser: Browser;

const [crest] = shuffled<Colour>([
  [between(225, 255), between(0, 20), between(170, 215)],
  [between(0, 30), between(215, 255), between(60, 110)],
  [between(235, 255), between(200, 230), between(0, 20)],
]) as [Colour];
// Another corner of the circle than crest, success, warning and danger of any theme: violet, dark enough for white text.
const hue = between(272, 296);
const accent = hex(hue, 0.75, 0.36);

beforeAll(async () => {
  ({ portal, desks } = await startWithDesks());
  browser = await openBrowser({ slowMo: 0 });
  await newLook(portal, desks, crest, accent);
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await portal?.remove();
});

function hex(h: number, s: number, l: number): string {
  const part = (n: number) => {
    const k = (n + h / 30) % 12;
    const value = l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${part(0)}${part(8)}${part(4)}`;
}

/** The part of a picture that has a hue, whatever its shade. */
async function shareOfHue(png: Buffer, wanted: number): Promise<number> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let hits = 0;
  for (let at = 0; at < data.length; at += info.channels) {
    const [r, g, b] = [data[at]! / 255, data[at + 1]! / 255, data[at + 2]! / 255];
    const [high, low] = [Math.max(r, g, b), Math.min(r, g, b)];
    if (high - low < 0.18) continue;
    const turn =
      high === r
        ? ((g - b) / (high - low)) % 6
        : high === g
          ? (b - r) / (high - low) + 2
          : (r - g) / (high - low) + 4;
    const found = (turn * 60 + 360) % 360;
    if (Math.min(Math.abs(found - wanted), 360 - Math.abs(found - wanted)) < 14) hits += 1;
  }
  return hits / (data.length / info.channels);
}

const shares = async (png: Buffer) => ({
  crest: shareOf(await pixelsOf(png), crest),
  accent: await shareOfHue(png, hue),
});

async function openOut(path: string, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  const page = await browser.newPage({
    baseURL: portal.url,
    colorScheme,
    viewport: { width: 1366, height: 768 },
  });
  await page.goto(path);
  await settle(page);
  return page;
}

describe("the university's crest and colour", { timeout: 180_000 }, () => {
  for (const path of ['/', '/verify', '/status'])
    for (const scheme of ['light', 'dark'] as const)
      test(`${path}, ${scheme}: crest, accent and the university's name`, async () => {
        const page = await openOut(path, scheme);
        const found = await shares(await page.screenshot());
        expect(found.crest, 'part of the page in the colour of the crest').toBeGreaterThan(0.0003);
        expect(found.accent, `part of the page in the accent ${accent}`).toBeGreaterThan(0.002);
        expect(await page.locator('body').textContent()).toContain('Vishwavidya University of Karnataka');
        await page.close();
      });

  for (const [desk, path] of [
    ['admin', '/admin/dashboard'],
    ['caseWorker', '/case-worker/manage-application'],
    ['receiver', '/application-receiver/new-application'],
    ['printer', '/printer/print-queue'],
    ['auditor', '/auditor/overview'],
  ] as const)
    test(`the shell of ${desk}: crest and accent`, async () => {
      const page = await openPage(browser, portal, desks[desk], path);
      await settle(page);
      const found = await shares(await page.screenshot());
      expect(found.crest, 'crest').toBeGreaterThan(0.0001);
      expect(found.accent, `accent ${accent}`).toBeGreaterThan(0.002);
      await page.context().close();
    });

  test('the tab of the browser has the crest', async () => {
    const page = await openOut('/');
    const icon = await page.evaluate<string>("document.querySelector('link[rel~=icon]')?.href ?? ''");
    const bytes = Buffer.from(await (await fetch(icon)).arrayBuffer());
    const png = await sharp(bytes).resize(64).flatten({ background: '#fff' }).png().toBuffer();
    expect((await shares(png)).crest).toBeGreaterThan(0.2);
    await page.close();
  });

  test('mails: crest and accent in what a mail program shows, and a text for those that show none', async () => {
    await ask(portal, 'POST', '/api/password-reset', { body: { email: emails.auditor } });
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    const [mail] = (await ask(portal, 'GET', `/api/demo/outbox?to=${encodeURIComponent(emails.auditor)}`))
      .body as Json[];
    const html = Object.values<Json>(mail).find(
      (value) => typeof value === 'string' && /<html|<table|<div/i.test(value),
    );
    expect(html, `a mail has an HTML part among ${Object.keys(mail)}`).toBeDefined();
    const page = await browser.newPage();
    await page.setContent(html);
    await page.waitForTimeout(500);
    const found = await shares(await page.screenshot());
    expect(found.accent, 'accent').toBeGreaterThan(0.0005);
    expect(html).toMatch(/<img[^>]+(src=.(data:image|cid:|https?:))/i);
    expect(mail.text.length).toBeGreaterThan(40);
    await page.close();
  });

  test('papers: the acknowledgement slip has the crest and lines or headings in the accent', async () => {
    const { id } = await receive(desks.receiver);
    const [sheet] = await rasterOf(
      await documentOf(portal, desks.receiver, `/api/applications/${id}/receipt`),
      96,
    );
    expect(shareOf(sheet!, crest), 'crest').toBeGreaterThan(0.001);
    const channels = sheet!.pixels.length / (sheet!.width * sheet!.height);
    const png = await sharp(sheet!.pixels, {
      raw: { width: sheet!.width, height: sheet!.height, channels: channels as 3 | 4 },
    })
      .png()
      .toBuffer();
    expect(await shareOfHue(png, hue), `accent ${accent}`).toBeGreaterThan(0.0003);
  });

  test('a pale accent leaves every text readable: buttons and links stay at 4.5 : 1', async () => {
    const pale = hex(between(45, 65), 0.95, 0.82);
    await newLook(portal, desks, crest, pale);
    const { AxeBuilder } = await import('@axe-core/playwright');
    for (const scheme of ['light', 'dark'] as const) {
      // axe wants a page of a context of its own.
      const context = await browser.newContext({ baseURL: portal.url, colorScheme: scheme });
      const page = await context.newPage();
      await page.goto('/');
      await settle(page);
      const { violations } = await new AxeBuilder({ page: page as never })
        .withRules(['color-contrast'])
        .analyze();
      expect(
        violations.flatMap(({ nodes }) =>
          nodes.map(({ html, failureSummary }) => `${html.slice(0, 80)} ${failureSummary}`),
        ),
        `${scheme}, accent ${pale}`,
      ).toEqual([]);
      await context.close();
    }
  });
});

import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage } from '../harness/browser.ts';
import { borrowOrStart, type Desks } from '../harness/desks.ts';
import { settle } from '../harness/list-page.ts';
import { type Portal, root } from '../harness/portal.ts';
import { type Desk, everyDesk, homes } from '../harness/screens.ts';
import { read, trackedFiles } from '../harness/source.ts';
import { type Indian, indian, type Language, languages, readCatalog, scripts, speak } from './d-words.ts';

// The issue: "docs/guide/<role>.md: two pages with pictures per role, linked from `?`, in three languages."
// Open: where the languages stand (docs/guide/<role>.kn.md, docs/guide/kn/<role>.md …), how long two pages are (350 to 1,300 words
// and at least two pictures), and where the link leads (a page of the portal, in the reader's language).

const roles: Record<Desk, RegExp> = {
  admin: /admin/,
  caseWorker: /case[-_]?worker/,
  receiver: /receiver/,
  printer: /printer/,
  auditor: /auditor/,
};
const tags: Record<Indian, RegExp> = {
  kn: /(^|[./-])(kn|kannada)([./-]|$)/,
  hi: /(^|[./-])(hi|hindi)([./-]|$)/,
};

function guideOf(desk: Desk, language: Language): string | undefined {
  const files = trackedFiles('docs/guide/*.md').map((file) => file.replace(/^docs\/guide\//, ''));
  const found = files.filter((file) => roles[desk].test(file));
  const other = (file: string) => indian.some((one) => tags[one].test(file));
  const file =
    language === 'en' ? found.find((one) => !other(one)) : found.find((one) => tags[language].test(one));
  return file && `docs/guide/${file}`;
}

describe('guides as documents', () => {
  for (const desk of everyDesk)
    for (const language of languages) {
      test(`"docs/guide/<role>.md": ${desk} in ${language}: two pages with pictures`, () => {
        const file = guideOf(desk, language);
        expect(file, 'the guide').toBeDefined();
        const text = read(file!);
        const prose = text.replaceAll(/!\[[^\]]*\]\([^)]*\)|[#*`|>-]/g, ' ');
        const words = prose.match(/[\p{L}\p{M}\d]+/gu) ?? [];
        expect(words.length, 'words: two pages').toBeGreaterThan(350);
        expect(words.length, 'words: two pages').toBeLessThan(1_300);
        const pictures = [...text.matchAll(/!\[([^\]]*)\]\(([^)\s]+)[^)]*\)/g)];
        expect(pictures.length, 'pictures').toBeGreaterThanOrEqual(2);
        for (const [, alt, source] of pictures) {
          const picture = path.join(root, path.dirname(file!), source!);
          expect(existsSync(picture), `${source} exists`).toBe(true);
          expect(statSync(picture).size, `${source} is a picture of a screen`).toBeGreaterThan(5_000);
          expect(alt!.length, `${source} says what it shows`).toBeGreaterThan(5);
          if (language !== 'en') expect(alt).toMatch(scripts[language]);
        }
        if (language === 'en') return;
        const own = words.filter((word) => scripts[language].test(word)).length;
        expect(own / words.length, 'words in the language').toBeGreaterThan(0.75);
        const english = new Set(
          everyDesk
            .map((one) => guideOf(one, 'en'))
            .filter(Boolean)
            .flatMap((one) =>
              [...read(one!).matchAll(/\]\(([^)\s]+\.(?:png|webp|jpe?g))/g)].map(([, source]) =>
                path.basename(source!),
              ),
            ),
        );
        // Pictures of the screens in that language: not all of them the English ones.
        const same = pictures.filter(
          ([, , source]) => english.has(path.basename(source!)) && !tags[language].test(source!),
        );
        expect(same.length, 'pictures of English screens').toBeLessThan(pictures.length);
      });

      test(`${desk} in ${language}: what the guide calls a button or a field is called so on the screen`, () => {
        const file = guideOf(desk, language);
        expect(file, 'the guide').toBeDefined();
        const bold = [...read(file!).matchAll(/\*\*([^*]+)\*\*/g)].map(([, text]) =>
          text!.replace(/[.:,]$/, '').trim(),
        );
        expect(bold.length, 'names of controls in bold').toBeGreaterThan(4);
        const catalog = readCatalog(language);
        const labels = new Set(catalog.flatMap(({ english, translation }) => [translation || english]));
        const unknown = bold.filter(
          (text) => !labels.has(text) && !/^[A-Z/?+ \d]+$|Ctrl|Enter|Esc|Tab/.test(text),
        );
        expect(unknown.length / bold.length, `not on any screen: ${unknown}`).toBeLessThan(0.25);
      });
    }
});

describe('guides from the screens', { timeout: 120_000 }, () => {
  let portal: Portal;
  let desks: Desks;
  let browser: Browser;

  beforeAll(async () => {
    ({ portal, desks } = await borrowOrStart());
    browser = await openBrowser();
  });
  afterAll(async () => {
    for (const desk of everyDesk) if (desks) await speak(desks[desk], 'en').catch(() => {});
    await browser?.close();
    await portal?.remove();
  });

  for (const desk of everyDesk)
    for (const language of languages)
      test(`"linked from ?": ${desk} in ${language}`, async () => {
        await speak(desks[desk], language);
        const page = await openPage(browser, portal, desks[desk], homes[desk].start[0]);
        await settle(page);
        await page.keyboard.press('Shift+Slash');
        const dialog = page.getByRole('dialog');
        await dialog.waitFor({ timeout: 4_000 }).catch(() => {
          throw new Error('? opens nothing');
        });
        const links = dialog.getByRole('link');
        const hrefs = await Promise.all(
          (await links.all()).map(async (link) => (await link.getAttribute('href')) ?? ''),
        );
        const guide = hrefs.find((href) => /guide|help|manual/i.test(href));
        expect(guide, `a link to the guide among ${hrefs}`).toBeDefined();
        expect(new URL(guide!, portal.url).origin, 'of this portal, which may have no internet').toBe(
          portal.url,
        );
        const opened = await page.context().newPage();
        const response = await opened.goto(new URL(guide!, portal.url).href);
        expect(response!.status()).toBe(200);
        await opened.waitForTimeout(1_000);
        const text = (await opened.locator('body').textContent()) ?? '';
        const heading = guideOf(desk, language) && /^#\s+(.+)$/m.exec(read(guideOf(desk, language)!))?.[1];
        expect(text).toContain(heading ?? 'the heading of a guide');
        const pictures = await opened.evaluate<boolean[]>(
          'Array.from(document.images, (one) => one.complete && one.naturalWidth > 0)',
        );
        expect(pictures.length).toBeGreaterThanOrEqual(2);
        expect(pictures.every(Boolean), 'its pictures are drawn').toBe(true);
        await page.context().close();
      });
});

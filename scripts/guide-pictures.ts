import { mkdir } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { dayInIndia } from '#shared/format.ts';
import { type Language, languages } from '#shared/languages.ts';
import { paths } from '#shared/paths.ts';
import type { Role } from '#shared/roles.ts';

/** A signed-in page for each desk of the demo, and the path of a run that is printing. */
type Desks = Record<Role, Page> & { run: string };

const picture = { width: 1200, quality: 72 };

/** Takes the pictures of the guides in each language: each role's first screen and main task. */
export async function takeGuidePictures(desks: Desks, directory: string): Promise<void> {
  const screens: [Role, string, string][] = [
    ['case_worker', paths.caseWorker.manageApplication, 'manage-application'],
    ['case_worker', paths.caseWorker.verifyApplications, 'verify'],
    ['receiver', paths.applicationReceiver.manageApplication, 'counter'],
    ['receiver', paths.applicationReceiver.newApplication, 'new-application'],
    ['printer', paths.printer.printQueue, 'print-queue'],
    ['printer', desks.run, 'print-run'],
    ['admin', paths.admin.dashboard, 'dashboard'],
    ['admin', paths.admin.certificateStock, 'certificate-stock'],
    ['auditor', paths.auditor.overview, 'overview'],
    // Today's log is full of the language changes made for these pictures.
    ['auditor', `${paths.auditor.auditLog}?to=${yesterday()}`, 'audit-log'],
  ];
  for (const language of languages) {
    await mkdir(`${directory}/${language}`, { recursive: true });
    for (const [role, path, name] of screens) {
      const page = desks[role];
      await speak(page, language);
      await page.goto(path);
      await settled(page);
      await sharp(await page.screenshot())
        .resize({ width: picture.width })
        .webp({ quality: picture.quality })
        .toFile(`${directory}/${language}/${name}.webp`);
    }
  }
  for (const [role] of screens) await speak(desks[role], 'en');
}

function yesterday(): string {
  return dayInIndia(new Date(Date.now() - 86_400_000));
}

async function speak(page: Page, language: Language): Promise<void> {
  const { session } = await (await page.request.get('/api/session')).json();
  const data = { ...session.preferences, language };
  const response = await page.request.put('/api/account/preferences', { data });
  if (!response.ok()) throw new Error(`The language was not saved: ${await response.text()}`);
}

/** Waits until everything is loaded, in any language. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.locator('[aria-busy="true"], .mantine-Loader-root').first().waitFor({ state: 'detached' });
  await page.evaluate('document.fonts.ready');
  await page.evaluate('Promise.allSettled(document.getAnimations().map((animation) => animation.finished))');
}

import { mkdir } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { dayInIndia } from '#shared/format.ts';
import { type Language, languages } from '#shared/languages.ts';
import { paths } from '#shared/paths.ts';
import type { Role } from '#shared/roles.ts';

/** The desks of the demo, signed in, and the address of a run that is being printed. */
type Desks = Record<Role, Page> & { run: string };

const picture = { width: 1200, quality: 72 };

/** The pictures of the guides, in each language: what each role sees first, and its main job. */
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
    // Today the log is full of the languages that the pictures are taken in.
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

/** Everything is there, whatever it is called in the language that is shown. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.locator('[aria-busy="true"], .mantine-Loader-root').first().waitFor({ state: 'detached' });
  await page.evaluate('document.fonts.ready');
  await page.evaluate('Promise.allSettled(document.getAnimations().map((animation) => animation.finished))');
}

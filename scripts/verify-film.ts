import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { paths } from '#shared/paths.ts';
import { settled } from './guide-pictures.ts';

const width = 1000;
const casesInFilm = 4;
/** In the menu, where it hides nothing. */
const badgeStyle = {
  position: 'fixed',
  insetBlockEnd: '6rem',
  insetInlineStart: '123px',
  transform: 'translateX(-50%)',
  padding: '0.5rem 1.5rem',
  borderRadius: '0.75rem',
  background: '#fff',
  color: '#012a53',
  font: '600 2rem system-ui, sans-serif',
  zIndex: '9999',
  pointerEvents: 'none',
};

/** Films the verify screen: a case worker looks at some applications and verifies them by keyboard. */
export async function filmVerifyScreen(page: Page, file: string): Promise<void> {
  await page.goto(paths.caseWorker.verifyApplications);
  await settled(page);
  const frames: Buffer[] = [];
  const delay: number[] = [];
  const shoot = async (milliseconds: number) => {
    await settled(page);
    frames.push(
      await sharp(await page.screenshot())
        .resize({ width })
        .png()
        .toBuffer(),
    );
    delay.push(milliseconds);
  };
  const press = async (key: string, milliseconds: number) => {
    // The screen ignores a key pressed too soon after a new case.
    await page.waitForTimeout(300);
    await page.keyboard.press(key);
    await showKey(page, key);
    await shoot(milliseconds);
  };
  await shoot(1_500);
  await press('+', 500);
  await press('+', 900);
  await press('0', 700);
  let verified = 0;
  // Some of the first applications cannot be verified; the number of frames limits the search.
  while (verified < casesInFilm && frames.length < 30) {
    await press('v', 1_100);
    const question = page.getByRole('form', { name: 'Verify this application?' });
    if (!(await question.isVisible())) {
      // Cannot be verified, as the screen explains.
      await press('j', 900);
      continue;
    }
    if (await page.getByText('Why the application is right').isVisible()) await press('1', 900);
    const before = page.url();
    await press('Enter', 0);
    await page.waitForURL((address) => address.href !== before);
    frames.pop();
    delay.pop();
    await shoot(1_200);
    verified += 1;
  }
  await sharp(frames, { join: { animated: true } })
    .webp({ quality: 60, effort: 6, delay, loop: 0 })
    .toFile(file);
}

/** Shows the pressed key in the film. */
async function showKey(page: Page, key: string): Promise<void> {
  const name = key.length === 1 ? key.toUpperCase() : key;
  await page.evaluate(`(() => {
    const id = 'key-of-film';
    const badge = document.getElementById(id) ?? document.body.appendChild(document.createElement('div'));
    badge.id = id;
    badge.textContent = ${JSON.stringify(name)};
    Object.assign(badge.style, ${JSON.stringify(badgeStyle)});
  })()`);
}

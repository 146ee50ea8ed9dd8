import { expect, type Locator, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { findChromium } from '#dev/testing/chromium.ts';
import { expectNothingFound } from './axe.ts';
import { openDesk } from './people.ts';

const chromium = await findChromium();
// A camera that shows a moving test picture, and a person who always allows it.
const camera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
test.use({ launchOptions: { ...chromium, args: [...chromium.args, ...camera] } });

test('a photo is taken, cropped by keys and stored', async ({ browser }) => {
  const page = await openDesk(browser, 'receiver');
  await page.goto('/application-receiver/new-application');
  const field = page.getByRole('group', { name: 'Photo', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Take photo' });
  const frame = dialog.getByRole('application', { name: 'Photo in its frame' });

  await test.step('Space takes it, and the arrow keys and + choose a part of it', async () => {
    await field.getByRole('button', { name: 'Take photo' }).click();
    await takePhoto(page);
    await expect(frame).toBeFocused();
    const whole = await shownPart(dialog);
    await page.keyboard.press('+');
    await page.keyboard.press('Shift+ArrowRight');
    await expect(dialog.getByRole('slider', { name: 'Zoom' })).toHaveAttribute('aria-valuenow', '1.1');
    expect(await shownPart(dialog)).not.toBe(whole);
    await expectNothingFound(page, 'the cropping of a photo');
  });

  await test.step('a second try begins with the camera again', async () => {
    await dialog.getByRole('button', { name: 'Take again' }).click();
    await takePhoto(page);
    await page.keyboard.press('+');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(field.getByText('webcam-photo.jpg')).toBeVisible();
  });

  const photo = await storedPhoto(page);
  await test.step('the stored photo is a JPEG of 35 × 45 mm that can be printed', async () => {
    const { format, width, height } = await sharp(photo).metadata();
    expect(format).toBe('jpeg');
    expect(width).toBeGreaterThanOrEqual(413);
    expect(width! / height!).toBeCloseTo(7 / 9, 2);
  });

  await test.step('a stored photo can be cropped as well, and keeps its name', async () => {
    await field.getByRole('button', { name: 'Crop' }).click();
    const crop = page.getByRole('dialog', { name: 'Crop photo' });
    await expect(crop.getByRole('application', { name: 'Photo in its frame' })).toBeFocused();
    await page.keyboard.press('+');
    await page.keyboard.press('Enter');
    await expect(crop).toBeHidden();
    await expect(field.getByText('webcam-photo.jpg')).toBeVisible();
    expect((await storedPhoto(page)).equals(photo)).toBe(false);
  });
});

test('a landscape file is cropped before it is uploaded, and another part of it can be chosen', async ({
  browser,
}) => {
  const page = await openDesk(browser, 'receiver');
  await page.goto('/application-receiver/new-application');
  const field = page.getByRole('group', { name: 'Photo', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Crop photo' });
  const buffer = await sharp({ create: { width: 1600, height: 900, channels: 3, background: '#789' } })
    .jpeg()
    .toBuffer();
  const file = { name: 'landscape.jpg', mimeType: 'image/jpeg', buffer };
  const choose = () => field.locator('input[type=file]').first().setInputFiles(file);

  await choose();
  await expect(dialog.getByRole('application', { name: 'Photo in its frame' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(field.getByText('landscape.jpg')).toBeHidden();

  await choose();
  await expect(dialog.getByRole('application', { name: 'Photo in its frame' })).toBeFocused();
  // Once in many runs a single Enter did nothing; why is not known.
  await expect(async () => {
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden({ timeout: 5_000 });
  }).toPass();
  const link = field.getByRole('link', { name: /landscape/ });
  const sizeOf = async () =>
    sharp(await (await page.request.get((await link.getAttribute('href'))!)).body()).metadata();
  expect(await sizeOf()).toMatchObject({ format: 'jpeg', width: 700, height: 900 });

  await field.getByRole('button', { name: 'Crop' }).click();
  await expect(dialog.getByRole('slider', { name: 'Zoom' })).toHaveAttribute('aria-valuenow', '1');
  await page.keyboard.press('+');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect.poll(async () => (await sizeOf()).width).toBe(636);
});

test('closing the dialog turns the camera off; without one it says so, and a file can still be chosen', async ({
  browser,
}) => {
  const page = await openDesk(browser, 'receiver');
  await page.goto('/application-receiver/new-application');
  await page.evaluate(`{
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (wanted) => {
      const stream = await open(wanted);
      window.openedTracks = stream.getTracks();
      return stream;
    };
  }`);
  const statesOfTracks = () => page.evaluate('openedTracks.map((track) => track.readyState)');
  const field = page.getByRole('group', { name: 'Photo', exact: true });
  await field.getByRole('button', { name: 'Take photo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Take photo' });
  const take = dialog.getByRole('button', { name: 'Take photo' });
  await expect(take).not.toHaveAttribute('aria-disabled');
  expect(await statesOfTracks()).toEqual(['live']);
  await page.keyboard.press('Escape');
  await expect.poll(statesOfTracks).toEqual(['ended']);

  const sentences = {
    NotAllowedError: /does not let this page use the camera/,
    NotFoundError: /No camera was found/,
    NotReadableError: /in use by another program/,
  };
  for (const [name, sentence] of Object.entries(sentences)) {
    await page.evaluate(
      `navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', '${name}'))`,
    );
    await field.getByRole('button', { name: 'Take photo' }).click();
    await expect(dialog.getByRole('alert')).toContainText(sentence);
    const chooser = page.waitForEvent('filechooser');
    await expect(dialog.getByRole('button', { name: 'Choose file' })).toBeFocused();
    await page.keyboard.press('Enter');
    await chooser;
    await expect(dialog).toBeHidden();
  }
});

/** With the focus where the dialog put it. */
async function takePhoto(page: Page): Promise<void> {
  const take = page.getByRole('dialog').getByRole('button', { name: 'Take photo' });
  await expect(take).not.toHaveAttribute('aria-disabled');
  await expect(take).toBeFocused();
  await page.keyboard.press('Space');
}

/** Which part of the picture lies in the frame. */
function shownPart(dialog: Locator): Promise<string | null> {
  return dialog.locator('img').getAttribute('style');
}

async function storedPhoto(page: Page): Promise<Buffer> {
  const link = page
    .getByRole('group', { name: 'Photo', exact: true })
    .getByRole('link', { name: /webcam-photo/ });
  return (await page.request.get((await link.getAttribute('href'))!)).body();
}

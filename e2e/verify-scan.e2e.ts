import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium, expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { findChromium } from '#dev/testing/chromium.ts';
import { renderPage } from '#dev/testing/print-file.ts';
import { expectNothingFound, showIn } from './axe.ts';
import { print, verifiedCertificate } from './certificates.ts';
import { openDesks } from './people.ts';
import { dropOrPasteFile, type FileToGive, pdfOf, qrPicture, watchRequests, writeFilm } from './scanned.ts';

const verdict = (page: Page) => page.locator('[aria-labelledby=verdict]');
const numberField = (page: Page) => page.getByLabel('Convocation number');
const png = (buffer: Buffer): FileToGive => ({ name: 'sheet.png', mimeType: 'image/png', buffer });
const pdf = (buffer: Buffer): FileToGive => ({ name: 'sheet.pdf', mimeType: 'application/pdf', buffer });

test('a sheet is verified by camera, as PDF and as picture, and no file leaves the browser', async ({
  browser,
  baseURL,
}) => {
  const [receiver, caseWorker, printer] = await openDesks(browser, 'receiver', 'case_worker', 'printer');
  const { id, number } = await verifiedCertificate(receiver, caseWorker, {
    ordinal: 88,
    candidateName: 'Meera Scanned',
  });
  const sheet = await print(printer, id);
  const picture = await renderPage(sheet.pdf, 1);

  await test.step('the camera finds it genuine, and is off then', async () => {
    await withCamera(await qrPicture(sheet.address), async (page) => {
      await page.goto(`${baseURL}/verify`);
      const expectNoUpload = watchRequests(page);
      await page.getByRole('button', { name: 'Scan with the camera' }).press('Enter');
      await expectGenuine(page, number, sheet.serial);
      await expect(page.getByRole('button', { name: 'Scan with the camera' })).toBeFocused();
      await expect(page.locator('video')).toHaveCount(0);
      await expect.poll(() => tracksOf(page)).toEqual(['ended']);
      expectNoUpload();
    });
  });

  const photograph = await sharp(picture)
    .rotate(3, { background: '#888' })
    .greyscale()
    .jpeg({ quality: 60 })
    .toBuffer();
  const ways: [string, (page: Page) => Promise<void>][] = [
    ['a dropped PDF', (page) => dropOrPasteFile(page, 'drop', { file: pdf(sheet.pdf) })],
    ['a dropped PNG', (page) => dropOrPasteFile(page, 'drop', { file: png(picture), selector: 'header' })],
    [
      'a pasted WebP',
      async (page) => {
        const buffer = await sharp(picture).webp().toBuffer();
        await dropOrPasteFile(page, 'paste', {
          file: { name: 'x', mimeType: 'image/webp', buffer },
          selector: 'input',
        });
      },
    ],
    [
      'a chosen photograph, tilted and grey',
      (page) =>
        page
          .locator('input[type=file]')
          .setInputFiles({ name: 'sheet.jpg', mimeType: 'image/jpeg', buffer: photograph }),
    ],
  ];
  for (const [way, offer] of ways) {
    await test.step(way, async () => {
      const page = await openVerify(browser);
      const expectNoUpload = watchRequests(page);
      await offer(page);
      await expectGenuine(page, number, sheet.serial);
      await expect(numberField(page)).toHaveValue(number);
      expectNoUpload();
      await page.context().close();
    });
  }
});

test('the reader is loaded when it is asked for, and only its worker may run WebAssembly', async ({
  browser,
}) => {
  const page = await (await browser.newContext()).newPage();
  const files: string[] = [];
  page.on('response', (response) => files.push(new URL(response.url()).pathname));
  await page.goto('/verify', { waitUntil: 'networkidle' });
  await expect(page.getByRole('img', { name: /^Specimen of a certificate/ })).toBeVisible();
  // Asked again: the body of a preloaded script is not always there to be read.
  const bodyOf = async (file: string) => (await page.request.get(file)).body();
  const scripts = await Promise.all(files.filter((file) => file.endsWith('.js')).map(bodyOf));
  const bytes = scripts.reduce((sum, script) => sum + gzipSync(script).length, 0);
  expect(bytes / 1024).toBeLessThanOrEqual(250);
  expect(files.filter((file) => /wasm|qr-worker|pdf|camera-scan/.test(file))).toEqual([]);

  const [worker] = await Promise.all([
    page.waitForResponse(/\/assets\/qr-worker-/),
    dropOrPasteFile(page, 'drop', { file: png(await qrPicture('nothing')) }),
  ]);
  expect(worker.headers()['content-security-policy']).toContain("'wasm-unsafe-eval'");
  const document = await page.request.get('/verify');
  expect(document.headers()['content-security-policy']).not.toContain('wasm');
  await expect(page.getByRole('alert')).toContainText('does not belong to a certificate');
});

test('what cannot be read says so in words, and typing stays possible', { tag: '@long' }, async ({
  browser,
  baseURL,
}) => {
  const page = await openVerify(browser);
  const expectNoUpload = watchRequests(page);
  const own = (n: number) => `${baseURL}/verify?n=2025/00000${n}&c=AAAAA-AAAAA`;
  const chosen = (buffer: Buffer, name: string, mimeType = '') =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
  const expectSaid = async (words: string | RegExp) => {
    await expect(page.getByRole('alert')).toContainText(words);
    await expect(page).toHaveURL(/\/verify$/);
    await expect(verdict(page)).toHaveCount(0);
  };
  await numberField(page).fill('2025/000777');

  const plain = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const bomb = await sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  const forged = await qrPicture('https://convocation.example/verify?n=2025/000001&c=AAAAA-AAAAA');
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic')]);
  const refusals: [string, Buffer, string | RegExp][] = [
    ['empty.pdf', Buffer.alloc(0), 'This file is empty.'],
    ['notes.txt', Buffer.from('2025/000001'), 'neither a PDF nor a JPEG, PNG or WebP picture'],
    ['letter.pdf', await pdfOf([null, null]), 'No QR code was found in this file.'],
    ['long.pdf', await pdfOf(Array<null>(12).fill(null)), 'No QR code was found on the first 10 pages.'],
    ['locked.pdf', await pdfOf([null], 'secret'), 'protected by a password'],
    ['broken.pdf', Buffer.from('%PDF-1.7\nnothing'), 'This PDF cannot be read.'],
    ['sea.png', plain, 'No QR code was found in this file.'],
    ['broken.png', plain.subarray(0, 30), 'This picture cannot be read.'],
    ['phone.heic', heic, 'HEIC pictures are not supported.'],
    ['bomb.png', bomb, 'more than 64 million pixels'],
    ['huge.pdf', Buffer.alloc(20 * 1024 * 1024 + 1, '%PDF-'), 'larger than 20 MB'],
    ['forged.png', forged, /leads to convocation\.example, not to this page, and was not opened/],
    ['script.png', await qrPicture('javascript:alert(1)'), 'does not belong to a certificate'],
    ['proof.png', await qrPicture(`${baseURL}/verify`), 'names no certificate'],
    ['slip.png', await qrPicture(`${baseURL}/status?a=000001&r=2`), 'belongs to an acknowledgement slip'],
  ];
  for (const [name, buffer, words] of refusals) {
    await test.step(name, async () => {
      await chosen(buffer, name);
      await expectSaid(words);
    });
  }
  await expect(numberField(page)).toHaveValue('2025/000777');
  await expectNothingFound(page, 'a refused file');

  await test.step('of several certificates one is chosen', async () => {
    await chosen(await pdfOf([await qrPicture(own(1)), null, await qrPicture(own(2))]), 'two.pdf');
    await expect(page.getByRole('alert')).toContainText('several certificates');
    await page.getByRole('button', { name: '2025/000002' }).click();
    await expect(page).toHaveURL(/n=2025%2F000002/);
    await expect(verdict(page)).toBeVisible();
    await expect(numberField(page)).toHaveValue('2025/000002');
  });
  expectNoUpload();
});

test('the camera says what is wrong, and is off on Escape, on leaving and when the page is hidden', {
  tag: '@long',
}, async ({ browser, baseURL }) => {
  test.slow();
  await test.step('a camera that is not there or refused', async () => {
    const page = await openVerify(browser);
    const sentences = {
      NotAllowedError: /does not let this page use the camera/,
      NotFoundError: /No camera was found/,
      NotReadableError: /in use by another program/,
    };
    for (const [name, sentence] of Object.entries(sentences)) {
      await page.evaluate(
        `navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', '${name}'))`,
      );
      await page.getByRole('button', { name: 'Scan with the camera' }).click();
      await expect(page.getByRole('alert')).toContainText(sentence);
      await expectNothingFound(page, `camera: ${name}`);
      await page.getByRole('button', { name: 'Stop the camera' }).click();
    }
    await numberField(page).fill('2025/000001');
  });

  const forged = await qrPicture('https://convocation.example/verify?n=2025/000001&c=AAAAA-AAAAA');
  await withCamera(forged, async (page) => {
    await page.goto(`${baseURL}/verify`);
    const start = async () => {
      await page.getByRole('button', { name: 'Scan with the camera' }).click();
      await expect(page.getByText(/leads to convocation\.example/)).toBeVisible();
      expect(await tracksOf(page)).toContain('live');
    };
    const expectOff = () =>
      expect
        .poll(async () => ((await tracksOf(page)) as string[]).every((state) => state === 'ended'))
        .toBe(true);
    await start();
    await expectNothingFound(page, 'the camera');
    await expect(page).toHaveURL(/\/verify$/);
    await page.keyboard.press('Escape');
    await expectOff();
    await expect(page.getByRole('button', { name: 'Scan with the camera' })).toBeFocused();
    await start();
    await page.evaluate(`{
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
      document.dispatchEvent(new Event('visibilitychange'));
      delete document.hidden;
    }`);
    await expectOff();
    await start();
    await page.getByRole('link', { name: 'Check your application' }).click();
    await expect(page).toHaveURL(/\/status$/);
    await expectOff();
  });
});

test('a browser that reads QR codes by itself is asked first', async ({ browser, baseURL }) => {
  const context = await browser.newContext();
  await context.addInitScript(`globalThis.BarcodeDetector = class {
    static getSupportedFormats = async () => ['qr_code'];
    detect = async () => [{ rawValue: '${baseURL}/verify?n=2025/000009&c=AAAAA-AAAAA' }];
  }`);
  const page = await context.newPage();
  await page.goto('/verify');
  await expect(numberField(page)).toBeVisible();
  const workers: string[] = [];
  page.on('worker', (worker) => workers.push(worker.url()));
  await dropOrPasteFile(page, 'drop', { file: png(await qrPicture('whatever')) });
  await expect(page).toHaveURL(/n=2025%2F000009/);
  expect(workers).toEqual([]);

  await test.step('one that fails is not asked again', async () => {
    await page.evaluate(`BarcodeDetector = class {
      static getSupportedFormats = async () => ['qr_code'];
      detect() { return Promise.reject(new Error('no service')); }
    }`);
    await dropOrPasteFile(page, 'drop', {
      file: png(await qrPicture(`${baseURL}/verify?n=2025/000008&c=AAAAA-AAAAA`)),
    });
    await expect(page).toHaveURL(/n=2025%2F000008/);
  });
});

test('a specimen shows where to look, in every language and look', async ({ browser }) => {
  const page = await openVerify(browser);
  const specimen = page.getByRole('region', { name: 'What a genuine certificate looks like' });
  await expect(specimen.getByRole('listitem').filter({ hasText: 'It leads to' })).toContainText(
    `${new URL(page.url()).host}/verify`,
  );
  for (const language of ['English', 'ಕನ್ನಡ', 'हिन्दी']) {
    await page.getByRole('button', { name: language }).click();
    for (const look of [
      { width: 1366, height: 900, scheme: 'light' },
      { width: 390, height: 844, scheme: 'dark' },
    ] as const) {
      await showIn(page, look);
      await expect(page.locator('figure img')).toBeVisible();
      await expectNothingFound(page, `/verify ${language} ${look.scheme}`);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    }
  }
});

async function openVerify(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto('/verify');
  await expect(numberField(page)).toBeVisible();
  return page;
}

async function expectGenuine(page: Page, number: string, serial: string): Promise<void> {
  await expect(verdict(page).getByRole('heading', { name: 'Genuine' })).toBeVisible();
  for (const fact of [number, serial, 'Meera Scanned']) await expect(verdict(page)).toContainText(fact);
  await expect(verdict(page)).toBeInViewport();
}

/** A browser whose camera looks at a picture, and a person who always allows it. */
async function withCamera(picture: Buffer, use: (page: Page) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'dikshant-film-'));
  const film = path.join(folder, 'film.y4m');
  await writeFilm(film, picture);
  const { args, ...found } = await findChromium();
  const camera = await chromium.launch({
    ...found,
    args: [
      ...args,
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  });
  try {
    const page = await camera.newPage();
    await page.addInitScript(`{
      globalThis.openedTracks = [];
      const { mediaDevices } = navigator;
      const open = mediaDevices?.getUserMedia.bind(mediaDevices);
      if (open) mediaDevices.getUserMedia = async (wanted) => {
        const stream = await open(wanted);
        openedTracks.push(...stream.getTracks());
        return stream;
      };
    }`);
    await use(page);
  } finally {
    await camera.close();
    rmSync(folder, { recursive: true });
  }
}

function tracksOf(page: Page): Promise<unknown> {
  return page.evaluate('openedTracks.map((track) => track.readyState)');
}

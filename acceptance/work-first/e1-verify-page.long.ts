import { type Browser, chromium, type Page, type Request } from 'playwright-core';
import sharp from 'sharp';
import { renderSVG } from 'uqr';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium } from '../../src/dev/testing/chromium.ts';
import { openBrowser } from '../harness/browser.ts';
import { eventually } from '../harness/portal.ts';
import { between, letters } from '../harness/random.ts';
import { writePdf } from '../harness/records.ts';
import { type Office, openOffice } from './w-office.ts';
import { filmOf, picturesOf, readQr } from './w-pictures.ts';
import { printOne, type Records } from './w-records.ts';

// Stage 10: "/verify: camera scan; a dropped PDF or picture is read for its QR in the browser and not uploaded; a picture of a genuine
// sheet and where to look." PRODUCT.md 4: "A dropped PDF is read for its QR in the browser, not uploaded." UX.md: "read:
// zxing-wasm 3.1.4, wasm served by us (its default is a public CDN)".

let office: Office;
let browser: Browser;
let records: Records;
let picture: Buffer;
let code: string;

beforeAll(async () => {
  office = await openOffice();
  browser = await openBrowser({ slowMo: 0 });
  records = await printOne(office, 'COL001');
  [picture] = (await picturesOf(records.printed.pdf)) as [Buffer];
  // The judge reads the sheet before the page is asked to.
  [code] = (await readQr(picture)) as [string];
  expect(code, 'the QR of the sheet').toContain('/verify');
}, 600_000);
afterAll(async () => {
  await browser?.close();
  await office?.portal.remove();
});

type Watched = { page: Page; requests: Request[] };

async function openVerify(from = browser): Promise<Watched> {
  await office.portal.sql('delete from throttles');
  const context = await from.newContext({ baseURL: office.portal.url, reducedMotion: 'reduce' });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  const requests: Request[] = [];
  context.on('request', (request) => requests.push(request));
  await page.goto('/verify');
  await page.getByRole('main').getByRole('textbox').first().waitFor();
  return { page, requests };
}

/** Drops a file on the page as a hand does: where there is a place for it, else on the content. */
async function drop(page: Page, bytes: Buffer, name: string, type: string) {
  const transfer = await page.evaluateHandle(
    `(() => { const bytes = Uint8Array.from(atob('${bytes.toString('base64')}'), (c) => c.charCodeAt(0)); const transfer = new DataTransfer(); transfer.items.add(new File([bytes], '${name}', { type: '${type}' })); return transfer; })()`,
  );
  const words = page.getByText(/drop|drag/i).first();
  const target = (await words.isVisible()) ? words : page.getByRole('main');
  for (const event of ['dragenter', 'dragover', 'drop'])
    await target.dispatchEvent(event, { dataTransfer: transfer });
}

async function choose(page: Page, bytes: Buffer, name: string, mimeType: string) {
  const input = page.locator('input[type=file]').first();
  await input.waitFor({ state: 'attached', timeout: 5_000 }).catch(() => {
    throw new Error('/verify takes no file.');
  });
  await input.setInputFiles({ name, mimeType, buffer: bytes });
}

/** Nothing of a file leaves the browser, and nothing comes from elsewhere. */
function expectNoUpload({ requests }: Watched) {
  const own = new URL(office.portal.url).host;
  for (const request of requests) {
    const url = new URL(request.url());
    if (!/^https?:|^wss?:/.test(url.protocol)) continue;
    expect(url.host, request.url()).toBe(own);
    expect(request.postDataBuffer()?.length ?? 0, `${request.method()} ${request.url()}`).toBeLessThan(1_000);
    expect(url.href.length, 'an address that carries no file').toBeLessThan(600);
    if (request.method() !== 'GET') expect(url.pathname).toMatch(/^\/api\/verify/);
  }
}

async function expectGenuine({ page }: Watched) {
  await page
    .getByRole('main')
    .getByRole('heading', { name: /^genuine/i })
    .first()
    .waitFor({ timeout: 15_000 })
    .catch(async () => {
      throw new Error(`Not found genuine: ${await page.getByRole('main').textContent()}`);
    });
  const text = (await page.getByRole('main').textContent()) ?? '';
  expect(text).toContain(records.name);
  expect(text).toContain(records.printed.sheets[0]!.serial);
}

const qrOf = (text: string) =>
  sharp(Buffer.from(renderSVG(text, { pixelSize: 8 })))
    .png()
    .toBuffer();

describe('5 /verify', { timeout: 180_000 }, () => {
  for (const way of ['dropped', 'chosen'] as const) {
    for (const [kind, type, bytes] of [
      ['PDF', 'application/pdf', async () => records.printed.pdf],
      ['PNG', 'image/png', async () => picture],
      [
        'photograph, tilted and grey',
        'image/jpeg',
        async () =>
          sharp(picture)
            .rotate(between(-4, 4), { background: 'white' })
            .greyscale()
            .jpeg({ quality: 70 })
            .toBuffer(),
      ],
    ] as const) {
      test(`5 "a dropped PDF or picture is read for its QR in the browser and not uploaded": ${kind}, ${way}`, async () => {
        const watched = await openVerify();
        const give = way === 'dropped' ? drop : choose;
        await give(watched.page, Buffer.from(await bytes()), `${letters(6)}.${type.split('/')[1]}`, type);
        await expectGenuine(watched);
        expectNoUpload(watched);
        await watched.page.context().close();
      });
    }
  }

  test('5 what is read offline of the server: a file is looked at without any request but the question itself', async () => {
    const watched = await openVerify();
    await choose(watched.page, picture, 'first.png', 'image/png');
    await expectGenuine(watched);
    const before = watched.requests.length;
    await watched.page.reload();
    await watched.page.getByRole('main').getByRole('textbox').first().waitFor();
    await choose(watched.page, picture, 'again.png', 'image/png');
    await eventually(() => watched.requests.slice(before).some((one) => one.url().includes('/api/verify')));
    const question = watched.requests.slice(before).filter((one) => /\/api\//.test(one.url()));
    expect(question.filter((one) => /\/api\/(files|upload)/.test(one.url()))).toEqual([]);
    await watched.page.context().close();
  });

  for (const [what, bytes, name, type] of [
    ['a PDF without a code', async () => writePdf(), 'letter.pdf', 'application/pdf'],
    [
      'a picture without a code',
      async () =>
        sharp({ create: { width: 300, height: 200, channels: 3, background: 'teal' } })
          .png()
          .toBuffer(),
      'sea.png',
      'image/png',
    ],
    [
      'the code of another site',
      () => qrOf(`https://${letters(8)}.example/verify?n=2025%2F000001&c=ABCDE23456`),
      'other.png',
      'image/png',
    ],
    ['a file that is none of these', async () => Buffer.from(letters(400)), 'notes.txt', 'text/plain'],
  ] as [string, () => Promise<Buffer>, string, string][]) {
    test(`5 ${what}: said in words with what to do, and nothing is sent or opened`, async () => {
      const watched = await openVerify();
      await choose(watched.page, await bytes(), name, type);
      await eventually(
        async () =>
          /no (qr )?code|not (a )?(code|certificate|genuine)|another|cannot (be )?read|could not|type the/i.test(
            (await watched.page.getByRole('main').textContent()) ?? '',
          ),
        { what: `a sentence about ${what}` },
      );
      expect(await watched.page.getByRole('heading', { name: /^genuine/i }).count()).toBe(0);
      expect(new URL(watched.page.url()).host).toBe(new URL(office.portal.url).host);
      expectNoUpload(watched);
      await watched.page.context().close();
    });
  }

  test('5 "camera scan": offered by a button, and a sheet before the camera is found genuine', async () => {
    const film = await filmOf(await qrOf(code));
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
      const watched = await openVerify(camera);
      await watched.page.context().grantPermissions(['camera']);
      await watched.page
        .getByRole('button', { name: /camera|scan/i })
        .first()
        .press('Enter', { timeout: 5_000 });
      await expectGenuine(watched);
      expectNoUpload(watched);
      const live = await watched.page.evaluate<number>(
        "[...document.querySelectorAll('video')].filter((v) => v.srcObject?.getTracks().some((t) => t.readyState === 'live')).length",
      );
      expect(live, 'the camera is off once the code is read').toBe(0);
      await watched.page.context().close();
    } finally {
      await camera.close();
    }
  });

  test('5 "camera scan": a camera that is refused is said in words, and typing stays possible', async () => {
    const { page } = await openVerify();
    await page.evaluate(
      "navigator.mediaDevices && (navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError')))",
    );
    await page
      .getByRole('button', { name: /camera|scan/i })
      .first()
      .press('Enter', { timeout: 5_000 });
    await eventually(
      async () =>
        /camera/i.test((await page.getByRole('main').textContent()) ?? '') &&
        /allow|permi|cannot|could not|not available/i.test((await page.locator('body').textContent()) ?? ''),
      { what: 'a sentence about the camera' },
    );
    await page.getByRole('main').getByRole('textbox').first().fill('2025/000001');
    await page.context().close();
  });

  test('5 "a picture of a genuine sheet and where to look": it is drawn, described, and names the places', async () => {
    const { page } = await openVerify();
    const pictures = page.getByRole('main').locator('img, svg[role=img], [role=img], figure svg');
    await pictures.first().waitFor({ timeout: 5_000 });
    const sizes = await pictures.evaluateAll((all: unknown[]) =>
      (all as { getBoundingClientRect(): { width: number; height: number }; naturalWidth?: number }[]).map(
        (one) => ({
          width: one.getBoundingClientRect().width,
          isDrawn: one.naturalWidth !== 0,
        }),
      ),
    );
    expect(
      sizes.some(({ width, isDrawn }) => width > 150 && isDrawn),
      JSON.stringify(sizes),
    ).toBe(true);
    const named = page.getByRole('main').getByRole('img', { name: /sheet|certificate/i });
    expect(await named.count(), 'a description for who does not see it').toBeGreaterThan(0);
    const text = (await page.getByRole('main').textContent()) ?? '';
    for (const place of [/QR/, /verification code/i, /convocation number/i, /serial/i])
      expect(text).toMatch(place);
    // Nobody's sheet: a specimen.
    for (const { name } of await office.portal.sql<{ name: string }>(
      'select candidate_name as name from applications',
    ))
      expect(text).not.toContain(name);
    await page.context().close();
  });
});

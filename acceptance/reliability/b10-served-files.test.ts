import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Desks, startWithDesks } from '../harness/desks.ts';
import type { Portal } from '../harness/portal.ts';
import { between, letters } from '../harness/random.ts';
import { drawPhoto, receive, tryUpload, upload, writePdf } from '../harness/records.ts';

// FAULTS.md B10: "Served photos are the uploaded bytes with EXIF and tails; PDFs with JavaScript stored and served
// inline; photos cached an hour" must become "the clean re-encoded picture is served and printed, the original only to
// auditors; active PDFs refused; `no-store`".

let portal: Portal;
let desks: Desks;

beforeAll(async () => {
  ({ portal, desks } = await startWithDesks());
});
afterAll(() => portal?.remove());

describe('B10 served files', () => {
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    test(`B10: metadata and the tail of a ${format} are gone from what is served`, async () => {
      const where = `Camera of ${letters(12)}`;
      const tail = `<script>tail ${letters(16)}</script>`;
      const picture = await sharp(await drawPhoto())
        .withExif({ IFD0: { Artist: where, ImageDescription: where } })
        .toFormat(format)
        .toBuffer();
      expect(picture.includes(where)).toBe(true);
      const id = await upload(
        desks.receiver,
        'photo',
        Buffer.concat([picture, Buffer.from(tail)]),
        `photo.${format}`,
      );
      await receive(desks.receiver, { photoFileId: id });
      for (const person of [desks.receiver, desks.caseWorker]) {
        for (const path of [
          `/api/files/${id}`,
          `/api/files/${id}?download=1`,
          `/api/files/${id}/thumbnail`,
        ]) {
          const { bytes, response } = await fetchFile(path, person.cookie);
          expect(response.status, path).toBe(200);
          expect(bytes.includes(where), `${path}: EXIF`).toBe(false);
          expect(bytes.includes(tail), `${path}: tail`).toBe(false);
          expect((await sharp(bytes).metadata()).exif, `${path}: an EXIF block`).toBeUndefined();
        }
      }
    });
  }

  test('B10: personal files are never kept by a browser or a proxy', async () => {
    const id = await upload(desks.receiver, 'photo', await drawPhoto(), 'photo.jpg');
    const receiptId = await upload(desks.receiver, 'receipt', writePdf(), 'dd.pdf');
    await receive(desks.receiver, { photoFileId: id, receiptFileId: receiptId });
    for (const path of [`/api/files/${id}`, `/api/files/${id}/thumbnail`, `/api/files/${receiptId}`]) {
      const { response } = await fetchFile(path, desks.caseWorker.cookie);
      expect(response.headers.get('cache-control'), path).toMatch(/no-store/);
    }
  });

  test('B10: a PDF that does something is refused, with a sentence', async () => {
    const actions = [
      '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>',
      '/Names << /JavaScript << /Names [(a) << /S /JavaScript /JS (app.alert\\(2\\)) >>] >> >>',
      '/OpenAction << /S /Launch /F (calc.exe) >>',
      // A name may be written with codes.
      '/OpenAction << /S /J#61vaScript /JS (app.alert\\(3\\)) >>',
      '/AA << /WC << /S /JavaScript /JS (app.alert\\(4\\)) >> >>',
      `/Names << /EmbeddedFiles << /Names [(x) << /Type /Filespec /F (x.exe) >>] >> >>`,
    ];
    for (const action of actions) {
      const answer = await tryUpload(
        desks.receiver,
        'receipt',
        writePdf('Draft', action),
        `dd ${between(1, 99)}.pdf`,
      );
      expect([400, 415, 422], `${action}: ${answer.text}`).toContain(answer.status);
      expect(answer.body.requestId).toBeTruthy();
      expect(answer.body.detail.length).toBeGreaterThan(10);
    }
    const plain = await tryUpload(
      desks.receiver,
      'receipt',
      writePdf('JavaScript is only a word here'),
      'dd.pdf',
    );
    expect(plain.status, 'a harmless PDF').toBe(200);
  });
});

async function fetchFile(path: string, cookie: string) {
  const response = await fetch(portal.url + path, { headers: { cookie } });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { drawPortrait, writeDraftScan } from '#dev/seed/demo-pictures.ts';
import { uploadFile } from '#dev/testing/factories.ts';
import { makePdfBomb } from '#dev/testing/file-bombs.ts';
import { longTest } from '#dev/testing/long-test.ts';
import { measureLoopDelay } from '#dev/testing/loop-delay.ts';
import { type StaffCaller, sharedPortal } from '#dev/testing/portal.ts';
import { pageTexts } from '#dev/testing/print-file.ts';
import { faultyPdf } from '#dev/testing/strange-files.testing.ts';

const portal = await sharedPortal();
const receiver = await portal.as('receiver');

type Kind = Parameters<typeof uploadFile>[1];

async function idOf(kind: Kind, bytes: Buffer, name?: string): Promise<string> {
  const response = await uploadFile(receiver, kind, bytes, name);
  expect(response.status, await response.clone().text()).toBe(200);
  return ((await response.json()) as { id: string }).id;
}

async function bytesOf(caller: StaffCaller, path: string): Promise<Buffer> {
  const response = await caller.fetch(path);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

async function codeOf(kind: Kind, bytes: Buffer): Promise<string> {
  return ((await (await uploadFile(receiver, kind, bytes)).json()) as { code: string }).code;
}

describe('a picture', () => {
  test('is shown as a clean JPEG: without EXIF, without what stood behind its end, and upright', async () => {
    const tail = Buffer.from('<html><script>alert(1)</script>PK\x03\x04');
    const exif = { IFD0: { Artist: 'The candidate', ImageDescription: '12.3N 76.6E' } };
    const picture = await sharp(await drawPortrait(1))
      .rotate(90)
      .withExif(exif)
      .withMetadata({ orientation: 8 })
      .jpeg()
      .toBuffer();
    const shown = await bytesOf(
      receiver,
      `/api/files/${await idOf('receipt', Buffer.concat([picture, tail]))}`,
    );
    const facts = await sharp(shown).metadata();
    expect([facts.format, facts.exif, facts.width, facts.height]).toEqual(['jpeg', undefined, 413, 531]);
    expect(shown.includes('script')).toBe(false);
    expect(shown.subarray(-2).toString('hex')).toBe('ffd9');
  });

  test.each(['jpeg', 'png', 'webp'] as const)(
    'that came as %s has nothing of the camera or behind its end, small or whole, and is kept by no cache',
    async (format) => {
      const camera = 'Camera of the candidate';
      const picture = await sharp(await drawPortrait(4))
        .withExif({ IFD0: { Artist: camera } })
        .toFormat(format)
        .toBuffer();
      expect(picture.includes(camera)).toBe(true);
      const id = await idOf('photo', Buffer.concat([picture, Buffer.from('<script>tail</script>')]));
      for (const address of [
        `/api/files/${id}`,
        `/api/files/${id}?download=1`,
        `/api/files/${id}/thumbnail`,
      ]) {
        const shown = await bytesOf(receiver, address);
        expect((await sharp(shown).metadata()).exif, address).toBeUndefined();
        for (const hidden of [camera, '<script>tail']) expect(shown.includes(hidden), address).toBe(false);
        const { headers } = await receiver.fetch(address);
        expect(headers.get('cache-control'), address).toContain('no-store');
      }
    },
  );

  test('keeps its original for auditors, who are noted in the audit log', async () => {
    const png = await sharp(await drawPortrait(3))
      .png()
      .toBuffer();
    const id = await idOf('receipt', png, 'ಆಶಾ photo.png');
    const download = await receiver.fetch(`/api/files/${id}?download=1`);
    expect(download.headers.get('content-type')).toBe('image/jpeg');
    expect(decodeURIComponent(download.headers.get('content-disposition')!)).toBe(
      "attachment; filename*=UTF-8''ಆಶಾ photo.jpg",
    );
    expect(download.headers.get('cache-control')).toBe('private, no-store');
    expect((await receiver.fetch(`/api/files/${id}/original`)).status).toBe(403);
    expect((await (await portal.as('admin')).fetch(`/api/files/${id}/original`)).status).toBe(403);

    const auditor = await portal.as('auditor');
    // Nobody but its uploader sees a file that belongs to nothing yet.
    expect((await auditor.fetch(`/api/files/${id}/original`)).status).toBe(404);
    await portal.services.db
      .updateTable('staff')
      .set({ role: 'auditor' })
      .where('id', '=', receiver.actor.id)
      .execute();
    expect((await bytesOf(receiver, `/api/files/${id}/original`)).equals(png)).toBe(true);
    await portal.services.db
      .updateTable('staff')
      .set({ role: 'receiver' })
      .where('id', '=', receiver.actor.id)
      .execute();
    const { rows } = await auditor.api.audit.listAuditEvents({ search: 'ಆಶಾ photo.png' });
    expect(rows.map(({ event }) => event)).toContain('files.original_viewed');
  });

  test('a landscape photo is cut to 35 × 45 mm as the screen proposes, for its list picture as well', async () => {
    // A red face in the middle of a wide blue picture.
    const wide = await sharp({ create: { width: 1600, height: 900, channels: 3, background: '#00f' } })
      .composite([
        {
          input: { create: { width: 300, height: 400, channels: 3, background: '#f00' } },
          left: 650,
          top: 150,
        },
      ])
      .jpeg()
      .toBuffer();
    const id = await idOf('photo', wide);
    const shown = await bytesOf(receiver, `/api/files/${id}`);
    const { width, height } = await sharp(shown).metadata();
    expect([width, height]).toEqual([700, 900]);
    const middle = await sharp(shown).extract({ left: 340, top: 300, width: 20, height: 20 }).toBuffer();
    expect((await sharp(middle).stats()).channels[0]!.mean).toBeGreaterThan(200);
    const small = await sharp(await bytesOf(receiver, `/api/files/${id}/thumbnail`)).metadata();
    expect([small.width, small.height]).toEqual([96, 123]);
  });

  test('that would unpack to a hundred times its size is refused, and nobody waits for it', async () => {
    const bomb = await sharp({
      create: { width: 9_000, height: 9_000, channels: 3, background: '#000' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(5 * 1024 * 1024);
    const delay = await measureLoopDelay(async () => {
      const codes = await Promise.all(Array.from({ length: 6 }, () => codeOf('photo', bomb)));
      expect(new Set(codes)).toEqual(new Set(['files.picture_too_large']));
    });
    expect(delay).toBeLessThan(500);
  });
});

const face = { bank: 'SBI', branch: 'Mysuru', number: '123456', drawnOn: '2026-01-01', amount: 700 };

/** A page whose catalog has one entry more, in compressed object streams or in plain text. */
async function pdfWith(change: (document: PDFDocument) => void, isCompressed: boolean): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.addPage();
  change(document);
  return Buffer.from(await document.save({ useObjectStreams: isCompressed }));
}

describe('a PDF', () => {
  const active: Record<string, (document: PDFDocument) => void> = {
    'a script': (document) => document.addJavaScript('main', 'app.alert(1)'),
    'an act on opening': ({ catalog, context }) =>
      catalog.set(
        PDFName.of('OpenAction'),
        context.obj({ S: 'URI', URI: PDFString.of('https://example.org') }),
      ),
    'a program to launch': ({ catalog, context }) =>
      catalog.set(PDFName.of('Extra'), context.register(context.obj({ S: 'Launch', F: PDFString.of('a') }))),
    'acts of a page': (document) =>
      document.getPage(0).node.set(PDFName.of('AA'), document.context.obj({ O: { S: 'Named' } })),
    'an XFA form': ({ catalog, context }) =>
      catalog.set(PDFName.of('AcroForm'), context.obj({ XFA: PDFString.of('x') })),
    'rich media': (document) =>
      document
        .getPage(0)
        .node.set(PDFName.of('Annots'), document.context.obj([{ Type: 'Annot', Subtype: 'RichMedia' }])),
    'another file': (document) =>
      void document.context.register(document.context.flateStream('x', { Type: 'EmbeddedFile' })),
  };
  test.each(Object.entries(active))(
    'with %s is refused, also when it is compressed',
    async (_what, change) => {
      expect(await codeOf('receipt', await pdfWith(change, false))).toBe('files.pdf_active');
      expect(await codeOf('receipt', await pdfWith(change, true))).toBe('files.pdf_active');
    },
  );

  test('with its names escaped is refused as well', async () => {
    const pdf = (await pdfWith((document) => document.addJavaScript('main', 'app.alert(1)'), false))
      .toString('latin1')
      .replaceAll('/JavaScript', '/J#61vaScrip#74')
      .replaceAll('/JS', '/J#53');
    expect(await codeOf('receipt', Buffer.from(pdf, 'latin1'))).toBe('files.pdf_active');
  });

  test('that only says JavaScript on its page is taken', async () => {
    expect(await idOf('receipt', writeDraftScan({ ...face, branch: '/JavaScript /Launch' }))).toBeTruthy();
  });

  test('that opens at a page is taken, and is shown without what belongs to no object', async () => {
    const pdf = await pdfWith(({ catalog, context }) => {
      catalog.set(PDFName.of('OpenAction'), context.obj([context.obj(null), 'Fit']));
    }, true);
    const tail = Buffer.from('\n<html><script>alert(1)</script>');
    const id = await idOf('receipt', Buffer.concat([pdf, tail]));
    const shown = await bytesOf(receiver, `/api/files/${id}`);
    expect(shown.includes('script')).toBe(false);
    expect((await PDFDocument.load(shown)).getPageCount()).toBe(1);
  });

  test('that was written over a longer file is shown without the remains of that one', async () => {
    const written = (words: string) => faultyPdf('nothing but zeros after its end', words, 0);
    const longer = await written('Receipt of yesterday');
    const remains = longer.subarray(longer.indexOf('4 0 obj'), longer.indexOf('xref\n0'));
    const pdf = Buffer.concat([await written('Receipt of today'), remains]);
    const shown = await bytesOf(receiver, `/api/files/${await idOf('receipt', pdf)}`);
    expect(await pageTexts(shown)).toEqual(['Receipt of today']);
  });

  test('with a script is refused even though an update replaced one of its objects', async () => {
    const pdf = await pdfWith((document) => document.addJavaScript('main', 'app.alert(1)'), false);
    const page = /\n(\d+ 0 obj\n<<\n\/Type \/Page\n.*?endobj)/s.exec(pdf.toString('latin1'))![1]!;
    expect(await codeOf('receipt', Buffer.concat([pdf, Buffer.from(`\n${page}\n`)]))).toBe(
      'files.pdf_active',
    );
  });

  test('that is damaged or protected by a password is refused with its own sentence', async () => {
    const scan = writeDraftScan(face);
    expect(await codeOf('receipt', scan.subarray(0, 60))).toBe('files.pdf_damaged');
    expect(await codeOf('receipt', Buffer.from('%PDF-1.7\nnothing at all'))).toBe('files.pdf_damaged');
    const sealed = scan
      .toString('latin1')
      .replace('/Root 1 0 R', '/Root 1 0 R /Encrypt << /Filter /Standard >>');
    expect(await codeOf('receipt', Buffer.from(sealed, 'latin1'))).toBe('files.pdf_protected');
  });

  longTest(
    'that unpacks to gigabytes stops its reader, not the portal',
    async () => {
      const bomb = makePdfBomb();
      expect(bomb.length).toBeLessThan(5 * 1024 * 1024);
      let codes: string[] = [];
      const delay = await measureLoopDelay(async () => {
        codes = await Promise.all(Array.from({ length: 3 }, () => codeOf('receipt', bomb)));
      });
      expect(new Set(codes)).toEqual(new Set(['files.pdf_too_complex']));
      expect(delay).toBeLessThan(500);
      expect(await idOf('receipt', writeDraftScan(face))).toBeTruthy();
    },
    60_000,
  );
});

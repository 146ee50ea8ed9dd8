import fc from 'fast-check';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { drawPortrait } from '#dev/seed/demo-pictures.ts';
import { uploadFile } from '#dev/testing/factories.ts';
import { type Portal, type StaffCaller, sharedPortal } from '#dev/testing/portal.ts';
import { pageTexts } from '#dev/testing/print-file.ts';
import * as strange from '#dev/testing/strange-files.testing.ts';
import { unique } from '#dev/testing/unique.ts';
import type { FileKind } from '#shared/file-kinds.ts';

const members = process.env.LONG_FORMS ? 2_000 : 100;
let portal: Portal;
let receiver: StaffCaller;

beforeAll(async () => {
  portal = await sharedPortal();
  receiver = await portal.as('receiver');
});

async function send(kind: FileKind, bytes: Buffer, name?: string) {
  const response = await uploadFile(receiver, kind, bytes, name);
  const answer = (await response.json()) as { id: string; code?: string; detail?: string };
  return { status: response.status, ...answer };
}

/** What is shown of a file that is taken. */
async function kept(kind: FileKind, bytes: Buffer): Promise<Buffer> {
  const answer = await send(kind, bytes);
  expect(answer.status, answer.detail).toBe(200);
  return Buffer.from(await (await receiver.fetch(`/api/files/${answer.id}`)).arrayBuffer());
}

const runs = (kinds: number) => ({ numRuns: Math.ceil(members / kinds) });
const side = fc.integer({ min: 300, max: 900 });

describe('a PDF', () => {
  const anyNumber = fc.integer({ min: 1, max: 99_999 });

  test.each(strange.pdfFaults)(
    'that viewers show is taken and unlocked: %s',
    async (fault) => {
      const check = async (by: number) => {
        const words = `Receipt ${100_000 + unique()}`;
        const bytes = await strange.faultyPdf(fault, words, by);
        expect(await pageTexts(bytes)).toEqual([words]);
        const copy = await kept('receipt', bytes);
        expect(await pageTexts(copy)).toEqual([words]);
        expect(copy.includes('/Encrypt')).toBe(false);
      };
      await fc.assert(fc.asyncProperty(anyNumber, check), runs(strange.pdfFaults.length));
    },
    3_600_000,
  );

  test('that nobody reads without its password, or that begins too late, is refused for that', async () => {
    const locked = await send('receipt', await strange.lockedPdf('Receipt', 'owner', 'open123'));
    expect(locked).toMatchObject({ status: 422, code: 'files.pdf_protected' });
    expect(locked.detail).toContain('password');
    const pdf = await strange.faultyPdf('no end', 'Receipt', 1);
    const late = await send('receipt', Buffer.concat([Buffer.alloc(1_100, 'a'), pdf]));
    expect(late).toMatchObject({ status: 422, code: 'files.wrong_content' });
  });
});

describe('a photo', () => {
  test('whose JPEG lacks its end is taken whole', async () => {
    const check = async (width: number, height: number, cut: number) => {
      const jpeg = await strange.plainPicture(width, height).jpeg().toBuffer();
      const copy = await kept('receipt', jpeg.subarray(0, jpeg.length - cut));
      const facts = await sharp(copy).metadata();
      expect([facts.format, facts.width, facts.height]).toEqual(['jpeg', width, height]);
    };
    await fc.assert(fc.asyncProperty(side, side, fc.constantFrom(1, 2), check), runs(10));
  });

  test('of a phone, in a new format or moving, is converted, or named for what it is under any name', async () => {
    const brands = ['heic', 'heix', 'hevc', 'mif1', 'msf1'];
    const files = brands.map((brand): [Buffer, RegExp] => [strange.heic(brand), /HEIC/]);
    files.push([await strange.plainPicture(400, 500).avif().toBuffer(), /AVIF/]);
    files.push([await strange.movingPng(400, 500), /mov|APNG/]);
    for (const [bytes, words] of files)
      for (const name of ['a.heic', 'a.jpg', 'a.png']) {
        const { status, detail } = await send('photo', bytes, name);
        if (status !== 200) expect([status, detail]).toEqual([422, expect.stringMatching(words)]);
      }
  });

  test('has a least size', async () => {
    const few = fc.integer({ min: 1, max: 32 });
    const check = async (width: number, height: number) => {
      const answer = await send('photo', await strange.plainPicture(width, height).png().toBuffer());
      expect(answer).toMatchObject({ status: 422, code: 'files.picture_too_small' });
    };
    await fc.assert(fc.asyncProperty(few, few, check), { ...runs(10), examples: [[8, 8]] });
    await kept('photo', await drawPortrait(3));
  });
});

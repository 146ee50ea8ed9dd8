import sharp from 'sharp';
import { expect, test } from 'vitest';
import { exampleEntry } from '#dev/testing/example-entry.ts';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { uploadFile } from '#dev/testing/factories.ts';
import { filePortal } from '#dev/testing/portal.ts';

const portal = await filePortal();
const admin = await portal.as('admin');

/** A red disc, with whatever else a drawing may hold. */
function drawing(further = ''): Buffer {
  return Buffer.from(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100">
    <circle cx="50" cy="50" r="40" fill="#c00"/>${further}</svg>`);
}

function strokes(width: number, background: { alpha: number }): Promise<Buffer> {
  const image = { width, height: Math.round(width / 3), channels: 4 as const };
  return sharp({ create: { ...image, background: { r: 255, g: 255, b: 255, ...background } } })
    .png()
    .toBuffer();
}

async function sent(kind: 'crest' | 'signature', bytes: Buffer): Promise<{ id: string; code?: string }> {
  return (await (await uploadFile(admin, kind, bytes)).json()) as { id: string; code?: string };
}

test('a crest that is drawn becomes pixels, sharp enough to print', async () => {
  const { id } = await sent('crest', drawing('<use href="#disc"/>'));
  const { id: entry } = await admin.api.university.addEntry({
    ...exampleEntry('university'),
    crestFileId: id,
  });
  const served = await admin.fetch(`/api/files/${id}`);
  expect(served.headers.get('content-type')).toBe('image/png');
  const bytes = Buffer.from(await served.arrayBuffer());
  const { width, height, hasAlpha } = await sharp(bytes).metadata();
  expect([width, height, hasAlpha]).toEqual([2_400, 2_400, true]);

  const auditor = await portal.as('auditor');
  expect((await auditor.fetch(`/api/files/${id}`)).status).toBe(200);
  const receiver = await portal.as('receiver');
  expect((await receiver.fetch(`/api/files/${id}`)).status).toBe(403);
  expect(await admin.api.university.getEntry({ id: entry })).toMatchObject({ crestFileId: { id } });
});

test.each([
  '<script>fetch("https://example.org")</script>',
  '<image href="file:///etc/hostname" width="9" height="9"/>',
  "<use xlink:href = 'https://example.org/a.svg#b'/>",
  '<g onload="alert(1)"/>',
  '<foreignObject><p/></foreignObject>',
])('a crest that would run or load something is refused: %s', async (further) => {
  expect((await sent('crest', drawing(further))).code).toBe('files.active_drawing');
});

test('a picture that would print coarse, or cover the paper, is refused', async () => {
  const small = await sharp({ create: { width: 599, height: 800, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  expect((await sent('crest', small)).code).toBe('files.picture_too_small');
  expect((await sent('signature', await strokes(899, { alpha: 0 }))).code).toBe('files.picture_too_small');
  expect((await sent('signature', await strokes(900, { alpha: 1 }))).code).toBe('files.not_transparent');
  expect((await sent('signature', drawing())).code).toBe('files.wrong_content');
  expect((await sent('signature', await strokes(900, { alpha: 0 }))).id).toBeDefined();
});

test('nobody attaches the upload of somebody else, or a crest as a signature', async () => {
  const other = await portal.as('admin');
  const signature = await sent('signature', await strokes(900, { alpha: 0 }));
  const crest = await sent('crest', drawing());
  const entry = (id: string) => ({ ...exampleEntry('offices'), signatureFileId: id });
  await expectDomainError(other.api.offices.addEntry(entry(signature.id)), 'files.not_usable');
  await expectDomainError(admin.api.offices.addEntry(entry(crest.id)), 'files.not_usable');
  const { id } = await admin.api.offices.addEntry(entry(signature.id));
  // Whoever corrects the entry later leaves the picture as it is.
  await other.api.offices.editEntry({
    id,
    version: 1,
    entry: { ...entry(signature.id), holder: 'Prof. Asha Rao' },
  });
});

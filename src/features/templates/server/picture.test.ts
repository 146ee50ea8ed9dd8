import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { receiveApplication } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { draftTemplate, ownContent } from '#dev/testing/templates.ts';
import { designOf } from '#features/certificates/server/designs/designs.ts';
import type { TemplateContent } from '#features/certificates/template.ts';
import { closeRenderers } from '#platform/server/typst/render-document.ts';

const { portal, office } = await fileOffice();
const admin = await portal.as('admin');
const { id } = await draftTemplate({ admin }, office.certificateType);
afterAll(() => closeRenderers());

const draw = (content: TemplateContent, sample: 'longest' | 'shortest' | 'hardest' = 'hardest') =>
  admin.api.templatePictures.drawTemplate({ id, content, sample });

/** The design for pre-printed paper with the box of the names as wide and as high as it is said. */
function namesIn(size: { width?: number; height?: number }): TemplateContent {
  const content = structuredClone(designOf('data_only'));
  return { ...content, boxes: content.boxes.map((box, at) => (at === 0 ? { ...box, ...size } : box)) };
}

test('the page comes as a picture of the screen’s resolution, marked in red across', async () => {
  const { picture } = await draw(ownContent());
  const image = sharp(Buffer.from(picture, 'base64'));
  expect(await image.metadata()).toMatchObject({ format: 'png', width: 1123, height: 794 });
  const { data } = await image.extract({ left: 0, top: 0, width: 1123, height: 794 }).raw().toBuffer({
    resolveWithObject: true,
  });
  const isReddish = (at: number) =>
    data[at]! > 240 && data[at + 1]! < 235 && data[at + 1]! === data[at + 2]! + 1;
  const reddish = Array.from({ length: data.length / 3 }, (_, pixel) => pixel * 3).filter(isReddish).length;
  expect(reddish / (1123 * 794)).toBeGreaterThan(0.01);
});

test('a portrait sheet stands upright', async () => {
  const { picture } = await draw(designOf('modern'));
  expect(await sharp(Buffer.from(picture, 'base64')).metadata()).toMatchObject({ width: 794, height: 1123 });
});

test('every line that is set smaller, is too long or leaves its box is named', async () => {
  const { fits } = await draw(namesIn({ width: 150 }));
  expect(fits[0]).toMatchObject({ box: 0, line: 0, state: 'smaller', wantedSize: 28, floor: 7.5 });
  expect(fits[0]!.size).toBeLessThan(28);
  expect((await draw(namesIn({ width: 12 }))).fits[0]).toMatchObject({ state: 'too_long', size: 7.5 });
  expect((await draw(namesIn({ height: 8 }))).fits.map(({ line, state }) => [line, state])).toEqual(
    expect.arrayContaining([
      [0, 'outside'],
      [1, 'outside'],
    ]),
  );
});

test('the samples are the longest names and the shortest that applications have', async () => {
  const receiver = await portal.as('receiver');
  const long = 'Lakshminarasimhaswamy Ramachandrachar Venkatasubramanian Krishnamurthy Iyengar of Shivamogga';
  await receiveApplication(receiver, office, { candidateName: long });
  await receiveApplication(receiver, office, { candidateName: 'Om' });
  const textIn = async (sample: 'longest' | 'shortest') => {
    const { fits } = await draw(namesIn({ width: 3 }), sample);
    return fits.find(({ line }) => line === 0)?.text;
  };
  expect(await textIn('longest')).toBe(long);
  expect(await textIn('shortest')).toBe('Om');
});

test('what a pack draws under the boxes is shown, and nothing that a browser sends', async () => {
  const { id: drawn } = await draftTemplate({ admin }, office.certificateType);
  const drawing = '#let draw(sheet) = place(rect(width: 100%, height: 100%, fill: rgb("#00ff00")))';
  await portal.services.db
    .updateTable('template_versions')
    .set({ content: JSON.stringify({ ...ownContent(), drawing }) })
    .where('template_id', '=', drawn)
    .execute();
  const cornerOf = async (template: string, content: TemplateContent) => {
    const { picture } = await admin.api.templatePictures.drawTemplate({
      id: template,
      content,
      sample: 'hardest',
    });
    const corner = sharp(Buffer.from(picture, 'base64')).extract({ left: 2, top: 2, width: 1, height: 1 });
    return [...(await corner.raw().toBuffer())].slice(0, 3);
  };
  expect(await cornerOf(drawn, ownContent())).toEqual([0, 255, 0]);
  await expect(cornerOf(id, { ...ownContent(), drawing })).rejects.toMatchObject({ status: 422 });
  expect(await cornerOf(id, ownContent())).toEqual([255, 255, 255]);
});

test('a template that is not there is refused, and so is whoever only reads templates', async () => {
  const input = { id: crypto.randomUUID(), content: ownContent(), sample: 'longest' } as const;
  await expectDomainError(admin.api.templatePictures.drawTemplate(input), 'templates.not_found');
  const auditor = await portal.as('auditor');
  await expectDomainError(auditor.api.templatePictures.drawTemplate({ ...input, id }), 'auth.not_permitted');
});

import { afterAll, describe, expect, test } from 'vitest';
import { closeRenderers } from '#server/typst/render-document.ts';
import { maxSheets, renderCertificates } from './render-certificates.ts';
import { sampleSheet, sampleUniversity } from './sample-sheet.ts';

afterAll(closeRenderers);

const university = sampleUniversity;
const sheet = await sampleSheet();

test('more callers than renderers all get their own file', async () => {
  const sheets = await Promise.all(
    ['A', 'B', 'C', 'D', 'E', 'F'].map((candidateName) => sampleSheet({ candidateName })),
  );
  const progress: number[] = [];
  const files = await Promise.all(
    sheets.map((sheet) =>
      renderCertificates({ university, sheets: [sheet], onProgress: (done) => progress.push(done) }),
    ),
  );
  expect(new Set(files.map((file) => Buffer.from(file).toString('latin1'))).size).toBe(6);
  expect(progress.toSorted()).toEqual([0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1]);
});

test('a fault of one sheet leaves the renderer in service', async () => {
  const sheets = [await sampleSheet({ photo: new Uint8Array([0xff, 0xd8, 0xff]) })];
  await expect(renderCertificates({ university, sheets })).rejects.toMatchObject({
    name: 'CertificateRenderError',
    code: 'photo_unreadable',
    convocationNumber: '2025/000123',
  });
  await expect(renderCertificates({ university, sheets: [await sampleSheet()] })).resolves.toBeInstanceOf(
    Uint8Array,
  );
});

test('an aborted call rejects with its reason, whether it renders or waits, and the next one works', async () => {
  const sheets = Array.from({ length: 300 }, () => sheet);
  const abort = new AbortController();
  const calls = Array.from({ length: 8 }, () =>
    renderCertificates({ university, sheets, signal: abort.signal }),
  );
  abort.abort(new Error('cancelled'));
  const outcomes = await Promise.allSettled(calls);
  for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { message: 'cancelled' } });
  await expect(renderCertificates({ university, sheets: [sheet] })).resolves.toBeInstanceOf(Uint8Array);
});

test('closing rejects what is being rendered; a later call starts anew', async () => {
  const rendering = renderCertificates({ university, sheets: Array.from({ length: 300 }, () => sheet) });
  const refused = expect(rendering).rejects.toMatchObject({ code: 'renderer_closed' });
  await Promise.resolve();
  await closeRenderers();
  await refused;
  await expect(renderCertificates({ university, sheets: [sheet] })).resolves.toBeInstanceOf(Uint8Array);
});

test('a run is refused when it is empty or too long for one file', async () => {
  await expect(renderCertificates({ university, sheets: [] })).rejects.toThrow(RangeError);
  const sheets = Array.from({ length: maxSheets + 1 }, () => sheet);
  await expect(renderCertificates({ university, sheets })).rejects.toMatchObject({ code: 'too_many_sheets' });
});

describe('a sheet that cannot be printed is named', () => {
  test('when its photo is not an image', async () => {
    const broken = await sampleSheet({ convocationNumber: '2025/000777', photo: Buffer.from('not a photo') });
    const sheets = [sheet, sheet, broken, sheet];
    await expect(renderCertificates({ university, sheets })).rejects.toMatchObject({
      code: 'photo_unreadable',
      convocationNumber: '2025/000777',
      message: 'The photo of certificate 2025/000777 is not a readable JPEG image.',
    });
  });

  test('when no font has a letter of it', async () => {
    const broken = await sampleSheet({ convocationNumber: '2025/000778', candidateName: 'Ananya 😀 தமிழ்' });
    await expect(renderCertificates({ university, sheets: [sheet, broken] })).rejects.toMatchObject({
      code: 'sheet_unprintable',
      convocationNumber: '2025/000778',
      message: expect.stringContaining('😀 த'),
    });
  });
});

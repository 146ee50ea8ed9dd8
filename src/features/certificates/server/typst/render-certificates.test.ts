import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, describe, expect, test } from 'vitest';
import { longTest } from '#dev/testing/long-test.ts';
import { closeRenderers } from '#platform/server/typst/render-document.ts';
import { renderCertificates } from './render-certificates.ts';
import { sampleRun, sampleSheet } from './sample-sheet.testing.ts';

afterAll(closeRenderers);

const sheet = await sampleSheet();

test('more callers than renderers all get their own file', async () => {
  const sheets = await Promise.all(
    ['A', 'B', 'C', 'D', 'E', 'F'].map((candidateName) => sampleSheet({ words: { candidateName } })),
  );
  const progress: number[] = [];
  const files = await Promise.all(
    sheets.map((sheet) =>
      renderCertificates({ ...sampleRun, sheets: [sheet], onProgress: (done) => void progress.push(done) }),
    ),
  );
  expect(new Set(files.map((file) => Buffer.from(file).toString('latin1'))).size).toBe(6);
  expect(progress).toEqual([1, 1, 1, 1, 1, 1]);
});

test('a fault of one sheet leaves the renderer in service', async () => {
  const sheets = [await sampleSheet({ photo: new Uint8Array([0xff, 0xd8, 0xff]) })];
  await expect(renderCertificates({ ...sampleRun, sheets })).rejects.toMatchObject({
    code: 'certificates.photo_unreadable',
    data: { number: '2025/000123' },
  });
  await expect(renderCertificates({ ...sampleRun, sheets: [await sampleSheet()] })).resolves.toBeInstanceOf(
    Uint8Array,
  );
});

test('an aborted call rejects with its reason, whether it renders or waits, and the next one works', async () => {
  const sheets = Array.from({ length: 300 }, () => sheet);
  const abort = new AbortController();
  const calls = Array.from({ length: 8 }, () =>
    renderCertificates({ ...sampleRun, sheets, signal: abort.signal }),
  );
  abort.abort(new Error('cancelled'));
  const outcomes = await Promise.allSettled(calls);
  for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { message: 'cancelled' } });
  await expect(renderCertificates({ ...sampleRun, sheets: [sheet] })).resolves.toBeInstanceOf(Uint8Array);
});

test('closing rejects what is being rendered; a later call starts anew', async () => {
  const rendering = renderCertificates({ ...sampleRun, sheets: Array.from({ length: 300 }, () => sheet) });
  const refused = expect(rendering).rejects.toMatchObject({ code: 'renderer_closed' });
  await Promise.resolve();
  await closeRenderers();
  await refused;
  await expect(renderCertificates({ ...sampleRun, sheets: [sheet] })).resolves.toBeInstanceOf(Uint8Array);
});

test('a run without sheets is refused', async () => {
  await expect(renderCertificates({ ...sampleRun, sheets: [] })).rejects.toThrow(RangeError);
});

longTest('a long run is one file with its sheets in order, and tells how far it is', async () => {
  const sheets = await Promise.all(
    Array.from({ length: 120 }, (_, index) =>
      sampleSheet({
        words: {
          convocationNumber: `2025/${String(index).padStart(6, '0')}`,
          candidateName: `(1 0 R) ${index}`,
        },
      }),
    ),
  );
  const progress: number[] = [];
  const pdf = await renderCertificates({
    ...sampleRun,
    sheets,
    onProgress: (done) => void progress.push(done),
  });
  expect(progress).toEqual([50, 100, 120]);
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const document = await loading.promise;
  expect(document.numPages).toBe(120);
  for (const position of [1, 50, 51, 100, 101, 120]) {
    const { items } = await (await document.getPage(position)).getTextContent();
    const words = items.map((item) => ('str' in item ? item.str : ''));
    expect(words).toContain(sheets[position - 1]!.words.convocationNumber);
    expect(words).toContain(sheets[position - 1]!.words.candidateName);
  }
  await loading.destroy();
});

describe('a sheet that cannot be printed is named', () => {
  test('when its photo is not an image', async () => {
    const broken = await sampleSheet({
      words: { convocationNumber: '2025/000777' },
      photo: Buffer.from('not a photo'),
    });
    const sheets = [sheet, sheet, broken, sheet];
    await expect(renderCertificates({ ...sampleRun, sheets })).rejects.toMatchObject({
      code: 'certificates.photo_unreadable',
      data: { number: '2025/000777' },
      message: 'The photo of certificate 2025/000777 is not a readable JPEG image.',
    });
  });

  test('when no font has a letter of it', async () => {
    const broken = await sampleSheet({
      words: { convocationNumber: '2025/000778', candidateName: 'Ananya 😀 ᱥᱟᱱ' },
    });
    await expect(renderCertificates({ ...sampleRun, sheets: [sheet, broken] })).rejects.toMatchObject({
      code: 'certificates.letters_missing',
      data: { number: '2025/000778' },
      message: expect.stringContaining('😀 ᱥ'),
    });
  });

  test('when a sign of its native name has no letter, where fonts draw a dotted circle', async () => {
    const broken = await sampleSheet({
      words: { convocationNumber: '2025/000780', candidateNameNative: 'ಅರ್ಜುನ್ಾ ರಾವ್' },
    });
    await expect(renderCertificates({ ...sampleRun, sheets: [sheet, broken] })).rejects.toMatchObject({
      code: 'certificates.text_not_exact',
      data: { number: '2025/000780', text: 'ಅರ್ಜುನ್ಾ ರಾವ್' },
    });
  });

  test('when it does not fit into its place in the smallest letters', async () => {
    const college = 'College of Engineering '.repeat(30);
    const broken = await sampleSheet({ words: { convocationNumber: '2025/000779', college } });
    await expect(
      renderCertificates({ ...sampleRun, sheets: [sheet, sheet, broken, sheet] }),
    ).rejects.toMatchObject({
      code: 'certificates.text_too_long',
      data: { number: '2025/000779' },
    });
  });
});

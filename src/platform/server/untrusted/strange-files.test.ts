import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOffice } from '#dev/testing/factories.ts';
import { measureLoopDelay } from '#dev/testing/loop-delay.ts';
import { type Portal, type StaffCaller, startPortal } from '#dev/testing/portal.ts';
import { webRows } from '#dev/testing/statement-files.testing.ts';
import * as strange from '#dev/testing/strange-files.testing.ts';
import { csvOf, importEnded, postSpreadsheet, uploadSpreadsheet } from '#dev/testing/uploads.ts';
import { studentHeader } from '#dev/testing/workbook-bombs.ts';
import { type FileKind, fileKinds } from '#shared/file-kinds.ts';

const members = process.env.LONG_FORMS ? 2_000 : 100;
let portal: Portal;
let admin: StaffCaller;

beforeAll(async () => {
  portal = await startPortal({ worker: true });
  await createOffice(portal);
  admin = await portal.as('admin');
});
afterAll(() => portal.close());

const student = (place: number) => ['COL001', `REG${place}`, `24${place}`, 'Asha Rao', 'Mysuru'];
const rows = [studentHeader, student(1), student(2)];
const parts = strange.workbookParts([{ name: 'Students', rows }]);
const inside = Object.keys(parts);

/** Sound files of every sort, and some that are odd already. */
async function soundFiles(): Promise<Buffer[]> {
  const [png, picture] = [await strange.movingPng(60, 80), strange.plainPicture(300, 400)];
  const formats = ['jpeg', 'png', 'webp', 'avif'] as const;
  const pictures = formats.map((format) => picture.clone().toFormat(format).toBuffer());
  const pdfs = strange.pdfFaults.map((fault, by) => strange.faultyPdf(fault, 'Receipt', by + 1));
  const books = Object.values(strange.oddWorkbooks).map((dress) => dress(parts));
  const texts = [',', ';', '\t'].map((sign) => csvOf(`sep=${sign}`, ...rows.map((row) => row.join(sign))));
  const others = [png, strange.heic('heic'), strange.compoundFile('Workbook')];
  return [...books, ...books, ...texts, ...texts, ...others, ...(await Promise.all([...pictures, ...pdfs]))];
}

/** More compressed bytes than its archive's stream has. */
function overfull(zip: Buffer): Buffer {
  const size = zip.readUInt32LE(18);
  const end = 30 + zip.readUInt16LE(26) + zip.readUInt16LE(28) + size;
  const file = Buffer.concat([zip.subarray(0, end), Buffer.alloc(9, 7), zip.subarray(end)]);
  file.writeUInt32LE(size + 9, 18);
  return file;
}
const statement = [
  ['Date', 'Narration', 'Debit\0', 'Credit'],
  ['01/04/2025', 'CLG', '', '700.00'],
];
const withNul = [
  ['College\0 code', ...studentHeader.slice(1)],
  [...student(3).slice(0, 4), 'Mysuru\0'],
];
const longAddress = csvOf(studentHeader.join(), `COL001,REG4,244,Asha Rao,${'a'.repeat(59)}😀`);

test.each<[string, () => Buffer]>([
  ['an archive with too many bytes', () => overfull(strange.zipOf(parts))],
  ['NUL in a web table of students', () => webRows(withNul)],
  ['NUL in a web table of entries', () => webRows(statement)],
  ['NUL in a workbook', () => strange.zipOf(strange.workbookParts([{ name: 'A', rows: withNul }]))],
  ['a page of comments', () => Buffer.from(`${'<!--a-->'.repeat(8_000)}x`)],
  ['a character of two halves where a sample ends', () => longAddress],
])('%s is no fault of the server', async (_what, file) => {
  for (const door of ['imports?of=students&', 'bank-statements?']) {
    const response = await postSpreadsheet(admin, `/api/${door}name=a.xls`, file());
    const answer = (await response.json()) as { id?: string; detail?: string };
    expect(response.status, `${door} ${JSON.stringify(answer)}`).toBeLessThan(500);
    if (response.ok && door.includes('imports')) await importEnded(admin, answer.id!);
  }
});

test('no door answers a mutated file but with its record or a sentence, and nobody waits for it', async () => {
  const wrong = csvOf(studentHeader.join(), 'COL999,REG9,249,Asha Rao,Mysuru');
  const faulty = await uploadSpreadsheet(admin, 'students', wrong);
  await importEnded(admin, faulty);
  const people = [admin, await portal.as('receiver'), await portal.as('printer')];
  const addresses = (kind: FileKind) => [
    '/api/imports?of=students&name=a.xlsx',
    `/api/imports/${faulty}/corrected-rows?name=a.csv`,
    '/api/bank-statements?name=a.xls',
    '/api/settings/pack/check',
    `/api/files?kind=${kind}&name=a.jpg`,
  ];
  const files = await soundFiles();
  const check = async (place: number, part: number, list: strange.Change[], kind: FileKind) => {
    const name = inside[part % inside.length]!;
    const inner = () => strange.mutated(Buffer.from(parts[name]!), list).toString('latin1');
    const file = files[place];
    const bytes = file ? strange.mutated(file, list) : strange.zipOf({ ...parts, [name]: inner() });
    for (const address of addresses(kind)) {
      const answers = people.map((caller) => postSpreadsheet(caller, address, bytes));
      for (const response of address.includes('files') ? await Promise.all(answers) : [await answers[0]!]) {
        const answer = (await response.json()) as { id?: string; code?: string; detail?: string };
        const said = `${address}: ${JSON.stringify(answer)}`;
        expect(response.status, said).toBeLessThan(500);
        if (!response.ok) expect(answer.detail, said).toMatch(/[.?]$/);
        else if (address.includes('imports?'))
          expect((await importEnded(admin, answer.id!)).state, said).toBeTruthy();
      }
    }
  };
  const places = fc.nat(files.length + 14);
  const property = fc.asyncProperty(
    places,
    fc.nat(99),
    strange.changes,
    fc.constantFrom(...fileKinds),
    check,
  );
  const longest = await measureLoopDelay(() => fc.assert(property, { numRuns: members }));
  expect(longest).toBeLessThan(500);
}, 10_800_000);

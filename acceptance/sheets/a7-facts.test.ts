import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWithDesks } from '../harness/desks.ts';
import type { Json } from '../harness/people.ts';
import { letters, personName, pick } from '../harness/random.ts';
import { upload } from '../harness/records.ts';
import { blot } from '../set-up/a-bad-packs.ts';
import { changeMaster, type Design, designs } from './a-designs.ts';
import { copied, pdfjsText } from './a-judges.ts';
import { nativeName } from './a-native-names.ts';
import { linesOf, overlap, pagesOf } from './a-places.ts';
import { daysAs, type Office, type Printed, printSheets } from './a-sheets.ts';

// The issue, Build: "Three designs, wording in several scripts, degree titles, offices by date with signature images, class,
// examination, rank, ordinance, space for seal and embossing". What is for pre-printed paper may have wording, ordinance and seal on
// the paper; data it prints as the others do.

let office: Office;
let all: Design[] | undefined;

beforeAll(async () => {
  office = await startWithDesks();
}, 240_000);
afterAll(() => office?.portal.remove());

async function every(isFull = false): Promise<Design[]> {
  all ??= await designs(office);
  return isFull ? all.filter(({ isDataOnly }) => !isDataOnly) : all;
}

const textOf = async ({ pdf }: Printed, page = 1) => copied((await pdfjsText(pdf))[page - 1]!);

/** An award record with words that no other has. Fields as the counter of the seventh stage has them: adapt, if they moved. */
function decorated(): { candidate: Json; division: string; rank: string; examined: RegExp } {
  const [year, month] = [pick([2023, 2024]), pick([4, 5, 6, 10, 11, 12])];
  const names = ['April', 'May', 'June', 'October', 'November', 'December'];
  const name = names[[4, 5, 6, 10, 11, 12].indexOf(month)]!;
  const two = String(month).padStart(2, '0');
  const division = pick(['First Class with Distinction', 'First Class', 'Second Class']);
  const rank = `Gold Medal ${letters(7)}`;
  return {
    division,
    rank,
    examined: new RegExp(`${name}[ ,/-]+${year}|\\b${two}[/.-]${year}\\b|${year}-${two}`),
    candidate: {
      candidateNameNative: nativeName().name,
      division,
      rank,
      examinationMonth: `${year}-${two}`,
      resultDate: `${year + 1}-02-11`,
      cgpa: 8.42,
      cgpaScale: 10,
    },
  };
}

describe('Build: what a sheet says', { timeout: 300_000 }, () => {
  test('Build class, examination and rank are printed by every design', async () => {
    for (const { name, type } of await every()) {
      const { candidate, division, rank, examined } = decorated();
      const text = await textOf(await printSheets(office, type, [candidate]));
      expect(text, `${name}: class`).toContain(division);
      expect(text, `${name}: rank`).toContain(rank);
      expect(text, `${name}: examination`).toMatch(examined);
    }
  });

  test('Build the ordinance and the convocation’s date and place are printed, never the day of printing', async () => {
    for (const { name, type, isDataOnly } of await every()) {
      const run = await printSheets(office, type, [{}]);
      const text = await textOf(run);
      const { ordinance, heldOn, place } = run.sheets[0]!;
      expect(ordinance, 'the demo’s convocation has an ordinance').toMatch(/\w{4}/);
      if (!isDataOnly) {
        expect(text, `${name}: ordinance`).toContain(copied(ordinance));
        expect(text, `${name}: place`).toContain(place);
      }
      expect(text, `${name}: date`).toMatch(daysAs(heldOn));
      expect(text, `${name}: the day of printing`).not.toMatch(daysAs(new Date().toISOString().slice(0, 10)));
    }
  });

  test("Build degree titles: title and subject, never the course's code; by script on the full designs", async () => {
    const { rows } = (await office.desks.admin.get('/api/settings/courses?limit=100')).body;
    for (const { name, type, isDataOnly } of await every()) {
      const course: Json = pick(rows as Json[]);
      const text = await textOf(await printSheets(office, type, [{ courseId: course.id }]));
      expect(text, `${name}: title`).toContain(course.degreeTitle);
      expect(text, `${name}: subject`).toContain(course.subject);
      expect(text, `${name}: the code`).not.toMatch(
        new RegExp(`award of ${course.name}\\b|\\b(degree of|in) ${course.name}\\b`),
      );
      const native = Object.values<string>(course.degreeTitles);
      expect(native.length, `native titles of ${course.name}`).toBeGreaterThan(0);
      if (!isDataOnly)
        expect(
          native.some((title) => text.includes(title)),
          `${name}: one of ${native.join(', ')} in: ${text}`,
        ).toBe(true);
    }
  });

  test('Build wording in several scripts: beyond names and titles of the masters, the full designs have sentences in two scripts', async () => {
    const known = new Set<string>();
    const visit = (value: Json) => {
      if (typeof value === 'string' && /[\u0900-\u0dff]/.test(value)) known.add(copied(value));
      else if (value && typeof value === 'object') for (const one of Object.values(value)) visit(one);
    };
    for (const master of ['university', 'courses', 'certificate_types', 'offices'])
      visit((await office.desks.admin.get(`/api/settings/${master}?limit=100`)).body.rows);
    const full = await every(true);
    expect(full.length, 'designs with wording').toBeGreaterThanOrEqual(2);
    for (const { name, type } of full) {
      const run = await printSheets(office, type, [{ candidateNameNative: '' }]);
      let rest = await textOf(run);
      for (const text of [...known].sort((a, b) => b.length - a.length)) rest = rest.replaceAll(text, ' ');
      const wording = (rest.match(/[\u0900-\u0dff]+/g) ?? []).join(' ');
      expect(
        wording.length,
        `${name}: wording in Kannada or Devanagari beside the English one: '${wording}'`,
      ).toBeGreaterThan(20);
      expect(rest, `${name}: wording in English`).toMatch(/certif|award|confer|admitted/i);
    }
  });

  test('Build offices with signature images: who held office that day, with the picture over the name', async () => {
    const { admin } = office.desks;
    const [first] = await every(true);
    const before = await printSheets(office, first!.type, [{}]);
    const { heldOn } = before.sheets[0]!;
    const { rows } = (await admin.get('/api/settings/offices?limit=100')).body;
    const signing: Json[] = rows.filter(
      ({ signs, heldFrom, heldUntil }: Json) =>
        signs !== 'no' && heldFrom <= heldOn && (!heldUntil || heldUntil >= heldOn),
    );
    expect(signing.length, `offices that sign on ${heldOn}`).toBeGreaterThanOrEqual(2);
    for (const { id } of signing) {
      const signatureFileId = await upload(
        admin,
        'signature',
        await blot(1_400, { isOpaque: false }),
        `signature ${letters(5)}.png`,
      );
      const entry = (await admin.get(`/api/settings/offices/${id}`)).body;
      await changeMaster(office, 'offices', entry, { signatureFileId }, signatureFileId);
      const { body } = await admin.get(`/api/settings/offices/${id}`);
      expect(
        JSON.stringify(body.signatureFileId ?? body.signature),
        'the signature in force after two persons',
      ).toContain(signatureFileId);
    }
    for (const { name, type } of await every(true)) {
      const run = await printSheets(office, type, [{}]);
      const [page] = await pagesOf(run.pdf, 1, 1);
      const lines = linesOf(page!.pieces);
      for (const { office: title, holder } of signing) {
        const line = lines.find(({ text }) => text.includes(holder));
        expect(line, `${name}: ${title} ${holder}`).toBeDefined();
        expect(
          lines.some(({ text }) => text.includes(title)),
          `${name}: the office ${title}`,
        ).toBe(true);
        const picture = page!.images.find(
          (image) =>
            image.y + image.height > line!.y &&
            image.y - line!.y < 85 &&
            overlap({ ...image, y: line!.y, height: 1 }, line!).width > 10,
        );
        expect(picture, `${name}: a signature within 30 mm above '${holder}'`).toBeDefined();
      }
    }
  });

  test('Build offices by date: the title of an office stands on the sheet, and no holder of another term', async () => {
    const { rows } = (await office.desks.admin.get('/api/settings/offices?limit=100')).body;
    for (const { name, type } of await every(true)) {
      const run = await printSheets(office, type, [{ candidateName: personName() }]);
      const text = await textOf(run);
      const { heldOn } = run.sheets[0]!;
      for (const { holder, heldFrom, heldUntil, signs } of rows) {
        if (signs === 'no') continue;
        const isIn = heldFrom <= heldOn && (!heldUntil || heldUntil >= heldOn);
        if (isIn) expect(text, `${name}: who held office on ${heldOn}`).toContain(holder);
        else expect(text, `${name}: who did not on ${heldOn}`).not.toContain(holder);
      }
    }
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWithDesks } from '../harness/desks.ts';
import type { Json } from '../harness/people.ts';
import { eventually } from '../harness/portal.ts';
import { between, letters, personName, pick } from '../harness/random.ts';
import { confirm } from '../set-up/a-masters.ts';
import { faultsOn, frameOf } from './a-boxes.ts';
import { type Design, designs, withBoxes } from './a-designs.ts';
import { popplerText, says } from './a-judges.ts';
import { nativeName } from './a-native-names.ts';
import { type Box, type Page, type Piece, pagesOf } from './a-places.ts';
import { bytesOf, finish, type Office, ownPaper, prepared, printSheets, verified } from './a-sheets.ts';

// The issue, done when 2: "10,000 random names and titles in three scripts: nothing outside its box or below its minimum size, by
// measured boxes". Each sheet has a name in Latin and one in Kannada or Devanagari and the titles of a random course in three scripts;
// ACCEPTANCE_NAMES makes the ten thousand fewer while tests are written. Every candidate goes over the counter: half an hour.

const names = Number(process.env.ACCEPTANCE_NAMES ?? 10_000);
const runOf = 200;

let office: Office;
const frames = new Map<string, Box>();

beforeAll(async () => {
  office = await startWithDesks();
}, 240_000);
afterAll(() => office?.portal.remove());

const latin = () =>
  Array.from({ length: between(1, 5) }, () => personName().split(' ')[0])
    .join(' ')
    .slice(0, 60)
    .trim();

/** A course with titles of random length in three scripts: proposed by one administrator, confirmed by the other. */
async function addCourse(): Promise<string> {
  const { admin, otherAdmin } = office.desks;
  const code = letters(7).toUpperCase();
  const title = (words: number) => Array.from({ length: words }, () => personName().split(' ')[0]).join(' ');
  const texts = () => ({
    kn: nativeName('kannada', between(1, 4)).name,
    hi: nativeName('devanagari', between(1, 4)).name,
  });
  const body = {
    name: code,
    level: 'undergraduate',
    faculty: 'Engineering',
    degreeTitle: `Bachelor of ${title(between(1, 4))}`,
    degreeTitles: texts(),
    subject: title(between(1, 6)),
    subjects: texts(),
    namesGuide: 'no',
  };
  const answer = await admin.ask('POST', '/api/settings/courses', { body });
  if (answer.status !== 200) throw new Error(`a course: ${answer.status} ${answer.text}`);
  const find = async () =>
    (await office.portal.sql('select id from courses where name = $1', [code]))[0]?.id as string | undefined;
  if (!(await find())) await confirm(office.portal, otherAdmin, code);
  const id = await find();
  if (!id) throw new Error(`The course ${code} is not there after it was confirmed.`);
  return id;
}

/** What the sheet with the shortest texts takes. */
async function frame(design: Design): Promise<Box> {
  const known = frames.get(design.name);
  if (known) return known;
  const { pdf } = await printSheets(office, design.type, [
    { candidateName: 'Li Bo', candidateNameNative: 'ಈ' },
  ]);
  const [page] = await pagesOf(pdf, 1, 1);
  const made = frameOf(page!);
  frames.set(design.name, made);
  return made;
}

describe('2 boxes', () => {
  test('2 the judge sees what is outside, too small, over another text or over the photo', () => {
    const design: Design = { name: 'made up', type: '', isDataOnly: false, template: {} };
    const piece = (text: string, x: number, y: number, size: number): Piece => ({
      ...{ text, x, y, size, width: text.length * size * 0.5, height: size * 0.92 },
      ...{ baseline: y + size * 0.22, font: 'Made-Regular' },
    });
    const photo = { x: 700, y: 450, width: 70, height: 90 };
    const page = (...pieces: Piece[]): Page => ({
      ...{ x: 0, y: 0, width: 842, height: 595, images: [photo], drawn: [], smallestShown: 1 },
      pieces: [
        piece('Number 1', 60, 540, 9),
        piece('Asha Rao', 300, 300, 30),
        piece('Registrar', 60, 60, 9),
        ...pieces,
      ],
    });
    const room = frameOf(page());
    expect(faultsOn(page(), design, room, 'Asha Rao')).toEqual([]);
    for (const [what, wrong, like] of [
      ['outside', piece('A degree that is too long', 600, 200, 24), /outside the frame/],
      ['too small', piece('small print', 300, 200, 4), /4\.0 pt/],
      ['over a text', piece('of the degree', 310, 305, 20), /over 'Asha Rao'/],
      ['over the photo', piece('a line', 690, 480, 14), /over a picture/],
    ] as const)
      expect(faultsOn(page(wrong), design, room, 'Asha Rao').join('\n'), what).toMatch(like);
    const template = { fields: [{ xMm: 20, yMm: 20, widthMm: 30, heightMm: 10, floorPt: 8 }] };
    expect(faultsOn(page(), { ...design, template }, room, 'Asha Rao').join('\n')).toMatch(
      /outside every field/,
    );
  });

  test('2 ten thousand random names and titles in three scripts: nothing outside its box or below its minimum size', {
    timeout: 3_600_000,
  }, async () => {
    const all = await designs(office);
    const courses: string[] = [];
    for (let index = 0; index < 40; index += 1) courses.push(await addCourse());
    const faults: string[] = [];
    let measured = 0;
    for (const each of all) {
      const design = await withBoxes(office, each);
      const room = await frame(design);
      for (let left = Math.ceil(names / 2 / all.length); left > 0; left -= runOf) {
        const candidates: Json[] = Array.from({ length: Math.min(left, runOf) }, () => ({
          candidateName: latin(),
          candidateNameNative: nativeName(undefined, between(1, 5)).name,
          courseId: pick(courses),
        }));
        const run = await printSheets(office, design.type, candidates);
        const pages = await pagesOf(run.pdf);
        expect(pages).toHaveLength(candidates.length);
        for (const sheet of run.sheets)
          faults.push(
            ...faultsOn(pages[sheet.page - 1]!, design, room, sheet.name).map(
              (fault) => `${design.name}, ${sheet.number}: ${fault}`,
            ),
          );
        measured += candidates.length * 2;
        await finish(office, run);
      }
    }
    expect(measured).toBeGreaterThanOrEqual(names);
    expect(faults.slice(0, 20), `${faults.length} faults of ${measured} names`).toEqual([]);
  });

  // The longest that the counter takes. Either it stands in its box at a size that can be read, or the sheet is refused and named.
  test('2 names as long as the counter takes them are printed within their boxes, whole, or refused with the text named', {
    timeout: 900_000,
  }, async () => {
    const faults: string[] = [];
    for (const each of await designs(office)) {
      const design = await withBoxes(office, each);
      const room = await frame(design);
      for (const kind of ['latin', 'one word', 'kannada', 'devanagari']) {
        const long = (make: () => string, join: string) => {
          let text = make();
          while (text.length < 120) text += join + make();
          return text.slice(0, 120).replace(/[\s\u0ccd\u094d]+$/u, '');
        };
        const name =
          kind === 'latin'
            ? long(() => personName(), ' ')
            : kind === 'one word'
              ? `A${long(() => letters(8), '').slice(1)}`
              : personName();
        const native =
          kind === 'kannada' || kind === 'devanagari' ? long(() => nativeName(kind, 1).name, ' ') : '';
        faults.push(
          ...(await longName(design, room, name, native)).map((fault) => `${design.name}, ${kind}: ${fault}`),
        );
      }
    }
    expect(faults).toEqual([]);
  });
});

async function longName(design: Design, room: Box, name: string, native: string): Promise<string[]> {
  const { printer } = office.desks;
  const paperId = await ownPaper(office);
  await verified(office, paperId, design.type, [{ candidateName: name, candidateNameNative: native }]);
  const { id } = await prepared(office, paperId, design.type, 1);
  const run = await eventually(
    async () => {
      const { body } = await printer.get(`/api/print-runs/${id}`);
      return /ready|failed|refused/.test(body.document) ? body : undefined;
    },
    { within: 60_000, what: 'the run to be composed or refused' },
  );
  if (run.document !== 'ready') {
    const { sheets: _, ...said } = run;
    const first = (native || name).slice(0, 20);
    return JSON.stringify(said).includes(first) ||
      JSON.stringify(said).includes(run.sheets[0].convocationNumber)
      ? []
      : [`refused without naming text or certificate: ${JSON.stringify(said).slice(0, 400)}`];
  }
  await printer.act('POST', `/api/print-runs/${id}/start`, {
    version: run.version,
    topSerial: run.sheets[0].blankSerial,
  });
  const pdf = await bytesOf(office, `/api/print-runs/${id}/document`);
  const [page] = await pagesOf(pdf, 1, 1);
  const faults = faultsOn(page!, design, room, name);
  const text = popplerText(pdf)[0]!;
  // Broken over two lines it is still the name; a hyphen or three dots are another text.
  if (!says(text, name)) faults.push(`'${name}' is not whole in: ${text}`);
  return faults;
}

import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { hire, type Json } from '../harness/people.ts';
import { personName, pick } from '../harness/random.ts';
import { once } from '../set-up/a-university.ts';
import { print } from '../set-up/c-office.ts';
import { applyVerified, type Convened, convene } from './b-convene.ts';
import { pagesOf, plain } from './b-pdf.ts';
import { expectCsv, expectFactsInPdf, expectPdf } from './b-register.ts';
import {
  csvLines,
  entriesOf,
  issuedBySql,
  type Resolution,
  type Roll,
  registerOf,
  resolvedRoll,
} from './b-rolls.ts';

// The issue, bullet: "degree register as PDF/A and CSV". UNIVERSITY.md 3: "… the same rows as CSV; totals equal to the
// dashboard's to the number. Late additions are supplements with their own resolution, never insertions."

const natives = ['ಕರ್ನಾಟಕದ ಲಕ್ಷ್ಮೀ', 'राष्ट्रीय पूर्णिमा', 'ಸೌಮ್ಯ ಕೋಲಾರ', 'कुलकर्णी शर्मा', ''];

let convened: Convened;
let before: { approved: number; printed: number };
let roll: Roll & { given: Resolution };
let first: Json[];
let supplement: Roll & { given: Resolution };
let late: Json;

beforeEach(
  once(async () => {
    convened = await convene({ asksFor: ['roll'] });
    before = await figures();
    for (let index = 0; index < 7; index += 1)
      await applyVerified(convened, {
        candidateName: personName(),
        candidateNameNative: natives[index % natives.length],
      });
    roll = await resolvedRoll(convened);
    await print(convened.office, convened.paperId, { sheets: 7 });
    first = await issuedBySql(convened);
    late = await applyVerified(convened, { candidateNameNative: pick(natives) });
    supplement = await resolvedRoll(convened, { isSupplement: true });
    await print(convened.office, convened.paperId, { sheets: 1 });
  }),
  300_000,
);
afterAll(() => convened?.office.portal.remove());

/** What the dashboard calls approved, and how many rows the list of printed certificates has. */
async function figures(): Promise<{ approved: number; printed: number }> {
  const { admin } = convened.office.desks;
  const { overview } = (await admin.get('/api/dashboard/applications')).body;
  const printed = await admin.get('/api/exports/printed-certificates?format=csv');
  return { approved: overview.approved, printed: csvLines(Buffer.from(printed.text)).length - 1 };
}

describe('the degree register', { timeout: 120_000 }, () => {
  test('5 register: the CSV has a line for everything issued: number, name in scripts, parents, degree, class, serial, date', async () => {
    const issued = await issuedBySql(convened);
    expect(issued.length).toBe(8);
    expectCsv(await registerOf(convened, convened.office.desks.admin, 'csv'), issued, convened);
  });

  test('5 register: the PDF is a PDF/A with the same rows in the same order, page totals, and places for signatures', async () => {
    const { admin, auditor } = convened.office.desks;
    const issued = await issuedBySql(convened);
    const pdf = await registerOf(convened, admin, 'pdf');
    const order = expectPdf(pdf, issued, convened);
    expectFactsInPdf(pdf, issued);
    expect(expectCsv(await registerOf(convened, auditor, 'csv'), issued, convened)).toEqual(order);
  });

  test('5 register: both resolutions stand in it, and what the supplement added follows what was there, in between nothing', async () => {
    const { admin } = convened.office.desks;
    const numbers = first.map(({ number }) => number);
    const order = expectCsv(await registerOf(convened, admin, 'csv'), await issuedBySql(convened), convened);
    expect(order.slice(0, numbers.length).sort(), 'the roll first').toEqual([...numbers].sort());
    expect(order.slice(numbers.length), 'then the supplement').toEqual([late.number]);
    const text = plain(pagesOf(await registerOf(convened, admin, 'pdf')).join('\n'));
    for (const { number } of [roll.given, supplement.given]) expect(text, 'the resolution').toContain(number);
    expect(text).toMatch(/supplement/i);
  });

  test("5 register: its totals are the dashboard's and the list's, to the number", async () => {
    const now = await figures();
    const rows = csvLines(await registerOf(convened, convened.office.desks.admin, 'csv')).length - 1;
    expect(rows, 'printed certificates that came').toBe(now.printed - before.printed);
    const standing = [
      ...(await entriesOf(convened, roll)),
      ...(await entriesOf(convened, supplement)),
    ].filter(({ struckOn }) => !struckOn);
    expect(standing.length, 'on roll and supplement, approved on the dashboard').toBe(
      now.approved - before.approved,
    );
  });

  // PRODUCT.md 2: "With a college code a person sees and touches only that college's records — in lists, counts, files, exports
  // and direct addresses alike."
  test('5 register: a person of one college gets no row of another one', async () => {
    const { portal, desks } = convened.office;
    const person = await hire(portal, desks.admin, 'case_worker');
    const [{ id }] = (await portal.sql('select college_id as id from applications where id = $1', [
      late.id,
    ])) as [{ id: string }];
    const [other] = await portal.sql('select id from colleges where id <> $1 limit 1', [id]);
    await portal.sql('update staff set college_id = $1 where id = $2', [other!.id, person.staffId]);
    const answer = await registerOf(convened, person, 'csv').catch((error: Error) => error);
    if (answer instanceof Error) expect(answer.message, 'refused').toMatch(/: 40[34] /);
    else expect(csvLines(answer).length, 'the heading alone').toBe(1);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWithDesks } from '../harness/desks.ts';
import type { Json } from '../harness/people.ts';
import { between, personName } from '../harness/random.ts';
import { designs } from './a-designs.ts';
import { checkWithQpdf } from './a-judges.ts';
import { nativeName } from './a-native-names.ts';
import { finish, type Office, printSheets } from './a-sheets.ts';
import { copiedWrong } from './a-text.ts';

// The issue, done when 1: "Text copied by poppler's `pdftotext` and by pdf.js from 300 sheets of all designs and 1,000 random native
// names equals the record after removing U+2060, nothing else".
// A thousand sheets, each with a random native name, dealt out to the designs in runs of a hundred: more than three hundred of all
// designs. ACCEPTANCE_SHEETS makes it fewer while tests are written. Minutes, because every candidate goes over the counter.

const sheets = Number(process.env.ACCEPTANCE_SHEETS ?? 1_002);
const runOf = 100;

let office: Office;

beforeAll(async () => {
  office = await startWithDesks();
}, 240_000);
afterAll(() => office?.portal.remove());

describe('1 text layer, a thousand native names', () => {
  test('1 text of 300 sheets of all designs and 1,000 random native names is copied as the record has it, and qpdf is content', {
    timeout: 3_600_000,
  }, async () => {
    const all = await designs(office);
    const faults: string[] = [];
    let printed = 0;
    for (const { name, type } of all) {
      for (let left = Math.ceil(sheets / all.length); left > 0; left -= runOf) {
        const candidates: Json[] = Array.from({ length: Math.min(left, runOf) }, () => ({
          candidateName: personName(),
          candidateNameNative: nativeName(undefined, between(1, 4)).name,
        }));
        const run = await printSheets(office, type, candidates);
        expect(run.sheets.map(({ native }) => native).filter(Boolean)).toHaveLength(candidates.length);
        faults.push(...(await copiedWrong(run)).map((fault) => `${name}: ${fault}`));
        expect(checkWithQpdf(run.pdf)).not.toMatch(/warning|error:/i);
        printed += run.sheets.length;
        await finish(office, run);
      }
    }
    expect(printed).toBeGreaterThanOrEqual(sheets);
    expect(faults.slice(0, 20), `${faults.length} texts of ${printed} sheets are copied otherwise`).toEqual(
      [],
    );
  });
});

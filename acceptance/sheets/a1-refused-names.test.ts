import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWithDesks } from '../harness/desks.ts';
import type { Json } from '../harness/people.ts';
import { eventually } from '../harness/portal.ts';
import { personName } from '../harness/random.ts';
import { verify, writeApplication } from '../harness/records.ts';
import { type Design, designs } from './a-designs.ts';
import { pdfjsText, popplerText, says } from './a-judges.ts';
import { nativeName, unsecurable } from './a-native-names.ts';
import { bytesOf, type Office, ownPaper, prepared, sheetsOf, verified } from './a-sheets.ts';

// The issue, done when 1: "a certificate whose name cannot be secured is refused, never printed". UNIVERSITY.md 4: "True text layer";
// recipes/text-layer: "A string that is not in `found` was left alone: refuse the certificate".

let office: Office;
let design: Design;

beforeAll(async () => {
  office = await startWithDesks();
}, 240_000);
afterAll(() => office?.portal.remove());

/** What became of a run of these certificates: what was printed of it, or with which sentence it was refused. */
async function outcome(
  paperId: string,
  type: string,
  count: number,
): Promise<{ refusal: string; pdf?: Buffer; runId?: string }> {
  let id: string;
  let topSerial: string;
  try {
    ({ id, topSerial } = await prepared(office, paperId, type, count));
  } catch (error) {
    // Only a refusal by rule counts, never a failure of the server.
    const said = String(error);
    expect(said, 'preparing the run').toMatch(/print-runs: 4\d\d /);
    return { refusal: said };
  }
  const run = await eventually(
    async () => {
      const { body } = await office.desks.printer.get(`/api/print-runs/${id}`);
      return /ready|failed|refused/.test(body.document) ? body : undefined;
    },
    { within: 60_000, what: 'the run to be composed or refused' },
  );
  // Open: a run that leaves the sheet out and says so, or one that is not composed at all.
  const { sheets: _, ...said } = run;
  if (run.document !== 'ready') return { refusal: JSON.stringify(run), runId: id };
  // Its file is served to the printer who starts it.
  const { version } = run;
  await office.desks.printer.act('POST', `/api/print-runs/${id}/start`, { version, topSerial });
  const pdf = await bytesOf(office, `/api/print-runs/${id}/document`);
  return { refusal: JSON.stringify(said), pdf, runId: id };
}

async function theDesign(): Promise<Design> {
  design ??= (await designs(office))[0]!;
  return design;
}

describe('1 names that cannot be secured', { timeout: 300_000 }, () => {
  for (const name of unsecurable) {
    test(`1 a native name that cannot be secured is refused or printed as the record has it, never otherwise: ${escaped(name)}`, async () => {
      const { type } = await theDesign();
      const paperId = await ownPaper(office);
      const body = await writeApplication(office.desks.receiver, {
        paperId,
        certificateType: type,
        candidateNameNative: name,
      });
      const received = await office.desks.receiver.ask('POST', '/api/applications', { body });
      if (received.status !== 200) {
        // At the counter already: beside the field, in words.
        expect(received.status, received.text).toBeGreaterThanOrEqual(400);
        expect(received.status, received.text).toBeLessThan(500);
        expect(received.text, 'which field').toMatch(/native|name/i);
        return;
      }
      const number = await verify(office.desks.caseWorker, received.body.id);
      const { refusal, pdf, runId } = await outcome(paperId, type, 1);
      if (!pdf) {
        expect(refusal, 'the refusal names the certificate, by its number or name').toMatch(
          namesIt(number, body.candidateName),
        );
        return;
      }
      const [sheet] = await sheetsOf(office, runId!);
      for (const page of [popplerText(pdf)[0]!, (await pdfjsText(pdf))[0]!]) {
        expect(says(page, sheet!.native), `the sheet says '${sheet!.native}': ${page}`).toBe(true);
        expect(page, 'a letter that no font has, or a dotted circle').not.toMatch(
          /[\ufffd\u25cc\ue000-\uf8ff]/,
        );
      }
    });
  }

  // Past the counter: a record of an earlier year, an import, another font of tomorrow. The last one to refuse is the composer.
  test('1 a name that reached the record past every check of the counter is refused when its run is composed, and its neighbours are not lost', async () => {
    const { type } = await theDesign();
    const paperId = await ownPaper(office);
    const candidates: Json[] = [1, 2, 3].map(() => ({
      candidateName: personName(),
      candidateNameNative: nativeName().name,
    }));
    const [, spoilt] = await verified(office, paperId, type, candidates);
    await pastRules('update applications set candidate_name_native = $2 where id = $1', [
      spoilt,
      '\u{11700}\u{11701} \u{11702}\u{11703}',
    ]);
    const [row] = await office.portal.sql(
      'select convocation_number as number from applications where id = $1',
      [spoilt],
    );
    const { refusal, pdf, runId } = await outcome(paperId, type, 3);
    if (pdf)
      for (const page of popplerText(pdf))
        expect(page, 'a page of it in the print file').not.toContain(row!.number);
    expect(refusal, 'the refusal names the certificate, by its number or name').toMatch(
      namesIt(row!.number, candidates[1]!.candidateName),
    );
    // "refused": its sheet is not a document that somebody can print now.
    if (runId && !pdf) {
      const answer = await office.desks.printer.get(`/api/print-runs/${runId}/document`);
      expect(answer.status, 'the print file of the refused run').toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
    }
  });
});

const namesIt = (number: string, name: string) => new RegExp(`${number}|${name}`);

const escaped = (name: string) =>
  [...name].map((one) => `U+${one.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`).join(' ');

async function pastRules(statement: string, values: unknown[]): Promise<void> {
  const client = await office.portal.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query(statement, values);
  } finally {
    await client.end();
  }
}

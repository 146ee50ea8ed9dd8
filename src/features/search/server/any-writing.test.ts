import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addBundle, draftEntry } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { fileClient } from '#dev/testing/portal.ts';
import { createPrintRoom } from '#dev/testing/print-room.ts';
import { printedCertificate } from '#dev/testing/reprinting.ts';
import { holds, request, writingOf } from '#dev/testing/writings.ts';
import { acknowledgementCode } from '#features/applications/rules.ts';

const numRuns = process.env.LONG_FORMS ? 2_000 : 50;

// Strangers ask from networks of their own: each may ask so often only.
const { portal, office } = await fileOffice({ env: { TRUST_PROXY: '127.0.0.1' } });
const owner = await fileClient(portal.ownerUrl);
const room = await createPrintRoom(portal);
const admin = await portal.as('admin');
const registrationNumber = 'RG-24/0711';
const examRollNumber = 'RL 240711';
const draft = draftEntry({ bank: 'Canara Bank', branch: 'Udupi' });
const candidate = { registrationNumber, examRollNumber, candidateName: 'Asha Rao', drafts: [draft] };
const printed = await printedCertificate(portal, room, office, candidate);
const { applicationId, certificateId, convocationNumber, sheet } = printed;
const { draft: recorded } = await room.receiver.api.demandDrafts.lookUpDraft(draft);
const slip = await room.receiver.api.depositSlips.prepareDepositSlip({
  draftIds: [recorded!.id],
  account: '12340056789',
  bankBranch: 'SBI Mysuru',
});
const handedOverBy = room.receiver.actor.id;
const bundleId = await addBundle(portal, { collegeId: office.collegeId, handedOverBy });
const { rows: facts } = await owner.query(
  `select verification_code as code, serial, b.id as blank, run_number as run, r.id as "runId", bundle_number as bundle,
          acknowledgement_number as acknowledgement
     from sheets s join blanks b on b.id = s.blank_id join print_runs r on r.id = s.print_run_id, bundles, applications
    where s.id = $1`,
  [sheet.id],
);
const { code, serial, blank, run, runId, bundle, acknowledgement } = facts[0];

let networks = 0;

/** What a stranger is answered, who asks for the first time. */
async function ask(page: 'verify' | 'status', question: Record<string, string>) {
  networks += 1;
  const from = { 'x-forwarded-for': `10.${networks >> 16}.${(networks >> 8) & 255}.${networks & 255}` };
  const path = `/api/${page}?${new URLSearchParams(question)}`;
  return (await request(portal.anonymous, 'GET', path, undefined, from)).body;
}

const six = (number: number) => String(number).padStart(6, '0');

describe('Ctrl+K finds by any writing', () => {
  test.each([
    ['the registration number', registrationNumber, applicationId],
    ['the exam roll number', examRollNumber, applicationId],
    ['the acknowledgement number', acknowledgementCode(acknowledgement), applicationId],
    ['the convocation number', convocationNumber, certificateId],
    ['the serial of a sheet', serial, blank],
    ['the number of a run', `R-${six(run)}`, runId],
    ['the number of a slip', slip.slipNumber, slip.id],
    ['the number of a bundle', `B-${six(bundle)}`, bundleId],
    ['the number of a draft', draft.number, recorded!.id],
    ['an e-mail address', admin.email, admin.actor.id],
  ])('of %s', async (_name, number, id) => {
    await holds(numRuns / 5, writingOf(number, 200), async (q) => {
      const { hits } = await admin.api.search.findRecords({ q });
      const found = hits.find((hit) => hit.id === id);
      expect(found?.match, JSON.stringify(q)).toBe('exact');
    });
  });

  test('and a scan of a sheet whose code came through another program', async () => {
    const scanned = `https://dikshant.example/verify?n=${encodeURIComponent(convocationNumber)}&code=7Q`;
    for (const q of [`${scanned}\u200b`, `\ufeff${scanned}`, `${scanned}\u00a0`]) {
      const { hits } = await admin.api.search.findRecords({ q });
      expect(hits[0], JSON.stringify(q)).toMatchObject({ id: certificateId, match: 'exact' });
    }
  });
});

describe('a stranger who holds a sheet', () => {
  const genuine = { verdict: 'genuine', convocationNumber, blankSerial: serial };
  const prefixes = fc.constantFrom('', 'No. ', 'No.', 'no ', 'NO: ');
  const ends = fc.constantFrom('', '.', ' .', '. ');
  const quotes = fc.constantFrom(['', ''], ['“', '”'], ['"', '"'], ['‘', '’'], ['', ',']);
  const zeroes = fc.constantFrom('0', 'O', 'o');
  const ones = fc.constantFrom('1', 'I', 'l');

  test('is told that it is genuine, however number and code are typed', async () => {
    const typedNumber = fc
      .tuple(prefixes, writingOf(convocationNumber), ends)
      .map(([before, number, after]) => `${before}${number}${after}`);
    const typedCode = fc
      .tuple(fc.constantFrom('', 'Code: ', 'code:', 'CODE '), quotes, zeroes, ones, ends)
      .chain(([before, [open, close], zero, one, after]) => {
        const confused = (code as string).replaceAll('0', zero).replaceAll('1', one);
        return writingOf(confused, 40).map((typed) => `${before}${open}${typed}${close}${after}`);
      });
    await fc.assert(
      fc.asyncProperty(typedNumber, typedCode, async (number, typed) => {
        const verdict = await ask('verify', { number, code: typed });
        expect(verdict, JSON.stringify([number, typed])).toMatchObject(genuine);
      }),
      { numRuns },
    );
  });

  test('may set blanks around the separators, or leave zeros and separators out', async () => {
    const [year, counter] = convocationNumber.split('/') as [string, string];
    for (const sign of [' / ', '\u2013', ' \u2014 ', '-'])
      for (const separator of [' - ', '\u2011', '', ' \u2013 ', '\u00ad-']) {
        const number = `No. ${year}${sign}${Number(counter)}.`;
        const verdict = await ask('verify', { number, code: code.replace('-', separator) });
        expect(verdict, number + separator).toMatchObject(genuine);
      }
  });

  test('is told nothing of it with another code or number', async () => {
    const other = (text: string) => text.replace(/\d/, (digit) => String((Number(digit) + 1) % 10));
    const wrong = code.slice(0, -1) + (code.endsWith('7') ? '8' : '7');
    for (const number of [other(convocationNumber), `${convocationNumber}~2`])
      expect((await ask('verify', { number, code })).verdict ?? 'unknown', number).toBe('unknown');
    expect(await ask('verify', { number: convocationNumber, code: wrong })).toMatchObject({
      verdict: 'unknown',
    });
  });
});

test('a candidate finds the application by any writing of both numbers', async () => {
  const prefixes = fc.constantFrom('', 'ACK', 'ACK ', 'ack-', 'No. ');
  const question = fc.record({
    acknowledgement: fc
      .tuple(prefixes, writingOf(six(acknowledgement)))
      .map(([prefix, number]) => `${prefix}${number}`),
    roll: writingOf(examRollNumber),
  });
  await holds(numRuns, question, async (written) => {
    expect((await ask('status', written)).state, JSON.stringify(written)).toMatch(/^(printing|ready)$/);
  });
});

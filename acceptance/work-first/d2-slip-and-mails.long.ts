import { createCanvas } from '@napi-rs/canvas';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../harness/browser.ts';
import { eventually } from '../harness/portal.ts';
import { between, digits } from '../harness/random.ts';
import { draftOf, versionOf } from '../harness/records.ts';
import { bytesOf } from '../sheets/a-sheets.ts';
import { type Candidate, mailsTo, newCandidate, openStatus, ownPaper, print } from './w-candidates.ts';
import { type Office, openOffice } from './w-office.ts';
import { picturesOf, readQr } from './w-pictures.ts';

// Stage 10: "QR on the slip. Mail to candidates who consented: received, returned, rejected, ready to collect, sent (tracking number)."

let office: Office;
let browser: Browser;
const tracking = `EM${digits(9)}IN`;
const candidates: Record<string, Candidate> = {};

beforeAll(async () => {
  office = await openOffice();
  browser = await openBrowser({ slowMo: 0 });
}, 600_000);
afterAll(async () => {
  await browser?.close();
  await office?.portal.remove();
});

/** A mail of an act comes once, and has come before the next one is awaited. */
async function expectMail(candidate: Candidate, like: RegExp, count: number): Promise<string> {
  const mails = await eventually(
    async () => {
      const found = await mailsTo(office.portal, candidate.email);
      return found.length >= count && found;
    },
    { within: 15_000, what: `mail ${count} to a candidate who consented (${like})` },
  );
  expect(mails, 'one mail of each act').toHaveLength(count);
  const { subject, text } = mails[count - 1]!;
  expect(`${subject}\n${text}`).toMatch(like);
  return `${subject}\n${text}`;
}

async function act(path: string, body: object = {}, person = office.desks.caseWorker) {
  const record = path.split('/').slice(0, 4).join('/');
  await person.act('POST', path, { version: await versionOf(person, record), ...body });
}

describe('4 the slip and the mails', { timeout: 300_000 }, () => {
  test('4 "QR on the slip" leads to /status of this application, and there to its state without typing', async () => {
    expect(createCanvas(1, 1), 'the reader’s canvas').toBeTruthy();
    const candidate = await newCandidate(office, false);
    const slip = await bytesOf(office, `/api/applications/${candidate.id}/receipt`, office.desks.receiver);
    const [page] = await picturesOf(slip);
    const found = await readQr(page!);
    const address = found.map((text) => URL.parse(text)).find((url) => url?.pathname === '/status');
    expect(address, `a QR code of /status among ${JSON.stringify(found)}`).toBeDefined();
    expect(address!.origin).toBe(new URL(office.portal.url).origin);
    const screen = await openStatus(
      browser,
      office.portal,
      address!.pathname + address!.search + address!.hash,
    );
    await screen.getByRole('main').waitFor();
    const fields = await screen.getByRole('main').getByRole('textbox').all();
    await screen.waitForTimeout(1_500);
    const filled = await Promise.all(fields.map((field) => field.inputValue()));
    const text = (await screen.getByRole('main').textContent()) ?? '';
    // Open: whether the code has both numbers, or the acknowledgement number and the roll is typed; slips have its zeros.
    const isFilled = filled.some((value) => Number(value) === Number(candidate.number));
    expect(isFilled || text.includes(candidate.number), `${filled} ${text}`).toBe(true);
    expect(decodeURIComponent(address!.href), 'no name in the code').not.toContain(
      candidate.name.split(' ')[0],
    );
    await screen.context().close();
  });

  test('4 "Mail to candidates who consented: received, returned"', async () => {
    const candidate = await newCandidate(office, true);
    candidates.returned = candidate;
    const received = await expectMail(candidate, /received/i, 1);
    expect(received, 'the acknowledgement number').toContain(candidate.number);
    expect(received, 'where the state can be seen').toContain('/status');
    await act(`/api/applications/${candidate.id}/return`, { reasons: ['photo'] });
    expect(await expectMail(candidate, /return|correct/i, 2), 'what is wrong').toMatch(/photo/i);
  });

  test('4 "Mail to candidates who consented: … rejected": with what is missing', async () => {
    const { colleges } = (await office.desks.receiver.get('/api/application-choices')).body;
    const fee = colleges.find(({ code }: { code: string }) => code === 'COL001').convocationFee;
    const short = between(1, 9) * 10;
    const candidate = await newCandidate(office, true, { totalAmount: fee, drafts: [draftOf(fee - short)] });
    await expectMail(candidate, /received/i, 1);
    await act(`/api/applications/${candidate.id}/reject`);
    expect(await expectMail(candidate, /reject|short/i, 2)).toMatch(new RegExp(`₹\\s?${short}\\b`));
  });

  test('4 "Mail to candidates who consented: … ready to collect, sent (tracking number)"', async () => {
    const paperId = await ownPaper(office);
    const candidate = await newCandidate(office, true, { paperId });
    const silent = await newCandidate(office, false, { paperId });
    candidates.silent = silent;
    await expectMail(candidate, /received/i, 1);
    const run = await print(office, paperId, [candidate, silent]);
    // Open: whether verifying has a mail of its own; the sentence names none.
    await expectMail(candidate, /ready|collect/i, 2);
    for (const { certificateId } of run.sheets)
      await act(
        `/api/certificates/${certificateId}/post`,
        {
          carrier: 'India Post Speed Post',
          trackingNumber: tracking,
          postedOn: new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10),
        },
        office.desks.receiver,
      );
    expect(await expectMail(candidate, /sent|posted|d[ie]spatch/i, 3)).toContain(tracking);
  });

  test('4 none to those who did not consent: no mail names them but to the college’s office', async () => {
    const candidate = candidates.silent ?? (await newCandidate(office, false));
    const [consented] = await office.portal.sql<{ n: number }>(
      "select count(*)::int as n from outbox where recipient like '%@candidate.example'",
    );
    expect(consented!.n, 'mails to those who did').toBeGreaterThan(0);
    const offices = await office.portal.sql<{ email: string }>(
      'select email from colleges union select email from staff',
    );
    // The texts of what was sent are kept no longer; what names the candidate goes to offices alone.
    const others = await office.portal.sql(
      'select recipient, subject from outbox where (subject || body) like $1 and not recipient = any ($2)',
      [`%${candidate.name}%`, offices.map(({ email }) => email)],
    );
    expect(others).toEqual([]);
    expect(await mailsTo(office.portal, candidate.email)).toEqual([]);
  });

  test('4 who withdraws consent gets no mail of what follows', async () => {
    const candidate = await newCandidate(office, true);
    await expectMail(candidate, /received/i, 1);
    await act(`/api/applications/${candidate.id}/withdraw-contact-consent`, {}, office.desks.receiver);
    await act(`/api/applications/${candidate.id}/return`, { reasons: ['name'] });
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    const later = (await mailsTo(office.portal, candidate.email)).slice(1);
    // Word of the withdrawal itself may go out; nothing about the application.
    expect(
      later.filter(
        ({ subject, text }) => /return|correct/i.test(`${subject} ${text}`) && !/withdr/i.test(subject),
      ),
    ).toEqual([]);
  });
});

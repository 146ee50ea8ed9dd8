import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../harness/browser.ts';
import { ask } from '../harness/people.ts';
import { between, digits, pick } from '../harness/random.ts';
import { draftOf, versionOf } from '../harness/records.ts';
import {
  type Candidate,
  newCandidate,
  openStatus,
  ownPaper,
  print,
  type StatusRequest,
  statusOf,
  statusRequest,
} from './w-candidates.ts';
import { indian, type Office, openOffice } from './w-office.ts';

// Stage 10: "Public `/status`: acknowledgement number and roll number → state, what is missing, promised date; no name; throttled
// like /verify".

let office: Office;
let browser: Browser;
const by: Record<string, Candidate> = {};
const short = between(1, 9) * 10;
const tracking = `EK${digits(9)}IN`;

beforeAll(async () => {
  office = await openOffice();
  browser = await openBrowser({ slowMo: 0 });
  const { caseWorker, receiver } = office.desks;
  const fee = (await receiver.get('/api/application-choices')).body.colleges.find(
    ({ code }: { code: string }) => code === 'COL001',
  ).convocationFee;
  by.received = await newCandidate(office, false);
  by.returned = await newCandidate(office, false);
  await caseWorker.act('POST', `/api/applications/${by.returned.id}/return`, {
    version: await versionOf(caseWorker, `/api/applications/${by.returned.id}`),
    reasons: ['photo'],
  });
  by.rejected = await newCandidate(office, false, { totalAmount: fee, drafts: [draftOf(fee - short)] });
  await caseWorker.act('POST', `/api/applications/${by.rejected.id}/reject`, {
    version: await versionOf(caseWorker, `/api/applications/${by.rejected.id}`),
  });
  const paperId = await ownPaper(office);
  by.printed = await newCandidate(office, false, { paperId });
  by.sent = await newCandidate(office, false, { paperId });
  const run = await print(office, paperId, [by.printed, by.sent]);
  const certificate = run.sheets.find(({ applicationId }) => applicationId === by.sent!.id)!.certificateId;
  await receiver.act('POST', `/api/certificates/${certificate}/post`, {
    version: await versionOf(receiver, `/api/certificates/${certificate}`),
    carrier: 'India Post Speed Post',
    trackingNumber: tracking,
    postedOn: new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10),
  });
}, 600_000);
afterAll(async () => {
  await browser?.close();
  await office?.portal.remove();
});

/** Words of each state are patterns; that they differ is demanded below. */
const states: [string, RegExp][] = [
  ['received', /received|being checked|under check|pending/i],
  ['returned', /return|correct/i],
  ['rejected', /short|reject|pay/i],
  ['printed', /ready|collect/i],
  ['sent', /sent|posted|despatch|dispatch/i],
];

async function namesNear(id: string): Promise<string[]> {
  const [row] = await office.portal.sql<{ names: (string | null)[] }>(
    `select array[a.candidate_name, a.candidate_name_native, r.father_name, r.mother_name, r.guardian_name, r.email, r.mobile] as names
     from applications a left join award_records r on r.application_id = a.id where a.id = $1`,
    [id],
  );
  const staff = await office.portal.sql<{ name: string }>('select name from staff');
  return [...row!.names, ...staff.map(({ name }) => name)].filter((one): one is string => Boolean(one));
}

describe('4 /status', { timeout: 180_000 }, () => {
  for (const [state, words] of states) {
    test(`4 "acknowledgement number and roll number → state": ${state}, and "no name" of anybody`, async () => {
      const candidate = by[state]!;
      const text = await statusOf(browser, office.portal, candidate.number, candidate.roll);
      expect(text).toMatch(words);
      for (const name of await namesNear(candidate.id)) expect(text, name).not.toContain(name);
    });
  }

  test('4 each state has words of its own', async () => {
    const texts = [];
    for (const [state] of states)
      texts.push(
        (await statusOf(browser, office.portal, by[state]!.number, by[state]!.roll)).replaceAll(/\d/g, ''),
      );
    expect(new Set(texts).size).toBe(texts.length);
  });

  test('4 "what is missing": the rupees that are short; the photo that has to come anew', async () => {
    const [rejected, returned] = [by.rejected!, by.returned!];
    expect(await statusOf(browser, office.portal, rejected.number, rejected.roll)).toMatch(
      new RegExp(`₹\\s?${short}\\b`),
    );
    expect(await statusOf(browser, office.portal, returned.number, returned.roll)).toMatch(/photo/i);
  });

  test('4 "promised date": the day that the slip promises', async () => {
    const [row] = await office.portal.sql<{ day: string }>(
      'select promised_on::text as day from applications where id = $1',
      [by.received!.id],
    );
    expect(row!.day, 'a promised day').toBeTruthy();
    expect(await statusOf(browser, office.portal, by.received!.number, by.received!.roll)).toContain(
      indian(row!.day),
    );
  });

  test('4 what was sent says its tracking number', async () => {
    expect(await statusOf(browser, office.portal, by.sent!.number, by.sent!.roll)).toContain(tracking);
  });

  test('4 the answer of the server has no name either, of random applications in every state', async () => {
    const request = await statusRequest(browser, office.portal);
    const rows = await office.portal.sql<{ id: string; number: string; roll: string }>(
      'select id, acknowledgement_number::text as number, exam_roll_number as roll from applications',
    );
    for (let round = 0; round < 25; round += 1) {
      await office.portal.sql('delete from throttles');
      const { id, number, roll } = pick(rows);
      const answer = await request(number, roll);
      expect(answer.status, answer.text).toBe(200);
      for (const name of await namesNear(id)) expect(answer.text, `${number}: ${name}`).not.toContain(name);
      expect(answer.text, 'no id by which to go on').not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
      expect(answer.headers.get('cache-control')).toMatch(/no-store/);
    }
  });

  test('4 wrong pairs are answered alike: a roll of another, a number that nobody has, both wrong', async () => {
    const request = await statusRequest(browser, office.portal);
    await office.portal.sql('delete from throttles');
    const pairs: [string, string][] = [
      [by.received!.number, by.returned!.roll],
      [by.received!.number, digits(9)],
      [String(between(900_000, 999_999)), by.received!.roll],
      [String(between(900_000, 999_999)), digits(9)],
    ];
    const answers = [];
    for (const [number, roll] of pairs) {
      const { status, text } = await request(number, roll);
      answers.push(
        `${status} ${text
          .replaceAll(number, 'N')
          .replaceAll(roll, 'R')
          .replaceAll(/"requestId":"[^"]*"/g, '')}`,
      );
    }
    expect(new Set(answers).size, answers.join('\n')).toBe(1);
    const page = await statusOf(browser, office.portal, by.received!.number, digits(9));
    expect(page).toMatch(/no application|not found|unknown|check|do not (match|belong)/i);
  });

  test('4 "throttled like /verify": after as many questions of one network, with the same answer', async () => {
    await office.portal.sql('delete from throttles');
    const until = async (question: () => Promise<{ status: number; headers: Headers }>) => {
      for (let asked = 1; asked <= 600; asked += 1) {
        const { status, headers } = await question();
        if (status === 429) return { asked, wait: headers.has('retry-after') };
      }
      return { asked: Number.POSITIVE_INFINITY, wait: false };
    };
    const verify = await until(() =>
      ask(office.portal, 'GET', `/api/verify?number=${encodeURIComponent('2099/000001')}&code=ABCDE23456`),
    );
    expect(verify.asked, '/verify is throttled').toBeLessThan(600);
    const request: StatusRequest = await statusRequest(browser, office.portal).catch(async () => {
      // One throttle for both: the page's own call was refused already.
      await office.portal.sql('delete from throttles');
      return statusRequest(browser, office.portal);
    });
    await office.portal.sql('delete from throttles');
    const status = await until(() => request(String(between(900_000, 999_999)), digits(9)));
    expect(status).toEqual(verify);
    await office.portal.sql('delete from throttles');
  });

  test('4 the page is public, says what the two numbers are and where they stand, in three languages', async () => {
    const page = await openStatus(browser, office.portal);
    await page.getByRole('main').getByRole('textbox').first().waitFor();
    expect(await page.getByRole('main').getByRole('textbox').count()).toBe(2);
    expect(await page.locator('body').textContent()).toMatch(/acknowledge?ment/i);
    for (const [language, script] of [
      ['ಕನ್ನಡ', /\p{Script=Kannada}{3}/u],
      ['हिन्दी', /\p{Script=Devanagari}{3}/u],
    ] as const) {
      await page.getByRole('button', { name: language }).press('Enter');
      await page.waitForTimeout(500);
      expect(await page.getByRole('main').textContent()).toMatch(script);
    }
    await page.context().close();
  });
});

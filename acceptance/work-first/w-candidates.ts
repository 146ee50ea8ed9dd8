import type { Browser, Page } from 'playwright-core';
import { settle } from '../harness/list-page.ts';
import { type Answer, ask, type Json } from '../harness/people.ts';
import { eventually, type Portal } from '../harness/portal.ts';
import { letters } from '../harness/random.ts';
import { composed, verify } from '../harness/records.ts';
import { finish, ownPaper, type Printed, prepared, sheetsOf } from '../sheets/a-sheets.ts';
import { type Office, rareName, receiveAt } from './w-office.ts';

// What a candidate sees without an account: /status and mails. Open: the words of labels, the route behind the page.

export type Candidate = { id: string; number: string; roll: string; name: string; email: string };

/** Received at the counter; `consents` with an e-mail address and the notice that it was given under. */
export async function newCandidate(
  office: Office,
  consents: boolean,
  changes: Json = {},
): Promise<Candidate> {
  const email = `${letters(12)}@candidate.example`;
  const application = await receiveAt(office, changes.code ?? 'COL001', {
    candidateName: rareName(),
    ...(consents ? { email, contactNotice: 1 } : {}),
    ...changes,
  });
  const [row] = await office.portal.sql(
    'select acknowledgement_number::text as number, exam_roll_number as roll, candidate_name as name from applications where id = $1',
    [application.id],
  );
  return { id: application.id, email, ...(row as { number: string; roll: string; name: string }) };
}

/** Verifies and prints so many that were received on this paper. */
export async function print(office: Office, paperId: string, candidates: Candidate[]): Promise<Printed> {
  const { caseWorker, printer, receiver } = office.desks;
  for (const { id } of candidates) await verify(caseWorker, id);
  const { certificateType } = (await receiver.get(`/api/applications/${candidates[0]!.id}`)).body;
  const { id, topSerial } = await prepared(office, paperId, certificateType, candidates.length);
  const { version } = await composed(printer, id);
  await printer.act('POST', `/api/print-runs/${id}/start`, { version, topSerial });
  await printer.get(`/api/print-runs/${id}/document`);
  const run = {
    pdf: Buffer.alloc(0),
    sheets: await sheetsOf(office, id),
    runId: id,
    paperId,
    certificateType,
  };
  await finish(office, run);
  return run;
}

export { ownPaper };

export async function openStatus(browser: Browser, portal: Portal, address = '/status'): Promise<Page> {
  const context = await browser.newContext({
    baseURL: portal.url,
    viewport: { width: 412, height: 915 },
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

export async function fillStatus(page: Page, number: string, roll: string): Promise<void> {
  const field = (name: RegExp) => page.getByRole('main').getByRole('textbox', { name }).first();
  await field(/acknowledge/i)
    .waitFor({ timeout: 5_000 })
    .catch(() => {
      throw new Error(`/status asks for no acknowledgement number: ${page.url()}`);
    });
  await field(/acknowledge/i).fill(number);
  await field(/roll/i).fill(roll);
  await field(/roll/i).press('Enter');
}

export type StatusRequest = (
  number: string,
  roll: string,
  headers?: Record<string, string>,
) => Promise<Answer>;

/** The page's own call, watched once and asked again for other pairs. */
export async function statusRequest(browser: Browser, portal: Portal): Promise<StatusRequest> {
  const [number, roll] = ['987654321', `WATCHED${letters(6).toUpperCase()}`];
  const page = await openStatus(browser, portal);
  let seen: { method: string; path: string; body: string } | undefined;
  page.on('request', (request) => {
    const url = new URL(request.url());
    const body = request.postData() ?? '';
    if (url.pathname.startsWith('/api/') && `${url.search}${url.pathname}${body}`.includes(roll))
      seen = { method: request.method(), path: url.pathname + url.search, body };
  });
  await fillStatus(page, number, roll);
  const { method, path, body } = await eventually(() => seen, { what: 'a call of /status' });
  await page.context().close();
  return (otherNumber, otherRoll, headers = {}) => {
    const put = (text: string) =>
      text
        .replaceAll(number, encodeURIComponent(otherNumber))
        .replaceAll(roll, encodeURIComponent(otherRoll));
    return ask(portal, method, put(path), {
      ...(body ? { body: JSON.parse(decodeURIComponent(put(body))) } : {}),
      headers,
    });
  };
}

/** What the page answers for a pair, as a person reads it. */
export async function statusOf(
  browser: Browser,
  portal: Portal,
  number: string,
  roll: string,
): Promise<string> {
  await portal.sql('delete from throttles');
  const page = await openStatus(browser, portal);
  await fillStatus(page, number, roll);
  const before = (await page.getByRole('main').textContent()) ?? '';
  await eventually(async () => ((await page.getByRole('main').textContent()) ?? '') !== before, {
    within: 5_000,
    what: 'an answer of /status',
  }).catch(() => {});
  await settle(page);
  // biome-ignore lint/performance/useDomNodeTextContent: words of neighbouring elements stay apart
  const text = (await page.getByRole('main').innerText()).replaceAll(/\s+/g, ' ');
  await page.context().close();
  return text;
}

/** Mails to an address, oldest first, as the outbox has them. */
export async function mailsTo(portal: Portal, email: string): Promise<{ subject: string; text: string }[]> {
  const answer = await ask(portal, 'GET', `/api/demo/outbox?to=${encodeURIComponent(email)}`);
  return [...(answer.body ?? [])].reverse();
}

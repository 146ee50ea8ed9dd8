import { v7 as uuid } from 'uuid';
import { expect, test } from 'vitest';
import { receiveApplication } from '#dev/testing/factories.ts';
import { sharedOffice } from '#dev/testing/office.ts';
import type { Caller } from '#dev/testing/portal.ts';
import { choiceOf, waitingOffice } from '#dev/testing/print-room.ts';
import { byteRoutes } from './features.ts';

const { portal, office } = await sharedOffice();
const [admin, receiver, caseWorker, printer, auditor] = await portal.asEach(
  ...(['admin', 'receiver', 'case_worker', 'printer', 'auditor'] as const),
);

const opened = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const navigated = { ...opened, 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' };
type Problem = { code: string; detail: string };

async function read(caller: Caller, path: string, headers: Record<string, string>) {
  const response = await caller.fetch(path, { headers, redirect: 'manual' });
  const text = await response.text();
  return { status: response.status, type: response.headers.get('content-type') ?? '', text };
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const plain = (html: string) =>
  html.replaceAll('&#39;', "'").replaceAll('&#x27;', "'").replaceAll('&apos;', "'");

/** The same refusal as JSON and as a page that says why. */
async function expectPage(caller: Caller, path: string): Promise<void> {
  const json = await read(caller, path, { accept: '*/*', 'sec-fetch-dest': 'empty' });
  expect(json.type, path).toMatch(/^application\/(problem\+)?json/);
  const { detail } = JSON.parse(json.text) as Problem;
  for (const headers of [opened, navigated, { accept: '*/*', 'sec-fetch-dest': 'document' }]) {
    const page = await read(caller, path, headers);
    expect(page.status, path).toBe(json.status);
    expect(page.type, path).toMatch(/^text\/html; ?charset=utf-8/i);
    expect(plain(page.text), path).toContain(escaped(detail));
    expect(page.text, path).toContain('Vishwavidya University of Karnataka');
    expect(page.text, path).toMatch(/<a [^>]*href=/);
    expect(page.text, path).toMatch(/^<!doctype html>/i);
  }
}

const reads = byteRoutes.filter(({ method }) => method === 'GET').map(({ path }) => path);
const withId = reads.filter((path) => path.includes('{id}'));

test('links to papers, pictures and files are many', () => expect(reads.length).toBeGreaterThanOrEqual(17));

test.each(withId)('%s of a record that is not there opens as a page', async (path) => {
  const address = `/api${path.replaceAll(/\{\w+\}/g, () => uuid())}?from=1`;
  for (const caller of [admin, receiver, caseWorker, printer, auditor]) await expectPage(caller, address);
});

test.each([
  ['a print file before the stack was checked', unreadyRun],
  ['a paper of somebody without the right', async () => [caseWorker, `/api/print-runs/${uuid()}/document`]],
  ['a slip of another college', slipOfAnotherCollege],
  ['labels of nobody', async () => [receiver, `/api/address-labels?certificateId=${uuid()}`]],
  ['an address that there is not', async () => [receiver, '/api/no-such-thing']],
  ['labels that do not exist', async () => [receiver, '/api/address-labels?firstLabel=25']],
  ['a posting list of an empty day', async () => [receiver, '/api/posting-list?postedOn=2001-01-01']],
  ['an id that is none', async () => [printer, '/api/print-runs/%3Cscript%3E/document']],
] satisfies [string, () => Promise<(Caller | string)[]>][])('%s opens as a page', async (_what, make) => {
  const [caller, path] = (await make()) as [Caller, string];
  await expectPage(caller, path);
  expect((await read(caller, path, navigated)).text).not.toContain('<script>');
});

async function unreadyRun() {
  const here = await waitingOffice(portal, { receiver, caseWorker }, { office, certificates: 1 });
  const { id } = await printer.api.printRuns.preparePrintRun(choiceOf(here));
  return [printer, `/api/print-runs/${id}/document`];
}

async function slipOfAnotherCollege() {
  const outsider = await portal.as('receiver', { collegeId: office.otherCollegeId });
  return [outsider, `/api/applications/${await receiveApplication(receiver, office)}/receipt`];
}

test('whoever is not signed in reads a page too, with the same status', async () => {
  const path = `/api/print-runs/${uuid()}/document`;
  const { status } = await read(portal.anonymous, path, { accept: '*/*' });
  const page = await read(portal.anonymous, path, navigated);
  expect(page).toMatchObject({ status, type: expect.stringMatching(/^text\/html/) });
  expect(page.text).not.toMatch(/^\s*\{/);
});

test('what is not refused stays what it is', async () => {
  const id = await receiveApplication(receiver, office);
  expect((await read(receiver, `/api/applications/${id}/receipt`, navigated)).type).toBe('application/pdf');
  expect((await read(receiver, `/api/applications/${id}`, { accept: 'application/json' })).type).toMatch(
    /json/,
  );
});

test.each(['application/json, text/html;q=0.5', 'application/problem+json,text/html'])(
  'a program that prefers JSON (%s) gets it',
  async (accept) => {
    const { type } = await read(receiver, `/api/applications/${uuid()}/receipt`, { accept });
    expect(type).toMatch(/json/);
  },
);

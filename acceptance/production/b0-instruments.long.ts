import { renameSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { kinds, newPaper, numbersIn, of, oneOfEach, type Paper, startClients } from './b-clients.ts';
import { fillIn } from './b-document.ts';
import { lastOf, lastOnPaper, ordinal } from './b-recovery.ts';
import { closeSite, loseMachine, openSite, returnAll, type Site, startAt } from './b-site.ts';

// Green from the first day: the twelve clients and the readers of commands on which the tests of backup and restore rest. Where
// one of those is red, this says whether the instruments are to blame.

let site: Site;
const paper: Paper = newPaper();

beforeAll(async () => {
  site = await openSite();
}, 300_000);
afterAll(() => closeSite(site));

test('instruments: each kind of number is issued once and found by SQL', async () => {
  await oneOfEach(site, paper);
  const numbers = await numbersIn(site.university.portal);
  for (const kind of kinds) {
    expect(of(paper, kind).length, kind).toBeGreaterThan(0);
    expect(numbers[kind].map(ordinal), kind).toContain(ordinal(of(paper, kind)[0]!.number));
  }
}, 120_000);

test('instruments: twelve clients are at work at once, and none of them is refused', async () => {
  const clients = startClients(site, paper);
  await new Promise((resolve) => setTimeout(resolve, 30_000));
  await clients.stop();
  expect(paper.failures).toEqual([]);
  const numbers = await numbersIn(site.university.portal);
  for (const kind of kinds) expect(of(paper, kind).length, kind).toBeGreaterThan(1);
  const [inDatabase, onPaper] = [lastOf(numbers), lastOnPaper(paper)];
  for (const kind of kinds.filter((one) => one !== 'serial'))
    expect(ordinal(inDatabase[kind]), kind).toBe(ordinal(onPaper[kind]));
}, 120_000);

test('instruments: a machine is lost, its folder is found again, and everybody signs in anew', async () => {
  const before = await numbersIn(site.university.portal);
  const wreck = await loseMachine(site);
  renameSync(wreck, site.folders[0]!);
  await startAt(site, site.folders[0]!);
  await returnAll(site);
  await oneOfEach(site, paper);
  const after = await numbersIn(site.university.portal);
  expect(after.convocation.length).toBe(before.convocation.length + 1);
}, 180_000);

test('instruments: a documented command takes the values of its operator', () => {
  const filling = { dataDirectory: '/a/data', backup: '/b/backup', moment: '2026-11-21T18:30:00Z' };
  expect(fillIn('npm run restore -- BACKUP --to TIME', filling)).toBe(
    "npm run restore -- '/b/backup' --to '2026-11-21T18:30:00Z'",
  );
  expect(
    fillIn('sudo -u dikshant DATA_DIRECTORY=/var/lib/dikshant npm run backup -- /srv/backup/today', filling),
  ).toBe('DATA_DIRECTORY=/a/data npm run backup -- /b/backup');
  expect(() => fillIn('npm run restore -- ELSEWHERE', {})).toThrow(/ELSEWHERE/);
});

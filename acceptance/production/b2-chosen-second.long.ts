import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newDirectory } from '../harness/portal.ts';
import { between } from '../harness/random.ts';
import { newPaper, numbersIn, of, oneOfEach, type Paper, startClients } from './b-clients.ts';
import { doctor, pathOfBackup, restore } from './b-command.ts';
import { lastOf, leaveRecovery } from './b-recovery.ts';
import {
  archiveNow,
  closeSite,
  keepOutside,
  loseMachine,
  openSite,
  placeOf,
  restoreSite,
  returnAll,
  type Site,
  startAt,
  takeBackup,
} from './b-site.ts';

// The issue: "`npm run restore` onto an empty machine, also to a chosen second; it waits for the end of recovery, names the
// latest reachable second when the target lies beyond the archive, then starts a new archive and a new base backup."

let site: Site;
let paper: Paper;
let issued: Awaited<ReturnType<typeof numbersIn>>;
/** When the backup was done, and when the last that can be in the archive was written. */
let done: number;
let end: number;
let putBack: () => void;

beforeAll(async () => {
  site = await openSite();
  paper = newPaper();
  await oneOfEach(site, paper);
  await takeBackup(site);
  done = Date.now();
  const clients = startClients(site, paper);
  // Long enough that whole seconds lie between what is kept and what is not.
  await new Promise((resolve) => setTimeout(resolve, 45_000));
  await clients.stop();
  await archiveNow(site.university.portal);
  end = Date.now();
  issued = await numbersIn(site.university.portal);
  await loseMachine(site);
  putBack = keepOutside(site);
}, 900_000);
// Each begins with the outside as it was when the machine was lost.
beforeEach(() => putBack());
afterAll(() => closeSite(site));

describe('9.2 a chosen second', { timeout: 600_000 }, () => {
  test('9.2 chosen second: what was answered before it is there, what was begun after it is not, and its files are whole', async () => {
    const moment = wholeSecondIn(done + 8_000, end - 12_000);
    const { directory } = await restoreSite(site, moment);
    const portal = await startAt(site, directory);
    try {
      const now = await portal.sql<{ n: string; id: string }>(
        'select acknowledgement_number::text as n, id from applications',
      );
      const there = new Set(now.map(({ id }) => id));
      const received = of(paper, 'acknowledgement');
      const lost = received.filter(({ ended, id }) => ended < moment.getTime() && !there.has(id));
      const early = received.filter(({ began, id }) => began > moment.getTime() + 1_000 && there.has(id));
      expect(lost, `answered before ${moment.toISOString()} and gone`).toEqual([]);
      expect(early, `begun after ${moment.toISOString()} and there`).toEqual([]);
      expect(received.filter(({ began }) => began > moment.getTime() + 1_000).length).toBeGreaterThan(3);
      expect(received.filter(({ ended }) => ended < moment.getTime()).length).toBeGreaterThan(3);
      // Rows that came after the base backup have their files too: a file is uploaded before its row.
      const { text } = await doctor(placeOf(site));
      expect(text).not.toMatch(/missing file|file (is|are) missing|without (a )?file|row.*no file/i);
      const [photo] = await portal.sql(
        `select f.id from applications a join files f on f.id = a.photo_file_id order by a.received_at desc limit 1`,
      );
      await returnAll(site);
      const answer = await site.office.admin.get(`/api/files/${photo!.id}`);
      expect(answer.status, 'the photo of the newest application').toBe(200);
    } finally {
      await portal.stop();
    }
  });

  test('9.2 beyond the archive: it is refused with the latest reachable second, and that second can be restored', async () => {
    const beyond = new Date(Date.now() + between(60, 6_000) * 1_000);
    const directory = newDirectory();
    site.folders.push(directory);
    const said = await restore(placeOf(site, directory), beyond);
    expect(said.code, `a target beyond the archive: ${said.text.slice(-1_000)}`).not.toBe(0);
    const named = momentsIn(said.text).filter((one) => one !== Math.floor(beyond.getTime() / 1_000) * 1_000);
    const latest = named.find((one) => one >= done && one <= end + 1_000);
    expect(latest, `the latest reachable second, in: ${said.text.slice(-1_500)}`).toBeDefined();
    const last = of(paper, 'acknowledgement').at(-1)!;
    expect(latest!, 'not earlier than the last that was archived').toBeGreaterThanOrEqual(last.began - 2_000);
    // The refused one is no portal that somebody could start by mistake.
    expect(existsSync(path.join(directory, 'postgres/pgdata/PG_VERSION')), 'a half-restored server').toBe(
      false,
    );

    const { directory: second } = await restoreSite(site, new Date(latest!));
    const portal = await startAt(site, second);
    try {
      const [row] = await portal.sql('select count(*)::int as rows from applications');
      const kept = of(paper, 'acknowledgement').filter(({ ended }) => ended < latest!).length;
      expect(row!.rows).toBeGreaterThanOrEqual(kept);
    } finally {
      await portal.stop();
    }
  });

  test('9.2 too early: a second before the base backup is refused in words', async () => {
    const directory = newDirectory();
    site.folders.push(directory);
    const said = await restore(placeOf(site, directory), new Date(done - 3_600_000));
    expect(said.code).not.toBe(0);
    expect(said.text).toMatch(/before|earlier|older|earliest/i);
    expect(said.text, 'words, not a stack').not.toMatch(/^\s+at \S+ \(/m);
  });

  test('9.2 empty machine: a data directory that holds a portal is refused and left as it is', async () => {
    const { directory } = await restoreSite(site);
    const portal = await startAt(site, directory);
    const again = await restore(placeOf(site, directory));
    expect(again.code, again.text).not.toBe(0);
    expect((await portal.sql('select count(*)::int as rows from applications'))[0]!.rows).toBeGreaterThan(0);
    await portal.stop();
    const stopped = await restore(placeOf(site, directory));
    expect(stopped.code, 'also while it is stopped').not.toBe(0);
  });

  // "then starts a new archive and a new base backup": proven by losing the restored machine as well.
  test('9.2 new archive and base backup: what a restored portal writes outlives the loss of its machine', async () => {
    const { directory, said } = await restoreSite(site);
    const fresh = pathOfBackup(placeOf(site), said);
    if (fresh) site.outside.latest = fresh;
    const portal = await startAt(site, directory);
    await returnAll(site);
    await leaveRecovery(site, lastOf(issued));
    const later = newPaper();
    await oneOfEach(site, later);
    await archiveNow(portal);
    await loseMachine(site);
    const { directory: third } = await restoreSite(site);
    const revived = await startAt(site, third);
    try {
      const numbers = await numbersIn(revived);
      for (const { kind, number } of later.entries)
        expect(numbers[kind].map(tail), `${kind} ${number} after two losses`).toContain(tail(number));
    } finally {
      await revived.stop();
    }
  });
});

const tail = (number: string) => /(\d+)\D*$/.exec(number)?.[1]?.replace(/^0+/, '') ?? number;

function wholeSecondIn(from: number, to: number): Date {
  if (to <= from) throw new Error('The clients were at work for too short a time.');
  return new Date(Math.ceil(between(from, to) / 1_000) * 1_000);
}

/** Moments in a text, with a zone or in the zone of India, which the portal speaks. */
function momentsIn(text: string): number[] {
  return [...text.matchAll(/(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.\d+)?\s*(Z|UTC|IST|[+-]\d\d:?\d\d)?/g)]
    .map(([, day, time, zone]) => {
      const offset =
        !zone || zone === 'IST' ? '+05:30' : zone === 'UTC' ? 'Z' : zone.replace(/(\d\d)(\d\d)$/, '$1:$2');
      return Date.parse(`${day}T${time}${offset}`);
    })
    .filter((moment) => !Number.isNaN(moment));
}

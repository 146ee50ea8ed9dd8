import { expect, test } from 'vitest';
import { orRefused } from '#dev/testing/expect-domain-error.ts';
import { receiveApplication, stockBlanks } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { filePool } from '#dev/testing/portal.ts';
import { pick, seeded } from '#dev/testing/random.ts';
import { runWithoutTriggers } from '#dev/testing/run-without-triggers.ts';
import { csvOf, importIn, uploadSpreadsheet } from '#dev/testing/uploads.ts';
import { compareBooks, compareBooksJob } from '#features/books/server/compare-books.ts';
import { addMonths, dayInIndia } from '#shared/format.ts';
import type { Role } from '#shared/roles.ts';
import { acts } from './sequences-acts.testing.ts';

const steps = process.env.LONG_FORMS ? 1_500 : 60;
const seed = Number(process.env.SEQUENCES_SEED ?? Date.now() % 2 ** 31);
console.log(`SEQUENCES_SEED=${seed}`);

const today = dayInIndia(new Date());
const { portal, office } = await fileOffice();
const pool = filePool(portal.ownerUrl);
const roles: Role[] = ['receiver', 'receiver', 'case_worker', 'case_worker', 'admin', 'admin', 'printer'];
const people = await Promise.all(roles.map((role) => portal.as(role)));
const [admin, printer] = [people[4]!, people[6]!];
const auditor = await portal.as('auditor');
const now = () => new Date().toISOString();
const booksAt = (at = now()) => auditor.api.books.getBooks({ at });

test('after a random sequence of acts the rebuild equals the tables, and earlier moments stay', {
  timeout: 600_000,
}, async () => {
  const before = now();
  for (const [kind, ...lines] of [
    [
      'opening_blanks',
      'Paper code,From serial,To serial,Held by',
      `PAR-MAR,ZZ000001,ZZ000005,${printer.email}`,
    ],
    [
      'opening_drafts',
      'Draft number,Date of the draft,Bank,Branch,Amount,Balance,College code',
      `700001,${addMonths(today, -1)},State Bank,Hassan,2100,,COL001`,
    ],
  ] as const) {
    const { id } = await importIn(admin, await uploadSpreadsheet(admin, kind, csvOf(...lines)), 'checked');
    await admin.api.imports.commitImport({ id });
    await importIn(admin, id, 'committed');
  }
  await stockBlanks(portal, office.paperId, 40);
  for (let count = 0; count < 4; count += 1) await receiveApplication(people[0]!, office);
  const random = seeded(seed);
  const scene = { portal, office, pool, applications: 8 };
  const seen: Awaited<ReturnType<typeof booksAt>>[] = [];
  for (let step = 0, tries = 0; step < steps && tries < 10 * steps; tries += 1) {
    const [able, act] = pick(random, acts);
    const persons = people.filter(({ actor }) => able.includes(actor.role));
    const outcome = await orRefused(act(scene, pick(random, persons), random), act.name);
    if (outcome === null || outcome === 'refused') continue;
    step += 1;
    if (step % 15 === 0) seen.push(await booksAt());
  }
  expect((await compareBooks(portal.services.db)).differences).toEqual([]);
  const figuresAt = async (at: string) => (await booksAt(at)).books.map(({ figures }) => figures);
  for (const { at, books } of seen) expect(await figuresAt(at)).toEqual(books.map(({ figures }) => figures));
  expect(await figuresAt(before)).toEqual([[], [], [], []]);
});

test('what was altered past the log is found, and stored by the nightly job', async () => {
  await runWithoutTriggers(
    portal,
    `update blanks set state = 'destroyed', held_by = null, print_run_id = null where serial = 'ZZ000005'`,
  );
  await compareBooksJob.handle(portal.services, {}, { isLast: true });
  const { rows } = await pool.query('select differences from exception_books');
  expect(rows).toHaveLength(1);
  const found = { book: 'blanks', figure: 'destroyed', tables: 1, events: 0 };
  expect(rows[0].differences).toContainEqual(found);
  expect(rows[0].differences).toHaveLength(2);
});

import { beforeAll, describe, expect, test } from 'vitest';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { receiveApplication, stockBlanks } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { filePool, type StaffCaller } from '#dev/testing/portal.ts';
import { pageTexts } from '#dev/testing/print-file.ts';
import { officeWithPaper } from '#dev/testing/print-room.ts';
import { pick, seeded } from '#dev/testing/random.ts';
import { runWithoutTriggers } from '#dev/testing/run-without-triggers.ts';
import { csvOf, importIn, uploadSpreadsheet } from '#dev/testing/uploads.ts';
import { writeCheckpoints } from '#features/audit/server/checkpoints/write-checkpoints.ts';
import { addDays, dayInIndia, formatCount } from '#shared/format.ts';
import { type BookRow, bookRowsFromEvents } from './books-from-events.testing.ts';
import { openBusyOffice } from './busy-office.testing.ts';

const steps = process.env.LONG_FORMS ? 600 : 90;
const seed = Number(process.env.BOOKS_SEED ?? Date.now() % 2 ** 31);
console.log(`BOOKS_SEED=${seed}`);

const today = dayInIndia(new Date());
const books = ['blanks', 'drafts', 'certificates', 'prints'] as const;
const { portal, office } = await fileOffice();
const pool = filePool(portal.ownerUrl);
const busy = await openBusyOffice({ portal, office, pool });
const other = await officeWithPaper(portal, office, 0);
const auditor = await portal.as('auditor');
const random = seeded(seed);

type Moment = { at: string; sequence: number };
type Figure = { group: string; state: string; count: number; rupees: number };
let moments: Moment[] = [];

beforeAll(async () => {
  await busy.bringOpenings();
  for (const paperId of [office.paperId, other.paperId]) await stockBlanks(portal, paperId, 40);
  for (const collegeId of [office.collegeId, office.otherCollegeId, office.collegeId])
    await receiveApplication(busy.receiver, { ...office, collegeId });
  await busy.act(random, steps);
  moments = await momentsBetweenEvents();
  expect(moments.length).toBeGreaterThan(40);
}, 300_000);

/** A moment after each event that the next ones did not share. */
async function momentsBetweenEvents(): Promise<Moment[]> {
  const { rows } = await pool.query<{ sequence: number; at: Date }>(
    'select sequence::int, at from audit_events order by sequence',
  );
  return rows.flatMap(({ sequence, at }, place) => {
    const next = rows[place + 1]?.at.getTime() ?? Number.POSITIVE_INFINITY;
    return next - at.getTime() < 2 ? [] : [{ sequence, at: new Date(at.getTime() + 1).toISOString() }];
  });
}

/** Ten that a seed repeats. */
const someMoments = () => Array.from({ length: 10 }, () => pick(random, moments));
const newest = async (): Promise<Moment> => (await momentsBetweenEvents()).at(-1)!;

/** A paper by name and colour, however both are joined. */
const named = (paper: string) => paper.replaceAll(/\W+/g, ' ').trim();

/** The rows of the events, with papers by name. */
async function rowsAt(sequence: number): Promise<BookRow[]> {
  const { rows } = await pool.query('select id, name, colour from papers');
  const nameOf = new Map(rows.map(({ id, name, colour }) => [id, named(`${name} ${colour}`)]));
  const events = await bookRowsFromEvents(pool, sequence);
  return events.map((row) => ({ ...row, group: nameOf.get(row.group) ?? row.group }));
}

/** `certificates applications verified` and so on, with how many and what they are worth. */
function figuresOf(rows: readonly BookRow[]): Record<string, [count: number, rupees: number]> {
  const figures: Record<string, [number, number]> = {};
  for (const { book, group, state, rupees } of rows) {
    const name = `${book} ${group} ${state}`;
    const [count, sum] = figures[name] ?? [0, 0];
    figures[name] = [count + 1, sum + rupees];
  }
  return figures;
}

async function booksOf(person: StaffCaller, at: string) {
  const answer = await person.api.books.getBooks({ at });
  expect(answer.books.map(({ name }) => name).toSorted()).toEqual([...books].toSorted());
  const figures: Record<string, [count: number, rupees: number]> = {};
  for (const { name, figures: ofBook } of answer.books)
    for (const { group, state, count, rupees } of ofBook as Figure[]) {
      expect(count, 'a figure of nothing is left out').toBeGreaterThan(0);
      figures[`${name} ${name === 'blanks' ? named(group) : group} ${state}`] = [
        count,
        name === 'drafts' ? rupees : 0,
      ];
    }
  return { ...answer, flat: figures };
}

describe('as of ten random moments that are past', () => {
  test('each of the four books is what the events alone say', async () => {
    const met = new Set<string>();
    for (const { at, sequence } of [...someMoments(), moments.at(-1)!]) {
      const answer = await booksOf(auditor, at);
      expect(answer.sequence, at).toBe(sequence);
      const expected = figuresOf(await rowsAt(sequence));
      expect(answer.flat, `event ${sequence}`).toEqual(expected);
      for (const name of Object.keys(expected)) met.add(name.split(' ')[0]!);
    }
    expect([...met].toSorted(), 'the acts filled every book').toEqual([...books].toSorted());
  });

  test('the rows behind a figure are as many, and the same', async () => {
    for (const { at, sequence } of someMoments().slice(0, 4)) {
      const expected = await rowsAt(sequence);
      const { books: answered } = await auditor.api.books.getBooks({ at });
      for (const { name, figures } of answered)
        for (const { group, state, count } of figures as Figure[]) {
          const of = { at, book: name, group, state };
          const where = `${name} ${group} ${state} at event ${sequence}`;
          expect(await auditor.api.books.countBookRows(of), where).toEqual({ count });
          const { rows } = await auditor.api.books.listBookRows({ ...of, limit: 100 });
          expect(rows, where).toHaveLength(count);
          for (const { since } of rows) expect(Date.parse(since)).toBeLessThanOrEqual(Date.parse(at));
          if (name === 'prints') continue;
          const ids = expected
            .filter(
              (row) =>
                row.book === name &&
                row.group === (name === 'blanks' ? named(group) : group) &&
                row.state === state,
            )
            .map(({ id }) => id);
          // A sheet is known by its serial, which a label may say more about; all else by its id.
          const shown = rows.map((row) =>
            name === 'blanks' ? row.label.match(/[A-Z]+\d{6}/)![0] : row.recordId,
          );
          expect(shown.toSorted(), where).toEqual(ids.toSorted());
        }
    }
  });

  test('before the first record they are not recorded, which is not the same as none', async () => {
    const { rows } = await pool.query('select min(at) as at from audit_events');
    const before = new Date(rows[0].at.getTime() - 1_000).toISOString();
    for (const { recordedSince, provenBy, figures } of (await auditor.api.books.getBooks({ at: before }))
      .books) {
      expect(figures).toEqual([]);
      expect(provenBy).toBeNull();
      if (recordedSince !== null) expect(recordedSince > before).toBe(true);
    }
    const { at } = moments.at(-1)!;
    for (const { name, recordedSince } of (await auditor.api.books.getBooks({ at })).books)
      expect(recordedSince, name).not.toBeNull();
  });
});

describe('a statement', () => {
  const bytesOf = async (person: StaffCaller, id: string) => {
    const response = await person.fetch(`/api/statements/${id}/pdf`);
    return { status: response.status, pdf: Buffer.from(await response.arrayBuffer()) };
  };
  const textOf = async (pdf: Buffer) => (await pageTexts(pdf)).join(' ').replaceAll(/\s+/g, ' ');

  test('of the books is the same bytes after a thousand more events, and says every figure', async () => {
    const { at, sequence } = moments[Math.floor(moments.length * 0.8)]!;
    const asked = { kind: 'books' as const, at };
    const { id } = await auditor.api.books.printStatement(asked);
    const first = await bytesOf(auditor, id);
    expect(first.pdf.subarray(0, 5).toString()).toBe('%PDF-');
    const text = await textOf(first.pdf);
    for (const [count] of Object.values(figuresOf(await rowsAt(sequence))))
      expect(text).toContain(formatCount(count));

    const { rows } = await pool.query('select sequence::int from audit_head');
    const lines = Array.from({ length: 1_000 }, (_, n) => `1998/${n + 1},Asha Rao,BA,12/03/1998,S${n + 1}`);
    const header = 'Certificate number,Name,Degree,Date,Serial number';
    const sheet = csvOf(header, ...lines);
    const upload = await uploadSpreadsheet(busy.admin, 'earlier_certificates', sheet);
    await importIn(busy.admin, upload, 'checked');
    // Another admin than who uploaded it.
    await (await portal.as('admin')).api.imports.commitImport({ id: upload });
    await importIn(busy.admin, upload, 'committed');
    await busy.act(random, 15);
    const { rows: later } = await pool.query('select sequence::int from audit_head');
    expect(later[0].sequence - rows[0].sequence).toBeGreaterThan(1_000);

    const colleague = await portal.as('auditor');
    expect(await colleague.api.books.printStatement(asked)).toEqual({ id });
    expect((await bytesOf(colleague, id)).pdf.equals(first.pdf)).toBe(true);
    expect((await auditor.api.books.listStatements({})).rows.map((row) => row.id)).toContain(id);
    const { rows: events } = await pool.query(
      `select event from audit_events where record_type = 'statement' and record_id = $1`,
      [id],
    );
    // Printed once, whoever asked again.
    expect(events).toEqual([{ event: 'books.printed' }]);
  }, 180_000);

  test('of handing over says what one officer holds at that moment, and both sign', async () => {
    const holder = await portal.as('printer', { name: 'Prakash Nayak' });
    const { paperId } = await officeWithPaper(portal, office, 12);
    const issue = { id: paperId, holderId: holder.actor.id };
    const { serials } = await busy.admin.api.stock.issueBlanks({ ...issue, sheets: { count: 5 } });
    const ends = serials.split('–');
    expect(ends).toHaveLength(2);
    const held = await newest();
    const statementAt = async (at: string) => {
      const asked = { kind: 'handing_over' as const, at, personId: holder.actor.id };
      const { id } = await auditor.api.books.printStatement(asked);
      return { id, ...(await bytesOf(auditor, id)) };
    };
    const before = await statementAt(held.at);
    const text = await textOf(before.pdf);
    for (const shown of [holder.actor.name, ...ends]) expect(text).toContain(shown);
    expect(text.match(/sign/gi)?.length ?? 0, 'a place to sign for each').toBeGreaterThanOrEqual(2);

    const [first, last] = ends.map((serial) => Number(serial.slice(-6))) as [number, number];
    const back = [{ prefix: ends[0]!.slice(0, -6), first, last }];
    await busy.admin.api.stock.returnBlanks({ id: paperId, serials: back });
    const after = await statementAt((await newest()).at);
    expect(after.id).not.toBe(before.id);
    expect(await textOf(after.pdf)).not.toContain(ends[0]);
    const again = await statementAt(held.at);
    expect(again.id).toBe(before.id);
    expect(again.pdf.equals(before.pdf)).toBe(true);
  });

  test('is for auditors; one of a college does not read the whole university’s', async () => {
    const { at } = moments.at(-1)!;
    const { id } = await auditor.api.books.printStatement({ kind: 'books', at });
    for (const role of ['admin', 'printer', 'receiver', 'case_worker'] as const) {
      const person = await portal.as(role);
      await expectDomainError(person.api.books.getBooks({ at }), 'auth.not_permitted');
      await expectDomainError(person.api.books.printStatement({ kind: 'books', at }), 'auth.not_permitted');
      expect((await bytesOf(person, id)).status, role).toBe(403);
    }
    const here = await portal.as('auditor', { collegeId: office.collegeId });
    expect((await bytesOf(here, id)).status).toBe(404);
    expect((await here.api.books.listStatements({})).rows.map((row) => row.id)).not.toContain(id);
  });
});

test('an auditor of a college has that college’s drafts, certificates and prints, and no others', async () => {
  for (const collegeId of [office.collegeId, office.otherCollegeId]) {
    const person = await portal.as('auditor', { collegeId });
    const { at, sequence } = await newest();
    const own = (await rowsAt(sequence)).filter((row) => row.collegeId === collegeId);
    expect((await booksOf(person, at)).flat).toEqual(figuresOf(own));
  }
});

test('a checkpoint proves the books of its day, and an event altered since belies its book alone', async () => {
  await writeCheckpoints(portal.services, new Date(`${addDays(today, 1)}T06:30:00Z`));
  const { at } = await newest();
  const proofs = async () =>
    Object.fromEntries(
      (await auditor.api.books.getBooks({ at })).books.map(({ name, provenBy }) => [name, provenBy]),
    );
  const proven = { day: today, agrees: true };
  expect(await proofs()).toEqual(Object.fromEntries(books.map((book) => [book, proven])));
  await runWithoutTriggers(
    portal,
    `update audit_events set after = jsonb_set(after, '{amount}', '1')
      where sequence = (select min(sequence) from audit_events where event = 'demand_drafts.received')`,
  );
  expect(await proofs()).toEqual({
    ...Object.fromEntries(books.map((book) => [book, proven])),
    drafts: { day: today, agrees: false },
  });
});

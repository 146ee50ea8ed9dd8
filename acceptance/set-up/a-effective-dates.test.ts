import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Json } from '../harness/people.ts';
import { between, letters, personName } from '../harness/random.ts';
import { confirm, readEntry, rowsOfMaster, sendChange } from './a-masters.ts';
import {
  demand,
  feeRows,
  fieldOf,
  holderLists,
  isApplicationCharge,
  keyOf,
  keys,
  masterNamed,
  rowsOf,
} from './a-names.ts';
import { packCommand, readPack, secondPack, writePack } from './a-packs.ts';
import { employAll, emptyUniversity, type Office, once, type University } from './a-university.ts';
import { choicesOf, completeMasters, receiveAt, walk, writeAt } from './a-walk.ts';

// The issue, Build: "Masters with … effective dates". UNIVERSITY.md 1: courses "active from/until"; offices: "holder, from–until
// … the sheet takes who held office on the date of the convocation; … old sheets render as they were"; convocations: "'Given
// on' is its date, never the date of printing"; fees: rows by time; lists of choices: "retired, never deleted once used".
// The days of one of the repository's packs are set around today and around its convocation.

let university: University;
let office: Office;
let reached: { text: string; sheetId: string } | undefined;
/** The sheet of the convocation; what follows is about it. */
const theSheet = () => demand(reached, 'no sheet of the convocation was printed');

const academicYear = '2024-25';
/** Of the convocation; months before today, and in no academic year's first days. */
const convocationDay = `2025-${pad(between(1, 5))}-${pad(between(2, 27))}`;
const holders = {
  earlier: `Dr. ${personName()}`,
  inOffice: `Dr. ${personName()}`,
  later: `Dr. ${personName()}`,
};
const codes = { ended: code(), coming: code(), open: code() };
const amounts = { ended: between(100, 999), now: between(1_000, 1_999), coming: between(2_000, 2_999) };

beforeEach(
  once(async () => {
    const { pack, files } = readPack(secondPack());
    setDays(pack);
    university = await emptyUniversity();
    const said = packCommand(['import', writePack(pack, files)], university);
    if (said.code !== 0) throw new Error(`import ended with ${said.code}:\n${said.text}`);
    await completeMasters(university.admin);
    office = await employAll(university);
  }),
  240_000,
);
afterAll(() => university?.remove());

describe('effective dates', { timeout: 240_000 }, () => {
  test('7 Build courses: the counter offers what is active today, not what ended yesterday or begins tomorrow', async () => {
    const offered = JSON.stringify((await choicesOf(office.receiver)).courses);
    expect(offered).toContain(codes.open);
    expect(offered).not.toContain(codes.ended);
    expect(offered).not.toContain(codes.coming);
  });

  test('7 Build courses: a request for a course that is not active is refused, with a sentence', async () => {
    for (const name of [codes.ended, codes.coming]) {
      const [course] = await university.portal.sql(
        'select id from courses c where to_jsonb(c)::text like $1',
        [`%${name}%`],
      );
      const body = await writeAt(university.portal, office.receiver, { academicYear });
      const answer = await office.receiver.ask('POST', '/api/applications', {
        body: { ...body, courseId: demand(course, `course ${name}`).id },
      });
      expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
      expect(answer.status, answer.text).toBeLessThan(500);
      expect(answer.body.detail, name).toMatch(/course|active/i);
    }
  });

  test('7 Build fees: of three rows of equal rank the one in force today is asked for', async () => {
    const application = await receiveAt(university.portal, office.receiver, {
      academicYear,
      total: amounts.now,
    });
    const [row] = await university.portal.sql(
      'select total_amount as total from applications where id = $1',
      [application.id],
    );
    expect(row!.total).toBe(amounts.now);
    for (const total of [amounts.ended, amounts.coming]) {
      const body = await writeAt(university.portal, office.receiver, { academicYear, total });
      const answer = await office.receiver.ask('POST', '/api/applications', { body });
      expect(answer.status, `₹${total}: ${answer.text}`).toBeGreaterThanOrEqual(400);
    }
  });

  test('7 Build offices: the sheet names who held office on the day of the convocation, nobody before and after', async () => {
    const walked = await walk(university, office, { academicYear, total: amounts.now });
    reached = walked.printed;
    const printed = theSheet();
    expect(printed.text).toContain(holders.inOffice);
    expect(printed.text).not.toContain(holders.earlier);
    expect(printed.text).not.toContain(holders.later);
  });

  test("7 Build convocations: 'Given on' is the convocation's date, and the day of printing is nowhere on the sheet", () => {
    const printed = theSheet();
    const said = /given on\s+(.{6,40})/i.exec(printed.text)?.[1] ?? printed.text;
    expect(daysIn(said), `the day in: ${said}`).toContain(convocationDay);
    expect(daysIn(printed.text)).not.toContain(new Date().toISOString().slice(0, 10));
  });

  // UNIVERSITY.md 2: "Each sheet stores, never changed, the facts that it prints: … office holders, number, title."
  test('7 Build offices: the sheet keeps the holder that it printed, whatever the office is changed to', async () => {
    const printed = theSheet();
    const { portal, admin } = university;
    const before = await factsOf(printed.sheetId);
    expect(before, 'what is stored of the sheet').toContain(holders.inOffice);
    const master = masterNamed('offices');
    const renamed = `Dr. ${personName()}`;
    for (const row of await rowsOfMaster(portal, admin, master)) {
      const entry = await readEntry(portal, admin, master, row.id);
      if (!JSON.stringify(entry).includes(holders.inOffice)) continue;
      const changes = Object.fromEntries(
        Object.entries<Json>(entry)
          .filter(([, value]) => JSON.stringify(value)?.includes(holders.inOffice))
          .map(([key, value]) => [
            key,
            JSON.parse(JSON.stringify(value).replaceAll(holders.inOffice, renamed)),
          ]),
      );
      const sent = await sendChange(portal, admin, master, entry, changes);
      if (sent.status === 200) await confirm(portal, office.otherAdmin, renamed);
    }
    expect(
      JSON.stringify(await rowsOfMaster(portal, admin, master)) + (await changedOffices()),
      'the change',
    ).toContain(renamed);
    expect(await factsOf(printed.sheetId)).toBe(before);
    expect(before).not.toContain(renamed);
  });

  test('7 Build: the application’s role of the database cannot rewrite what a sheet stored', async () => {
    const printed = theSheet();
    const places = await storesOf(printed.sheetId, holders.inOffice);
    expect(places.length, 'a column that holds what was printed').toBeGreaterThan(0);
    for (const { table, column } of places) {
      const client = await university.portal.connect();
      try {
        await client.query('begin');
        await client.query('set local role dikshant_app');
        await expect(
          client.query(`update public."${table}" set "${column}" = "${column}" where ${keyTo(table)} = $1`, [
            printed.sheetId,
          ]),
          `${table}.${column}`,
        ).rejects.toThrow(/permission denied|never chang|frozen|printed/i);
      } finally {
        await client.query('rollback').catch(() => {});
        await client.end();
      }
    }
  });

  test('7 Build lists of choices: a retired choice is offered no more, and stays on what used it', async () => {
    const { portal, admin } = university;
    const master = masterNamed('lists of choices');
    const [used] = await portal.sql('select mode_of_study as mode from applications limit 1');
    const rows = await rowsOfMaster(portal, admin, master);
    const row = demand(
      rows.find((one) => JSON.stringify(one).includes(JSON.stringify(used!.mode))),
      `no list of choices has '${used!.mode}': ${JSON.stringify(rows).slice(0, 600)}`,
    );
    const entry = await readEntry(portal, admin, master, row.id);
    const until = demand(
      Object.keys(entry).find((key) => keys.until.test(key) || /retired/i.test(key)),
      `a choice has no day until which it is offered: ${JSON.stringify(entry)}`,
    );
    const value = /retired/i.test(until) && typeof entry[until] === 'boolean' ? true : day(-1);
    const sent = await sendChange(portal, admin, master, entry, { [until]: value });
    expect(sent.status, sent.text).toBe(200);
    // A list whose words stand on the sheet may wait for a second person; what counts is the counter below.
    await confirm(portal, office.otherAdmin, String(value)).catch(() => undefined);
    const answer = await office.receiver.ask('POST', '/api/applications', {
      body: {
        ...(await writeAt(portal, office.receiver, { academicYear, total: amounts.now })),
        modeOfStudy: used!.mode,
      },
    });
    expect(answer.status, `a retired mode of study: ${answer.text}`).toBeGreaterThanOrEqual(400);
    expect(
      (await portal.sql('select 1 from applications where mode_of_study = $1', [used!.mode])).length,
    ).toBeGreaterThan(0);
  });
});

/** Courses, fees, holders and the convocation of a pack, around today and around the convocation. */
function setDays(pack: Json): void {
  const courses = rowsOf(pack, 'courses').rows;
  // A course is known by its code, whatever the key of it is called.
  const key = keyOf(courses[0], keys.code) ?? keyOf(courses[0], keys.name)!;
  const [from, until] = [keys.from, keys.until].map((like) =>
    courses.map((row) => keyOf(row, like)).find(Boolean),
  );
  const copy = (name: string, days: [string | null, string | null]) => {
    const row = { ...structuredClone(courses[0]), [key]: name };
    row[from ?? 'activeFrom'] = days[0] ?? undefined;
    row[until ?? 'activeUntil'] = days[1] ?? undefined;
    courses.push(row);
  };
  copy(codes.ended, [day(-400), day(-2)]);
  copy(codes.coming, [day(2), null]);
  copy(codes.open, [day(-400), day(400)]);

  const { rows } = feeRows(pack);
  const own = rows.filter((row) => isApplicationCharge(fieldOf(row, keys.charge)));
  const fee = structuredClone(own[0]);
  const kept = rows.filter((row) => !own.includes(row) && !/late/i.test(String(fieldOf(row, keys.charge))));
  const dayKey = (like: RegExp, name: string) => rows.map((row) => keyOf(row, like)).find(Boolean) ?? name;
  const any = Object.keys(fee).filter((name) =>
    /^(college|course|level|.*type|categor|attend|.*year)/i.test(name),
  );
  const row = (college: string, amount: number, [first, last]: [string, string | null]) => {
    const one = structuredClone(fee);
    for (const name of any) delete one[name];
    // "A college's `convocation_fee` is the row 'that college, any'": a row of its own for the year goes before it.
    Object.assign(one, { college, academicYear });
    if (last) one[dayKey(keys.until, 'until')] = last;
    else delete one[dayKey(keys.until, 'until')];
    for (const name of Object.keys(one))
      if (/^(id|code|key)$/i.test(name) && typeof one[name] === 'string')
        one[name] = `${letters(4)}${amount}`;
    return { ...one, [keyOf(fee, keys.amount)!]: amount, [dayKey(keys.from, 'from')]: first };
  };
  rows.splice(
    0,
    rows.length,
    ...rowsOf(pack, 'colleges').rows.flatMap(({ code }) => [
      row(code, amounts.ended, ['2015-04-01', day(-3)]),
      row(code, amounts.now, [day(-2), day(2)]),
      row(code, amounts.coming, [day(3), null]),
    ]),
    ...kept,
  );

  const [list] = holderLists(pack);
  const term = demand(list, 'pack.json has no holders of offices').rows;
  const sample = structuredClone(term[0]);
  const office = keyOf(sample, /^office$/i);
  const same = (one: Json) => !office || JSON.stringify(one[office]) === JSON.stringify(sample[office]);
  const name = keyOf(sample, /holder/i) ?? keyOf(sample, /^name$/i)!;
  const [begins, ends] = [
    keyOf(sample, keys.from)!,
    term.map((one) => keyOf(one, keys.until)).find(Boolean) ?? 'until',
  ];
  const terms: Json[] = [
    { ...sample, [name]: holders.earlier, [begins]: '2012-01-01', [ends]: shift(convocationDay, -31) },
    {
      ...sample,
      [name]: holders.inOffice,
      [begins]: shift(convocationDay, -30),
      [ends]: shift(convocationDay, 30),
    },
    { ...sample, [name]: holders.later, [begins]: shift(convocationDay, 31) },
  ];
  delete terms[2]![ends];
  term.splice(0, term.length, ...term.filter((one) => !same(one)), ...terms);

  for (const one of rowsOf(pack, 'convocations').rows)
    if (JSON.stringify(one).includes(academicYear)) one[keyOf(one, keys.date)!] = convocationDay;
}

function day(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

function shift(from: string, days: number): string {
  return new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10);
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}

function code(): string {
  return letters(6).toUpperCase();
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Days in a text, as 12/03/2025, 12 March 2025 or 12th day of March 2025. */
function daysIn(text: string): string[] {
  const numbers = [...text.matchAll(/\b(\d{1,2})[/.-](\d{1,2})[/.-](20\d\d)\b/g)].map(
    ([, d, m, y]) => `${y}-${pad(Number(m))}-${pad(Number(d))}`,
  );
  const words = [
    ...text.matchAll(/\b(\d{1,2})(?:st|nd|rd|th)?\s+(?:day of\s+)?([A-Z][a-z]{2,8}),?\s+(20\d\d)\b/g),
  ]
    .map(([, d, m, y]) => [y, months.indexOf(m!.slice(0, 3).toLowerCase()) + 1, d] as const)
    .map(([y, m, d]) => `${y}-${pad(m)}-${pad(Number(d))}`);
  return [...numbers, ...words];
}

/** All that the database stores of one sheet, in whatever table that points to it. */
async function factsOf(sheetId: string): Promise<string> {
  const found: string[] = [];
  for (const table of await tablesOfSheets()) {
    const rows = await university.portal.sql<{ row: string }>(
      `select (to_jsonb(t) - 'outcome_at' - 'superseded_at')::text as row from public."${table}" t where ${keyTo(table)} = $1 order by 1`,
      [sheetId],
    );
    found.push(...rows.map(({ row }) => `${table} ${row}`));
  }
  return found.join('\n');
}

async function tablesOfSheets(): Promise<string[]> {
  const rows = await university.portal.sql<{ name: string }>(
    "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'sheet_id' union select 'sheets' order by 1",
  );
  return rows.map(({ name }) => name).filter((name) => !/_changes$/.test(name));
}

const keyTo = (table: string) => (table === 'sheets' ? 'id' : 'sheet_id');

/** Columns that hold a text of the sheet, jsonb or plain. */
async function storesOf(sheetId: string, text: string): Promise<{ table: string; column: string }[]> {
  const found: { table: string; column: string }[] = [];
  for (const table of await tablesOfSheets()) {
    const rows = await university.portal.sql<{ key: string; value: string }>(
      `select key, value::text as value from public."${table}" t, jsonb_each(to_jsonb(t)) where ${keyTo(table)} = $1`,
      [sheetId],
    );
    for (const { key, value } of rows) if (value?.includes(text)) found.push({ table, column: key });
  }
  return found;
}

async function changedOffices(): Promise<string> {
  const master = masterNamed('offices');
  const rows = await rowsOfMaster(university.portal, university.admin, master);
  const entries = [];
  for (const { id } of rows) entries.push(await readEntry(university.portal, university.admin, master, id));
  return JSON.stringify(entries);
}

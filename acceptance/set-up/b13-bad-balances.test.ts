import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Json, Person } from '../harness/people.ts';
import { between, digits, letters, personName, pick } from '../harness/random.ts';
import { aadhaar } from './b-award.ts';
import {
  check,
  faultsIn,
  type Line,
  type Masters,
  mastersOf,
  partTemplate,
  sayNextNumber,
  settled,
  someBalances,
  write,
} from './b-balances.ts';
import { indianDay } from './b-charges.ts';
import { brokenLedger, tablesWith } from './b-database.ts';
import type { Part } from './b-discovery.ts';
import { hireIn, killAll, type Office, openOffice } from './b-production.ts';

// Done when 6, of balances: "Each kind of bad … balance that UNIVERSITY.md names is rejected with path, found and expected
// values; nothing is half-imported, also under `kill -9`." UNIVERSITY.md section 5: "each refused with path, found, wanted;
// nothing half-imported". Bad is what breaks an invariant: a blank with two holders, a draft that stands twice, a number
// that could be given twice, a serial of two sheets.
// Open: how a path is written. In a file of rows it is the row and the column.

let office: Office;
let printer: Person;
let masters: Masters;
let opening: Promise<void> | undefined;

beforeEach(() => {
  opening ??= (async () => {
    office = await openOffice();
    printer = await hireIn(office, 'printer');
    masters = await mastersOf(office);
  })();
  return opening;
}, 300_000);
afterAll(() => office?.remove());

type Bad = { what: string; column: string[]; break(lines: Line[]): number[]; found?: (line: Line) => string };

describe('7.6 bad balances', { timeout: 300_000 }, () => {
  const blanks: Bad[] = [
    {
      what: 'a range that overlaps another',
      column: ['first', 'last', 'prefix'],
      break: (lines) => {
        lines[1] = { ...lines[0]!, first: '40', last: '60' };
        return [0, 1];
      },
    },
    {
      what: 'a last serial before the first',
      column: ['last', 'first'],
      break: set(2, { first: '50', last: '40' }),
    },
    { what: 'a paper that is not known', column: ['paper'], break: set(1, { paper: `Q${letters(5)}` }) },
    {
      what: 'a holder who is not known',
      column: ['holder'],
      break: set(3, { holder: `${letters(8)}@nobody.example` }),
    },
    { what: 'no first serial', column: ['first'], break: set(0, { first: '' }) },
  ];
  const drafts: Bad[] = [
    { what: 'a number of five digits', column: ['number'], break: set(0, { number: digits(5) }) },
    { what: 'an amount of nothing', column: ['amount'], break: set(1, { amount: '0' }) },
    { what: 'an amount below nothing', column: ['amount'], break: set(2, { amount: '-700' }) },
    { what: 'an amount that is no number', column: ['amount'], break: set(3, { amount: 'seven hundred' }) },
    { what: 'a date to come', column: ['date'], break: set(1, { date: indianDay(between(2, 40)) }) },
    {
      what: 'a college that is not known',
      column: ['college'],
      break: set(2, { college: `COL${between(700, 999)}` }),
    },
    {
      what: 'a draft that stands twice',
      column: ['number', 'bank', 'branch'],
      break: (lines) => {
        lines[4] = { ...lines[3]!, amount: '999' };
        return [3, 4];
      },
    },
  ];
  const certificates: Bad[] = [
    {
      what: 'a number that stands twice',
      column: ['number'],
      break: (lines) => {
        lines[1] = { ...lines[1]!, number: lines[0]!.number! };
        return [0, 1];
      },
    },
    {
      what: 'a serial that stands twice',
      column: ['serial'],
      break: (lines) => {
        lines[2] = { ...lines[2]!, serial: lines[0]!.serial! };
        return [0, 2];
      },
    },
    { what: 'no name', column: ['name'], break: set(1, { name: '' }) },
    { what: 'no serial', column: ['serial'], break: set(2, { serial: '' }) },
    { what: 'a day to come', column: ['date'], break: set(3, { date: indianDay(30) }) },
    { what: 'a day that does not exist', column: ['date'], break: set(0, { date: '2019-02-30' }) },
    { what: 'an Aadhaar number for a name', column: ['name'], break: set(1, { name: `Asha ${aadhaar()}` }) },
  ];
  for (const [part, kinds] of [
    ['blanks', blanks],
    ['drafts', drafts],
    ['certificates', certificates],
  ] as const) {
    for (const bad of kinds) {
      test(`7.6 ${part}: ${bad.what} is refused with row, column, found and wanted; nothing is imported`, () =>
        expectRefused(part, sound(part), bad));
    }
  }

  test('7.6 series: a next number that is none is refused at its field', async () => {
    for (const next of [0, -3, 'five', 1.5]) {
      const answer = await sayNextNumber(office, masters.series[0]!, next);
      expect(answer.status, answer.text).toBe(422);
      expect(answer.text).toContain('nextNumber');
    }
  });

  test('7.6 certificates: a serial that lies in the store as a blank', async () => {
    const [range] = sound('blanks') as [Line];
    await write(office.admin, await check(office.portal, office.admin, 'blanks', [range]));
    const inStore = sound('certificates');
    inStore[1]!.serial = `${range.prefix}000007`;
    await expectRefused('certificates', inStore, {
      what: 'serial of a blank',
      column: ['serial'],
      break: () => [1],
    });
  });

  test('7.6 blanks: a range that is in the books already is refused', async () => {
    const lines = sound('blanks').slice(0, 2);
    await write(office.admin, await check(office.portal, office.admin, 'blanks', lines));
    const other = [{ ...lines[0]!, first: '60', last: '140' }];
    await expectRefused(
      'blanks',
      other,
      { what: 'already there', column: ['first', 'last', 'prefix'], break: () => [0] },
      false,
    );
  });
});

describe('7.6 nothing half-imported', { timeout: 900_000 }, () => {
  for (const [part, count] of [
    ['certificates', 20_000],
    ['blanks', 50_000],
    ['drafts', 2_000],
  ] as const) {
    test(`7.6: kill -9 while ${count} ${part} are imported: at every look all of them or none`, async () => {
      const looks: number[] = [];
      for (let round = 0; round < 4; round += 1) {
        const balances = someBalances(masters, [printer.email]);
        const marker = markerOf(part, balances[part]);
        const report = await check(office.portal, office.admin, part, balances[part]);
        expect(report.faultyCount, JSON.stringify((await faultsIn(office.admin, report)).slice(0, 3))).toBe(
          0,
        );
        await office.admin.act('POST', `${report.path}/${report.id}/commit`);
        // Somewhere in the middle of what follows: later at each round.
        await new Promise((resolve) => setTimeout(resolve, between(5, 150) + round * 300));
        await killAll(office);
        await office.restart();
        for (let look = 0; look < 10; look += 1) looks.push(...(await countMarked(part, marker)));
        const after = await settled(office.admin, report.path, report.id);
        const found = await countMarked(part, marker);
        looks.push(...found);
        expect(found[0], `${part} of an upload that is ${after.state}`).toBe(
          after.state === 'committed' ? count : 0,
        );
        if (after.state !== 'committed') await write(office.admin, { ...after, path: report.path });
        expect((await countMarked(part, marker))[0], 'after it was written').toBe(count);
      }
      expect(
        looks.filter((found) => found !== 0 && found !== count),
        'looks that saw a part of it',
      ).toEqual([]);
      expect(await brokenLedger(office.portal)).toEqual([]);
    });
  }
});

/** A few lines without a fault, unlike those of any other test. */
function sound(part: Part): Line[] {
  return someBalances(masters, [printer.email], { blanks: 1_000, drafts: 12, certificates: 12 })[part].map(
    (line, index) => ({
      ...line,
      // The numbers of earlier certificates are those of a year that no other test takes.
      ...(part === 'certificates'
        ? { number: `${pick([2015, 2016, 2017])}/${digits(5)}${index % 10}`, name: personName() }
        : {}),
    }),
  );
}

/** Changes a line, and says which it was. */
function set(index: number, change: Line) {
  return (lines: Line[]): number[] => {
    lines[index] = { ...lines[index]!, ...change };
    return [index];
  };
}

/** The report names exactly the broken lines, at a column that is wrong, with what was found and what is wanted. */
async function expectRefused(part: Part, lines: Line[], bad: Bad, isNew = true): Promise<void> {
  const broken = bad.break(lines);
  const counts = await countTables();
  const report = await check(office.portal, office.admin, part, lines);
  const faults = await faultsIn(office.admin, report);
  expect([...new Set(faults.map(({ rowNumber }) => rowNumber))].sort(), `${bad.what}: rows`).toEqual(
    broken.map((index) => index + 2).sort(),
  );
  const { columns, headers } = await partTemplate(office.portal, office.admin, part);
  const allowed = bad.column.map((column) => columns.get(column)!).filter((index) => index >= 0);
  for (const fault of faults) {
    const column = report.columns?.[fault.field];
    expect(allowed, `${bad.what} at '${headers[column]}': ${JSON.stringify(fault)}`).toContain(column);
    expect(fault.wanted, `${bad.what}: what is wanted`).toBeTruthy();
    const cell = lines[fault.rowNumber - 2]![bad.column[0]!] ?? '';
    if (cell && !/aadhaar/i.test(bad.what)) expect(fault.found, `${bad.what}: what was found`).toBeTruthy();
  }
  const answer = await office.admin.ask('POST', `${report.path}/${report.id}/commit`, { body: {} });
  expect(answer.status, answer.text).toBe(409);
  expect(await countTables(), 'rows of blanks, drafts, certificates and counters').toEqual(counts);
  if (isNew)
    expect(await tablesWith(office.portal, markerOf(part, lines)), 'lines of the refused file').toEqual({});
}

/** A word that every line of a part has and nothing else. */
function markerOf(part: Part, lines: Line[]): string {
  const [line] = lines as [Line];
  if (part === 'blanks') return `${line.prefix}000001`;
  if (part === 'drafts') return line.bank!;
  return part === 'series' ? 'no such line' : line.serial!.slice(0, 5);
}

/** How many of the marked lines each table has, [0] where none has any; of blanks, all of the ten ranges that share their first letters. */
async function countMarked(part: Part, marker: string): Promise<number[]> {
  if (part === 'blanks') {
    const [row] = await office.portal.sql('select count(*)::int as found from blanks where serial like $1', [
      `${marker.slice(0, 3)}_______`,
    ]);
    return [row!.found];
  }
  const found = Object.values(await tablesWith(office.portal, marker));
  return found.length ? found : [0];
}

async function countTables(): Promise<Json> {
  const [row] = await office.portal.sql(
    `select (select count(*) from blanks)::int as blanks, (select count(*) from blank_receipts)::int as deliveries,
       (select count(*) from demand_drafts)::int as drafts, (select count(*) from certificates)::int as certificates,
       (select string_agg(series || last_number, ',' order by series) from number_counters) as counters`,
  );
  return row;
}

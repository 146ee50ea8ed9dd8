import { describe, expect, test } from 'vitest';
import { fileClient, filePortal } from '#dev/testing/portal.ts';
import * as files from '#dev/testing/statement-files.testing.ts';
import { workbookParts, zipOf } from '#dev/testing/strange-files.testing.ts';
import { unique } from '#dev/testing/unique.ts';
import { postSpreadsheet } from '#dev/testing/uploads.ts';
import { addDays, formatDay } from '#shared/format.ts';
import type { BankStatement } from '../contract.ts';

// Names of what is new.
const faulty = 'bank_statements.faulty';
const several = 'sheets.several';
type Proven = BankStatement & { isProvenByBalance: boolean; sheetName: string | null };
/** `lines` are those that no earlier statement had. */
type Answer = { id: string; code: string; detail: string; lines: number; repeated: number };
type Faults = { rowNumber?: number; faults?: { rowNumber: number }[]; sheets?: string[] };

const portal = await filePortal();
const owner = await fileClient(portal.ownerUrl);
const admin = await portal.as('admin');
const number = () => String(200_000 + Math.floor(Math.random() * 7_000) * 100 + (unique() % 100));

async function upload(bytes: Uint8Array, name = 'april.csv', more: Record<string, string> = {}) {
  const query = new URLSearchParams({ name, ...more });
  const response = await postSpreadsheet(admin, `/api/bank-statements?${query}`, bytes);
  const answer = (await response.json()) as Answer & { data?: Faults };
  return { ...answer, status: response.status };
}

async function taken(...of: Parameters<typeof upload>) {
  const { id, status, lines, repeated, detail } = await upload(...of);
  expect(status, detail).toBe(200);
  const statement = (await admin.api.bankStatements.getBankStatement({ id })) as Proven;
  const { rows } = await admin.api.bankStatements.listStatementLines({ statementId: id });
  return { ...statement, lines, repeated, rows: rows.toSorted((a, b) => a.rowNumber - b.rowNumber) };
}

async function stored(): Promise<unknown> {
  const { rows } = await owner.query(
    'select (select count(*) from bank_statements) as files, (select count(*) from bank_statement_lines) as lines',
  );
  return rows;
}

async function refused(bytes: Uint8Array): Promise<number[]> {
  const before = await stored();
  const { code, data, detail } = await upload(bytes);
  expect(code, detail).toBe(faulty);
  expect(await stored()).toEqual(before);
  return [data?.rowNumber, ...(data?.faults ?? []).map(({ rowNumber }) => rowNumber)].flatMap(
    (row) => row ?? [],
  );
}

const month = () =>
  files.accountOf([
    [20, 'BY CLG DD', number(), 70_000],
    [18, 'CLG CANARA, MYSURU', number(), 140_000],
    [17, 'CHQ BOOK CHGS', number(), -1_770],
    [15, 'BY CLG DD', number(), 350_000],
  ]);

describe('a statement', () => {
  test.each([
    ['the oldest line first', true, false],
    ['the newest line first', true, true],
    ['no balance', false, false],
    ['no balance and the newest line first', false, true],
  ])('with %s is taken, and says whether a balance proves it', async (_what, isProven, isTurned) => {
    const account = month();
    const rows = files.rowsOf(account, isProven);
    const statement = await taken(files.csvRows(isTurned ? files.newestFirst(rows) : rows));
    expect(statement).toMatchObject({
      ...{ lines: 4, repeated: 0, creditPaise: 560_000, debitPaise: 1_770, isProvenByBalance: isProven },
      ...{ firstDay: account.entries[0]!.day, lastDay: account.entries[3]!.day },
    });
    const list = await admin.api.bankStatements.listBankStatements({});
    expect(list.rows.find(({ id }) => id === statement.id)).toHaveProperty('isProvenByBalance', isProven);
  });

  type Rows = string[][];
  const day = (ago: number) => formatDay(addDays(files.today, -ago));
  const balanceRow = (text: string, balance: string) => ['', '', text, '', '', '', balance];
  const set = (row: number, place: number, cell: string) => (rows: Rows) =>
    rows.with(row - 1, rows[row - 1]!.with(place, cell));
  /** The rows of the file of which one has to be named. */
  const broken: [string, (rows: Rows) => Rows, number[]][] = [
    ['another amount', set(4, 4, '1.00'), [4]],
    ['another balance', set(3, 6, '1.00'), [3]],
    ['the other side', (rows) => rows.with(3, rows[3]!.with(4, '').with(5, '17.70')), [4]],
    ['a line less', (rows) => rows.toSpliced(2, 1), [3]],
    ['two lines in another order', (rows) => rows.toSpliced(2, 2, rows[3]!, rows[2]!), [3]],
    ['a cell more', (rows) => rows.with(2, rows[2]!.toSpliced(2, 1, 'CLG CANARA', ' MYSURU')), [3]],
    ['a filled cell less', (rows) => rows.with(2, rows[2]!.toSpliced(3, 1)), [3]],
    ['another opening', (rows) => rows.toSpliced(1, 0, balanceRow('Opening Balance', '1.00')), [2, 3]],
    ['another closing', (rows) => [...rows, balanceRow('Closing Balance', '1.00')], [5, 6]],
    ['a day that turns', set(3, 0, day(40)), [3, 4]],
    ['a day to come', set(5, 0, day(-1)), [5]],
  ];
  const unproven = broken.filter(([what]) => /day|cell/.test(what));
  test.each([
    ...broken.map((one) => [...one, true] as const),
    ...unproven.map((one) => [...one, false] as const),
  ])('with %s is not taken, and the line is named', async (_what, change, wanted, isProven) => {
    const rows = files.rowsOf(month(), isProven).map((row) => (isProven ? row : [...row, 'x']));
    const named = await refused(files.csvRows(change(rows)));
    expect(named.filter((row) => wanted.includes(row))).not.toEqual([]);
  });

  test('that says its opening and closing is taken where they agree, and value days may be to come', async () => {
    const account = files.accountOf([[0, 'BY CLG DD', number(), 70_000, -2]]);
    const [first, last] = [account.opening, account.closing].map(files.rupees);
    const [header, ...rows] = files.rowsOf(account);
    const ends = [balanceRow('Opening Balance', first!), balanceRow('Closing Balance', last!)] as const;
    const all = [header!, ends[0], ...rows, ends[1]];
    const { rows: lines, isProvenByBalance } = await taken(files.csvRows(all));
    expect([lines[0]!.bookedOn, lines[0]!.valueDate]).toEqual([files.today, addDays(files.today, 2)]);
    expect(isProvenByBalance).toBe(true);
  });

  const titles = 'Value Date|Value Dat|Value Dt|VALUE DT.|Val Date|Val. Dt|Value_Date|ValueDate';
  test.each(titles.split('|'))('has its value days under %s', async (title) => {
    const account = files.accountOf([[9, 'BY CLG DD', number(), 70_000, 8]]);
    const [header, ...rows] = files.rowsOf(account);
    const padded = rows.map((row) => row.with(4, '   0.00 ').with(0, ` ${row[0]} `));
    const { rows: lines } = await taken(files.csvRows([[' '], header!.with(1, ` ${title} `), ...padded]));
    expect(lines.map(({ valueDate }) => valueDate)).toEqual([addDays(files.today, -8)]);
  });

  test('with sep= on top, a letterhead and rows that lack their empty last cells is taken', async () => {
    const [header, ...rows] = files.rowsOf(month());
    const all = [['sep=;'], ...files.letterhead, [...header!, 'Remarks', 'Branch'], ...rows];
    expect(await taken(files.csvRows(all, ';'))).toMatchObject({ lineCount: 4, isProvenByBalance: true });
  });

  test('whose cells nobody typed is not taken', async () => {
    const damaged = '#REF!/2 #N/A/3 1.30E+05/3 ########/0 ªÉÄÊ¸ÀÆgÀÄ/2 à²¹à²¾/2';
    for (const [, cell, place] of damaged.matchAll(/(\S+)\/(\d)/g)) {
      const rows = set(3, Number(place), cell!)(files.rowsOf(month()));
      expect(await refused(files.csvRows(rows)), cell).toContain(3);
    }
  });
});

describe('a workbook', () => {
  const sheet = (name: string, account = month(), state?: 'hidden') => ({
    ...{ name, rows: files.rowsOf(account) },
    ...(state && { state }),
  });

  test('with a hidden sheet before it is read where it is seen, and the sheet is named', async () => {
    const account = month();
    const bytes = zipOf(workbookParts([sheet('Old', month(), 'hidden'), sheet('April', account)]));
    const { sheetName, rows } = await taken(bytes, 'a.xlsx');
    expect(sheetName).toBe('April');
    expect(rows.map(({ reference }) => reference)).toEqual(account.entries.map((entry) => entry.number));
  });

  test('whose formats reach far below its last entry is taken', async () => {
    const { name, rows } = sheet('April');
    const bytes = zipOf(workbookParts([{ name, rows: [...rows, ...Array<string[]>(40_001).fill([''])] }]));
    expect(await taken(bytes, 'a.xlsx')).toMatchObject({ lineCount: 4, isProvenByBalance: true });
  });

  test('with several sheets is taken once one is chosen', async () => {
    const account = month();
    const sheets = [sheet('April'), sheet('May', account), sheet('Old', month(), 'hidden')];
    const bytes = zipOf(workbookParts(sheets));
    const before = await stored();
    const { code, data } = await upload(bytes, 'a.xlsx');
    expect([code, data?.sheets]).toEqual([several, ['April', 'May']]);
    expect((await upload(bytes, 'a.xlsx', { sheet: 'June' })).status).toBeOneOf([400, 404, 422]);
    expect(await stored()).toEqual(before);
    const { sheetName, rows } = await taken(bytes, 'a.xlsx', { sheet: 'May' });
    expect(sheetName).toBe('May');
    expect(rows.map(({ reference }) => reference)).toEqual(account.entries.map((entry) => entry.number));
  });

  test('has days a few seconds beside midnight, and none that are swapped in half of a column', async () => {
    const [account, year] = [month(), Number(files.today.slice(0, 4)) - 1];
    const workbook = (days: (string | { serial: number })[]) => {
      const [header, ...rows] = files.rowsOf(account);
      const dated = rows.map((row, at) => [days[at]!, '', ...row.slice(2)]);
      return zipOf(workbookParts([{ name: 'April', rows: [header!, ...dated] }]));
    };
    const days = account.entries.map(({ day: one }) => one);
    const late = days.map((one, at) => files.serialOf(one, at % 2 ? 10 : -10));
    expect((await taken(workbook(late), 'a.xlsx')).rows.map(({ bookedOn }) => bookedOn)).toEqual(days);

    // The fifth and the ninth of March, read as of May and September.
    const dates = [`${year}-05-03`, `${year}-09-03`].map((one) => files.serialOf(one));
    const answer = await upload(workbook([...dates, `15/03/${year}`, `20/03/${year}`]), 'a.xlsx');
    expect(answer.code).toBe(faulty);
    for (const reading of [`03/05/${year}`, `05/03/${year}`])
      expect(JSON.stringify(answer)).toContain(reading);
  });
});

describe('lines that overlap', () => {
  const cash = 'BY CASH DEPOSIT COUNTER 4';

  test('are known by day, amount, number and occurrence, however their text is spaced', async () => {
    const [one, two, three, four] = [number(), number(), number(), number()];
    const clearing = (ago: number, digits: string): files.Line => [ago, 'BY CLG DD', digits, 70_000];
    const equal: files.Line = [16, cash, '', 71_100];
    const first = [clearing(20, one), equal, equal, clearing(15, two)];
    const rest = [clearing(12, three), clearing(10, four)];
    expect(await taken(files.csvRows(files.rowsOf(files.accountOf(first))))).toMatchObject({ repeated: 0 });
    const later = files.newestFirst(files.rowsOf(files.accountOf([...first.slice(1), ...rest]), false));
    expect(await taken(files.csvRows(later))).toMatchObject({ lines: 2, repeated: 3 });
    const [header, ...rows] = files.rowsOf(files.accountOf([...first, ...rest]));
    const respaced = (row: string[]) =>
      row.with(2, row[2]!.replaceAll(' ', '   ')).with(3, row[3] ? `000${row[3]}` : '');
    const spaced = [header!, ...rows.map(respaced)];
    expect(await taken(files.csvRows(spaced))).toMatchObject({ lines: 0, repeated: 6 });
  });

  test('and are equal within one file stay as many as they are', async () => {
    const equal = (count: number) => {
      const lines = Array.from({ length: count }, (): files.Line => [30, cash, '', 81_200]);
      return files.csvRows(files.rowsOf(files.accountOf(lines), false));
    };
    expect(await taken(equal(2))).toMatchObject({ repeated: 0, creditPaise: 162_400 });
    expect(await taken(equal(3))).toMatchObject({ lines: 1, repeated: 2 });
  });

  test.each(Object.entries(files.statementFormats))('are read alike from %s', async (name, write) => {
    const account = month();
    const { rows, isProvenByBalance } = await taken(write(account), name);
    expect(isProvenByBalance).toBe(true);
    expect(
      rows.map(({ bookedOn, valueDate, side, amountPaise, description, reference }) => ({
        ...{ day: bookedOn, valueDay: valueDate, paise: side === 'credit' ? amountPaise : -amountPaise },
        said: `${description} ${reference}`,
      })),
    ).toEqual(
      account.entries.map(({ day, valueDay, paise, text, number: digits }) => ({
        ...{ day, valueDay, paise },
        said: expect.stringMatching(new RegExp(`${text}.*${digits}`)),
      })),
    );
    const again = await taken(files.csvRows(files.rowsOf(account, false)));
    expect(again).toMatchObject({ lines: 0, repeated: 4 });
  });
});

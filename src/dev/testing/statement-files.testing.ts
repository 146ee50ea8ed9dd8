import fc from 'fast-check';
import { addDays, dayInIndia, formatDay } from '#shared/format.ts';
import { workbookParts, zipOf } from './strange-files.testing.ts';

// An account, the files in which banks hand it out, and ways in which such a file stops being true.

export const today = dayInIndia(new Date());

/** Paise are below zero for a debit; the balance is what the file says after the entry. */
type Entry = Record<'day' | 'valueDay' | 'text' | 'number', string> & { paise: number; balance: number };
export type Account = { opening: number; closing: number; entries: Entry[] };
/** How many days ago, narration, number and paise of each entry, oldest first. */
export type Line = [ago: number, text: string, number: string, paise: number, valueAgo?: number];

export function accountOf(lines: readonly Line[], opening = 5_000_000): Account {
  let balance = opening;
  const entries = lines.map(([ago, text, number, paise, valueAgo = ago]) => {
    balance += paise;
    return { day: addDays(today, -ago), valueDay: addDays(today, -valueAgo), text, number, paise, balance };
  });
  return { opening, closing: balance, entries };
}

// Tables.

const heading = ['Txn Date', 'Value Date', 'Description', 'Cheque No.', 'Debit', 'Credit', 'Balance'];
export const letterhead = [
  ['Kaveri Bank', ''],
  ['Account Number', ': 00000030123456789'],
  [],
  ['Branch: Mysuru'],
];

export const rupees = (paise: number) =>
  new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2 }).format(paise / 100);

/** The heading and a row for each entry; without the last column where the bank shows no balance. */
export function rowsOf({ entries }: Pick<Account, 'entries'>, isProven = true): string[][] {
  const rows = entries.map(({ day, valueDay, text, number, paise, balance }) => {
    const amounts = [paise < 0 ? rupees(-paise) : '', paise > 0 ? rupees(paise) : ''];
    return [formatDay(day), formatDay(valueDay), text, number, ...amounts, rupees(balance)];
  });
  return [heading, ...rows].map((row) => (isProven ? row : row.slice(0, -1)));
}

export const newestFirst = ([header, ...rows]: string[][]) => [header!, ...rows.toReversed()];

export function csvRows(rows: readonly (readonly string[])[], sign = ','): Buffer {
  const cell = (text: string) =>
    text.includes(sign) || text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text;
  return Buffer.from(`${rows.map((row) => row.map(cell).join(sign)).join('\r\n')}\r\n`);
}

export function tabbedRows(rows: readonly (readonly string[])[]): Buffer {
  return Buffer.from(rows.map((row) => `${row.join('\t')}\r\n`).join(''));
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export function webRows(rows: readonly (readonly string[])[]): Buffer {
  const line = (cells: readonly string[]) =>
    `<tr>${cells.map((cell) => `<td nowrap>${escaped(cell) || '&nbsp;'}</td>`).join('')}</tr>`;
  return Buffer.from(
    `<html><head><style>td { color: black }</style></head><body><TABLE border=1>${rows.map(line).join('\n')}</TABLE></body></html>`,
  );
}

/** The serial number of a day; `seconds` beside its midnight. */
export const serialOf = (day: string, seconds = 0) => ({
  serial: (Date.parse(day) - Date.UTC(1899, 11, 30)) / 86_400_000 + seconds / 86_400,
});

/** Days are dates and amounts are numbers, as a program writes them. */
function workbookRows(rows: readonly (readonly string[])[]): Buffer {
  const cell = (text: string) => {
    if (/^\d\d\/\d\d\/\d{4}$/.test(text)) return serialOf(text.split('/').reverse().join('-'));
    return /^-?[\d,]+\.\d\d$/.test(text) ? Number(text.replaceAll(',', '')) : text;
  };
  return zipOf(workbookParts([{ name: 'Statement', rows: rows.map((row) => row.map(cell)) }]));
}

// Messages of banks. Neither has a balance after each entry: opening and closing prove the sum.

const plain = (paise: number) => (Math.abs(paise) / 100).toFixed(2);

function swiftMessage({ opening, closing, entries }: Account): Buffer {
  const short = (day: string) => day.slice(2).replaceAll('-', '');
  const amount = (paise: number) => plain(paise).replace('.', ',');
  const side = (paise: number) => (paise < 0 ? 'D' : 'C');
  const lines = entries.flatMap(({ day, valueDay, text, number, paise }) => [
    `:61:${short(valueDay)}${short(day).slice(2)}${side(paise)}${amount(paise)}NCHK${number}`,
    `:86:${text}`,
  ]);
  const balance = (tag: string, day: string, paise: number) =>
    `:${tag}:${side(paise)}${short(day)}INR${amount(paise)}`;
  const days = [entries[0]!.day, entries.at(-1)!.day] as const;
  const head = [':20:STATEMENT', ':25:KVRB0000001/30123456789', ':28C:00001/001'];
  const body = [balance('60F', days[0], opening), ...lines, balance('62F', days[1], closing)];
  return Buffer.from([...head, ...body, '-', ''].join('\r\n'));
}

function camtMessage({ opening, closing, entries }: Account): Buffer {
  const sum = (paise: number) =>
    `<Amt Ccy="INR">${plain(paise)}</Amt><CdtDbtInd>${paise < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;
  const balance = (code: string, day: string, paise: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${sum(paise)}<Dt><Dt>${day}</Dt></Dt></Bal>`;
  const lines = entries.map(
    ({ day, valueDay, text, number, paise }) =>
      `<Ntry>${sum(paise)}<Sts>BOOK</Sts><BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${valueDay}</Dt></ValDt><BkTxCd><Prtry><Cd>CHK</Cd></Prtry></BkTxCd><NtryDtls><TxDtls><Refs><ChqNb>${number}</ChqNb></Refs><RmtInf><Ustrd>${escaped(text)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  );
  const both = `${balance('OPBD', entries[0]!.day, opening)}${balance('CLBD', entries.at(-1)!.day, closing)}`;
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId><CreDtTm>${today}T09:00:00</CreDtTm></GrpHdr><Stmt><Id>1</Id><CreDtTm>${today}T09:00:00</CreDtTm><Acct><Id><Othr><Id>30123456789</Id></Othr></Id><Ccy>INR</Ccy></Acct>${both}${lines.join('')}</Stmt></BkToCstmrStmt></Document>`,
  );
}

const ofTable = (write: (rows: string[][]) => Buffer) => (account: Account, isTurned?: boolean) =>
  write([...letterhead, ...(isTurned ? newestFirst(rowsOf(account)) : rowsOf(account))]);

/** Each with its name; tables can have the newest entry first. */
export const statementFormats: Record<string, (account: Account, isTurned?: boolean) => Buffer> = {
  'a.csv': ofTable(csvRows),
  'a.xlsx': ofTable(workbookRows),
  'web.xls': ofTable(webRows),
  'a.sta': (account) => swiftMessage(account),
  'a.xml': (account) => camtMessage(account),
  'tabs.xls': ofTable(tabbedRows),
};

// Random accounts, and what goes wrong with them.

const narrations = [
  'BY CLG DD',
  'CLG, MYSURU "MAIN"',
  'CHQ <RTN> & CHG',
  'SMS CHARGES Q4',
  'BY  CASH COUNTER 4',
];
const randomLine = fc.record({
  days: fc.integer({ min: 0, max: 4 }),
  text: fc.constantFrom(...narrations),
  number: fc.integer({ min: 100_000, max: 999_999 }).map(String),
  paise: fc.integer({ min: -300_000, max: 300_000 }).filter((paise) => paise !== 0),
});
const randomLines = fc.array(randomLine, { minLength: 3, maxLength: 9 });
export const accounts = fc.tuple(randomLines, fc.nat(9_000_000), fc.nat(200)).map(([list, more, ago]) => {
  let until = ago + list.reduce((all, { days }) => all + days, 0);
  const lines = list.map(({ days, text, number, paise }): Line => {
    until -= days;
    return [until, text, number, paise];
  });
  return accountOf(lines, 5_000_000 + more);
});

type Change = (account: Account, at: number, by: number) => Account;
const atEntry =
  (change: (entry: Entry, by: number) => Partial<Entry>): Change =>
  ({ entries, ...rest }, at, by) => ({
    ...rest,
    entries: entries.with(at, { ...entries[at]!, ...change(entries[at]!, by) }),
  });

/** What happens to an entry at a place; some leave a file as true as it was, and `isTrue` tells. */
export const accidents: Record<string, Change> = {
  nothing: (account) => account,
  'another amount': atEntry(({ paise }, by) => ({ paise: paise + Math.sign(paise) * by })),
  'the other side': atEntry(({ paise }) => ({ paise: -paise })),
  'another balance': atEntry(({ balance }, by) => ({ balance: balance + by })),
  'another closing': (account, _at, by) => ({ ...account, closing: account.closing + by }),
  'a lost entry': (account, at) => ({ ...account, entries: account.entries.toSpliced(at, 1) }),
  'two in another order': ({ entries, ...rest }, at) => {
    const first = Math.min(at, entries.length - 2);
    return { ...rest, entries: entries.toSpliced(first, 2, entries[first + 1]!, entries[first]!) };
  },
  'another day': atEntry(({ day }, by) => ({ day: addDays(day, -(by % 40)) })),
  'a day to come': atEntry((_entry, by) => {
    const day = addDays(today, (by % 300) + 1);
    return { day, valueDay: day };
  }),
};

/** Whether a file of this format agrees with itself; shares no code with the portal. */
export function isTrue({ opening: first, closing, entries }: Account, format: string): boolean {
  const isMessage = /sta|xml/.test(format);
  const isChain = (list: readonly Entry[]) =>
    list.every((entry, at) => at === 0 || list[at - 1]!.balance + entry.paise === entry.balance);
  const isInOrder = (list: readonly Entry[]) =>
    list.every(({ day }, at) => at === 0 || list[at - 1]!.day <= day);
  if (entries.some(({ day }) => day > today)) return false;
  const ways = [entries, entries.toReversed()];
  if (!isMessage) return ways.some((list) => isInOrder(list) && isChain(list));
  return ways.some(isInOrder) && first + entries.reduce((all, { paise }) => all + paise, 0) === closing;
}

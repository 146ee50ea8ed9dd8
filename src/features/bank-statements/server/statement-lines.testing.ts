import { type PlannedDraft, shortName } from './statement-drafts.testing.ts';

/** One entry of the account: how the bank writes it, and where it has to stand once the file is taken in. */
export type PlannedLine = {
  key: string;
  day: string;
  valueDay?: string;
  description: string;
  reference?: string;
  /** Rupees, below zero for a debit. */
  amount: number;
  /** Instead of the plain figure in the column of the amount. */
  written?: string;
  /** The drafts that it settles by itself; without them it stays open for this reason. */
  settles?: readonly string[];
  open?: string;
};

type Further = Partial<PlannedLine>;
const line = { day: '02/04/2025', amount: 700 };
const settled = (key: string, description: string, settles: readonly string[], more: Further = {}) => ({
  ...{ ...line, key, description, settles },
  ...more,
});
const left = (key: string, description: string, open: string, more: Further = {}) => ({
  ...{ ...line, key, description, open },
  ...more,
});

/** Every entry in the order of the account; those of earlier days stand in two statements. */
export function planLines(drafts: readonly PlannedDraft[]): PlannedLine[] {
  const draftOf = new Map(drafts.map((draft) => [draft.key, draft]));
  const number = (key: string) => draftOf.get(key)!.number;
  const keys = (name: string) => drafts.filter(({ key }) => key.startsWith(name)).map(({ key }) => key);
  const plain = drafts
    .filter(({ key }) => /^(plain|short|excess|bulk)/.test(key))
    .map((draft, index) => plainLine(draft, index));

  const odd: PlannedLine[] = [
    settled('slip by number', 'CLG SLIP NO 2 25 INSTRUMENTS', keys('slipped'), { amount: 17_500 }),
    settled('slip by its day', 'CLEARING CREDIT', keys('sameDay'), {
      valueDay: '01/04/2025',
      amount: 10_500,
    }),
    left('short credit', `CLG ${number('creditedShort')} LESS COMM`, 'short', { amount: 682.3 }),
    left('excess credit', `CLG ${number('creditedMore')}`, 'excess', { amount: 1_700 }),
    settled('bank decides 1', 'CLG 555001 CANARA BANK', ['twin1Canara']),
    settled('bank decides 2', 'CLG 555001 STATE BANK', ['twin1Sbi']),
    left('several banks', 'CLG 555002', 'several'),
    settled('amount decides', 'CLG 555003', ['twin3Sbi']),
    settled('leading zeros stripped', 'BY CLEARING', ['zeros'], { reference: '1234' }),
    settled('zeros added', 'BY CLEARING', ['padded'], { reference: `0000000000${number('padded')}` }),
    left('within longer digits', 'TRF 9973451200 REF 17345129', 'amount_only'),
    settled('quotation marks', `CLG "${number('quoted')}", MYSURU, "MAIN"`, ['quoted']),
    settled('another language', `ಡಿಡಿ ${number('kannada')} ಜಮಾ`, ['kannada']),
    settled('sign and suffix', `CLG ${number('suffixed')}`, ['suffixed'], { written: '₹ 700.00 Cr' }),
    settled('first of two', `CLG ${number('creditedTwice')}`, ['creditedTwice']),
    left('second of two', `CLG ${number('creditedTwice')} AGAIN`, 'already_realised'),
    left('names another bank', `CLG ${number('otherBank')} ICICI BANK`, 'other_bank'),
    left('before the deposit', `CLG ${number('early')}`, 'before_deposit'),
    left('value date to come', `CLG ${number('future')}`, 'not_yet', { valueDay: '31/12/2099' }),
    left('in the drawer', `CLG ${number('drawer1')}`, 'not_deposited'),
    left('deposited later', `CLG ${number('later')}`, 'not_deposited', { day: '09/04/2025' }),
    left('realised by hand', `CLG ${number('byHand')}`, 'realised_by_hand'),
    left('stale', `CLG ${number('stale1')}`, 'stale'),
    left('credit after return', `CLG ${number('returnedByHand')}`, 'already_returned'),
    left('unknown number', 'CLG 444444', 'unknown_number'),
    left('no number', 'BY CLEARING', 'amount_only'),
    left('nothing known', 'BY CLEARING', 'nothing', { amount: 12_345 }),
    left('UPI', `UPI/417345128890/${number('mentioned')}/FEE`, 'electronic'),
    left('NEFT', 'NEFT CR-KKBK0000123-RAMESH K', 'electronic', { reference: 'N092250001234567' }),
    left('cash', 'CASH DEPOSIT SELF', 'cash', { amount: 5_000 }),
    left('interest', 'CREDIT INTEREST CAPITALISED', 'interest', { amount: 1_234.56, written: '1,234.56' }),
    left('charges', 'SMS CHARGES Q4 + GST', 'charges', { amount: -17.7 }),
    left('charges for a return', `CHQ RTN CHG ${number('returned')}`, 'charges', { amount: -118 }),
    left('return', `CHQ RTN ${number('returned')} SIGNATURE DIFFERS`, 'return', { amount: -700 }),
    settled('credit before its return', `CLG ${number('returnedAfter')}`, ['returnedAfter']),
    left('return after realisation', `UNPAID ${number('returnedAfter')} PAYEE DIFFERS`, 'return', {
      day: '04/04/2025',
      amount: -700,
    }),
    left('return noted by hand', `DISHONOURED ${number('returnedByHand')}`, 'returned_by_hand', {
      amount: -700,
    }),
    left('return of another amount', `RTN ${number('returnDiffers')}`, 'return_differs', { amount: -600 }),
    left('return of nobody', 'I/W RTN 444444', 'return_unknown', { amount: -900 }),
    left('reversal', `REVERSAL OF CHG ${number('returned')}`, 'reversal', { amount: 118 }),
    left('salary', 'TO SALARY ACCOUNT', 'debit', { amount: -20_000 }),
    settled('presented twice', `CLG ${number('presentedTwice')}`, ['presentedTwice'], { amount: 1_400 }),
    settled('split 1', `CLG ${number('split1')}`, ['split1'], { amount: 350 }),
    settled('split 2', `CLG ${number('split2')}`, ['split2'], { amount: 350 }),
  ];
  // As banks list them; the first lines, which are those of the statement of the first day, keep their order.
  return [...plain, ...odd.toSorted((one, other) => monthDay(one) - monthDay(other))];
}

/** All are of April 2025. */
function monthDay({ day }: PlannedLine): number {
  return Number(day.slice(0, 2));
}

/** A draft that is credited as it should be, in one of the ways that banks have. */
function plainLine(draft: PlannedDraft, index: number): PlannedLine {
  const bank = shortName(draft.bank);
  const ways = [
    { day: '01/04/2025', description: `CTS CLG ${draft.number} ${bank}` },
    { day: '01-Apr-25', description: `BY CLG/${draft.number}/${bank}/MYSURU` },
    { day: '1 Apr 2025', description: 'BY CLEARING', reference: draft.number },
    { day: '01-04-2025', description: 'CLG CR', reference: `0000000000${draft.number}` },
    { day: '2025-04-01', description: `DD NO ${draft.number} OF ${draft.bank.toUpperCase()}` },
  ];
  return { key: draft.key, ...ways[index % ways.length]!, amount: draft.amount, settles: [draft.key] };
}

const opening = 1_000_000;
const header = ['Txn Date', 'Value Date', 'Description', 'Ref No./Cheque No.', 'Debit', 'Credit', 'Balance'];
const preamble = [
  ['State Bank of India'],
  ['Account Name', ': THE FINANCE OFFICER, UNIVERSITY OF MYSURU'],
  ['Account Number', ": '00000030123456789"],
  ['Address', ': Crawford Hall, Mysuru, 570005'],
  ['Nomination Registered', ': No', '', ''],
  ['Balance as on 1 Apr 2025', ': 10,00,000.00'],
  [],
];

/** Rows of a part of the account as the bank downloads it, with its running balance, sums and foot. */
export function statementRows(lines: readonly PlannedLine[], from: number, to: number): string[][] {
  let balance = opening * 100;
  let before = balance;
  const rows: string[][] = [];
  lines.forEach((line, index) => {
    const paise = Math.round(line.amount * 100);
    if (index === from) before = balance;
    balance += paise;
    if (index < from || index >= to) return;
    rows.push([
      line.day,
      line.valueDay ?? line.day,
      line.description,
      line.reference ?? '',
      paise < 0 ? (line.written ?? written(-paise)) : '',
      paise > 0 ? (line.written ?? written(paise)) : '',
      written(balance),
    ]);
    if (line.key === 'short credit') rows.push([], header);
  });
  const shown = lines.slice(from, to).map((line) => Math.round(line.amount * 100));
  const sum = (sign: number) =>
    shown.filter((paise) => paise * sign > 0).reduce((all, paise) => all + Math.abs(paise), 0);
  return [
    ...preamble,
    header,
    ['', '', 'OPENING BALANCE', '', '', '', written(before)],
    ...rows,
    [],
    ['', '', 'Grand Total', '', written(sum(-1)), written(sum(1)), ''],
    ['** End of statement ** This is a computer generated statement, and needs no signature.'],
  ];
}

/** With the grouping of lakhs and crores, and two decimals. */
function written(paise: number): string {
  return new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2 }).format(paise / 100);
}

/** CSV with the mark that spreadsheet programs put in front. */
export function csvOfRows(rows: readonly (readonly string[])[]): Buffer {
  const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return Buffer.from(`\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`);
}

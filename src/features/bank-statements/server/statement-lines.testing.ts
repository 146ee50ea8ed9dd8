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

const day = '02/04/2025';

/** Every entry in the order of the account; those of earlier days stand in two statements. */
export function planLines(drafts: readonly PlannedDraft[]): PlannedLine[] {
  const draftOf = new Map(drafts.map((draft) => [draft.key, draft]));
  const number = (key: string) => draftOf.get(key)!.number;
  const keys = (name: string) => drafts.filter(({ key }) => key.startsWith(name)).map(({ key }) => key);
  const plain = drafts
    .filter(({ key }) => /^(plain|short|excess|bulk)/.test(key))
    .map((draft, index) => plainLine(draft, index));

  const odd: PlannedLine[] = [
    {
      key: 'slip by number',
      day,
      description: 'CLG SLIP NO 2 25 INSTRUMENTS',
      amount: 17_500,
      settles: keys('slipped'),
    },
    {
      key: 'slip by its day',
      day,
      valueDay: '01/04/2025',
      description: 'CLEARING CREDIT',
      amount: 10_500,
      settles: keys('sameDay'),
    },
    {
      key: 'short credit',
      day,
      description: `CLG ${number('creditedShort')} LESS COMM`,
      amount: 682.3,
      open: 'short',
    },
    {
      key: 'excess credit',
      day,
      description: `CLG ${number('creditedMore')}`,
      amount: 1_700,
      open: 'excess',
    },
    {
      key: 'bank decides 1',
      day,
      description: 'CLG 555001 CANARA BANK',
      amount: 700,
      settles: ['twin1Canara'],
    },
    { key: 'bank decides 2', day, description: 'CLG 555001 STATE BANK', amount: 700, settles: ['twin1Sbi'] },
    { key: 'several banks', day, description: 'CLG 555002', amount: 700, open: 'several' },
    { key: 'amount decides', day, description: 'CLG 555003', amount: 700, settles: ['twin3Sbi'] },
    {
      key: 'leading zeros stripped',
      day,
      description: 'BY CLEARING',
      reference: '1234',
      amount: 700,
      settles: ['zeros'],
    },
    {
      key: 'zeros added',
      day,
      description: 'BY CLEARING',
      reference: `0000000000${number('padded')}`,
      amount: 700,
      settles: ['padded'],
    },
    {
      key: 'within longer digits',
      day,
      description: 'TRF 9973451200 REF 17345129',
      amount: 700,
      open: 'amount_only',
    },
    {
      key: 'quotation marks',
      day,
      description: `CLG "${number('quoted')}", MYSURU, "MAIN"`,
      amount: 700,
      settles: ['quoted'],
    },
    {
      key: 'another language',
      day,
      description: `ಡಿಡಿ ${number('kannada')} ಜಮಾ`,
      amount: 700,
      settles: ['kannada'],
    },
    {
      key: 'sign and suffix',
      day,
      description: `CLG ${number('suffixed')}`,
      amount: 700,
      written: '₹ 700.00 Cr',
      settles: ['suffixed'],
    },
    {
      key: 'first of two',
      day,
      description: `CLG ${number('creditedTwice')}`,
      amount: 700,
      settles: ['creditedTwice'],
    },
    {
      key: 'second of two',
      day,
      description: `CLG ${number('creditedTwice')} AGAIN`,
      amount: 700,
      open: 'already_realised',
    },
    {
      key: 'names another bank',
      day,
      description: `CLG ${number('otherBank')} ICICI BANK`,
      amount: 700,
      open: 'other_bank',
    },
    {
      key: 'before the deposit',
      day,
      description: `CLG ${number('early')}`,
      amount: 700,
      open: 'before_deposit',
    },
    {
      key: 'value date to come',
      day,
      valueDay: '31/12/2099',
      description: `CLG ${number('future')}`,
      amount: 700,
      open: 'not_yet',
    },
    {
      key: 'in the drawer',
      day,
      description: `CLG ${number('drawer1')}`,
      amount: 700,
      open: 'not_deposited',
    },
    {
      key: 'deposited later',
      day: '09/04/2025',
      description: `CLG ${number('later')}`,
      amount: 700,
      open: 'not_deposited',
    },
    {
      key: 'realised by hand',
      day,
      description: `CLG ${number('byHand')}`,
      amount: 700,
      open: 'realised_by_hand',
    },
    { key: 'stale', day, description: `CLG ${number('stale1')}`, amount: 700, open: 'stale' },
    {
      key: 'credit after return',
      day,
      description: `CLG ${number('returnedByHand')}`,
      amount: 700,
      open: 'already_returned',
    },
    { key: 'unknown number', day, description: 'CLG 444444', amount: 700, open: 'unknown_number' },
    { key: 'no number', day, description: 'BY CLEARING', amount: 700, open: 'amount_only' },
    { key: 'nothing known', day, description: 'BY CLEARING', amount: 12_345, open: 'nothing' },
    {
      key: 'UPI',
      day,
      description: `UPI/417345128890/${number('mentioned')}/FEE`,
      amount: 700,
      open: 'electronic',
    },
    {
      key: 'NEFT',
      day,
      description: 'NEFT CR-KKBK0000123-RAMESH K',
      reference: 'N092250001234567',
      amount: 700,
      open: 'electronic',
    },
    { key: 'cash', day, description: 'CASH DEPOSIT SELF', amount: 5_000, open: 'cash' },
    {
      key: 'interest',
      day,
      description: 'CREDIT INTEREST CAPITALISED',
      amount: 1_234.56,
      written: '1,234.56',
      open: 'interest',
    },
    { key: 'charges', day, description: 'SMS CHARGES Q4 + GST', amount: -17.7, open: 'charges' },
    {
      key: 'charges for a return',
      day,
      description: `CHQ RTN CHG ${number('returned')}`,
      amount: -118,
      open: 'charges',
    },
    {
      key: 'return',
      day,
      description: `CHQ RTN ${number('returned')} SIGNATURE DIFFERS`,
      amount: -700,
      open: 'return',
    },
    {
      key: 'credit before its return',
      day,
      description: `CLG ${number('returnedAfter')}`,
      amount: 700,
      settles: ['returnedAfter'],
    },
    {
      key: 'return after realisation',
      day: '04/04/2025',
      description: `UNPAID ${number('returnedAfter')} PAYEE DIFFERS`,
      amount: -700,
      open: 'return',
    },
    {
      key: 'return noted by hand',
      day,
      description: `DISHONOURED ${number('returnedByHand')}`,
      amount: -700,
      open: 'returned_by_hand',
    },
    {
      key: 'return of another amount',
      day,
      description: `RTN ${number('returnDiffers')}`,
      amount: -600,
      open: 'return_differs',
    },
    { key: 'return of nobody', day, description: 'I/W RTN 444444', amount: -900, open: 'return_unknown' },
    {
      key: 'reversal',
      day,
      description: `REVERSAL OF CHG ${number('returned')}`,
      amount: 118,
      open: 'reversal',
    },
    { key: 'salary', day, description: 'TO SALARY ACCOUNT', amount: -20_000, open: 'debit' },
    {
      key: 'presented twice',
      day,
      description: `CLG ${number('presentedTwice')}`,
      amount: 1_400,
      settles: ['presentedTwice'],
    },
    { key: 'split 1', day, description: `CLG ${number('split1')}`, amount: 350, settles: ['split1'] },
    { key: 'split 2', day, description: `CLG ${number('split2')}`, amount: 350, settles: ['split2'] },
  ];
  return [...plain, ...odd];
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
  const rows: string[][] = [];
  lines.forEach((line, index) => {
    const paise = Math.round(line.amount * 100);
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
    if (line.key === 'short credit') rows.push([...rows.at(-1)!], [], header);
  });
  const shown = lines.slice(from, to).map((line) => Math.round(line.amount * 100));
  const sum = (sign: number) =>
    shown.filter((paise) => paise * sign > 0).reduce((all, paise) => all + Math.abs(paise), 0);
  return [
    ...preamble,
    header,
    ['', '', 'OPENING BALANCE', '', '', '', written(opening * 100)],
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

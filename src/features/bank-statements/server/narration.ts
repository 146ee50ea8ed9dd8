import type { BankReturnReason } from '#features/demand-drafts/contract.ts';

/** The subject of a bank's text, apart from the numbers in it. */
export type Subject = 'return' | 'reversal' | 'interest' | 'charges' | 'cash' | 'electronic';

const subjectWords: Record<Subject, RegExp> = {
  reversal: /\b(?:REV|REVSL|REVRSL|REVERSED|REVERSAL|CORRECTION|WRONG(?:LY)?)\b/,
  charges: /\b(?:CHGS?|CHRGS?|CHARGES?|COMM|COMMISSION|[CSI]?GST|SMS|AMC|TDS|TAX|FEES?)\b/,
  return: /\b(?:RTND?|RETD?|RETURN(?:ED|S)?|UNPAID|DISHON\w*|REJ(?:ECT(?:ED)?)?|BOUNCED?)\b/,
  interest: /\b(?:INTEREST|INT\.? ?(?:PD|PAID|CR|CREDIT(?:ED)?))\b/,
  electronic: /\b(?:UPI|NEFT|RTGS|IMPS|N?ACH|ECS|BBPS|POS|ATM|INB|IFT)\b/,
  cash: /\b(?:CASH|CDM)\b/,
};

/** The first of the given subjects whose words occur in the text. */
export function subjectOf<Asked extends Subject>(text: string, asked: readonly Asked[]): Asked | null {
  const upper = text.toUpperCase();
  return asked.find((subject) => subjectWords[subject].test(upper)) ?? null;
}

/** Marks an amount, which is not a draft number. */
const amountBefore = /(?:RS\.?|INR|₹)\s*$/;

/**
 * Possible draft numbers in an entry. A draft number has six digits and stands alone; an all-digit reference may have
 * lost its leading zeros in a spreadsheet, or got extra ones from the bank.
 */
export function draftNumbersIn(reference: string, description: string): string[] {
  const found = new Set<string>();
  for (const part of reference.split(/\s+/)) {
    const digits = /^0*(\d{1,6})$/.exec(part)?.[1];
    if (digits && digits !== '0') found.add(digits.padStart(6, '0'));
  }
  for (const text of [reference, description].map((one) => one.toUpperCase())) {
    // Alone: not part of a longer number, a decimal amount or an alphanumeric code.
    for (const match of text.matchAll(/(?<![A-Z0-9]|\d[.,])\d{6}(?![A-Z0-9]|[.,]\d)/g)) {
      if (!amountBefore.test(text.slice(0, match.index))) found.add(match[0]);
    }
    for (const [, digits] of text.matchAll(
      /\b(?:DD|D\.D\.?|DRAFT|CHQ|CHEQUE|CQ|INST|INSTR?|INSTRUMENT)(?: ?(?:NO|NUM|NUMBER))?[ .:#/-]*0*(\d{1,6})(?![A-Z0-9]|[.,]\d)/g,
    )) {
      if (Number(digits) > 0) found.add(digits!.padStart(6, '0'));
    }
  }
  found.delete('000000');
  return [...found];
}

/** Numbers of the university's deposit slips: `DS-000017`, `SLIP NO 17`. */
export function slipNumbersIn(text: string): number[] {
  const matches = text
    .toUpperCase()
    .matchAll(/\b(?:DS|SLIP|DEP(?:OSIT)? SLIP|PAY-?IN SLIP)(?: ?(?:NO|NUM))?[ .:#-]*0*(\d{1,6})(?!\d)/g);
  return [...new Set([...matches].map(([, digits]) => Number(digits)))].filter((number) => number > 0);
}

/** Short names that banks' texts use, beside the full names. */
const bankNames: readonly (readonly [name: string, short: RegExp])[] = [
  ['state bank of india', /\b(?:SBI|SBIN|STATE BANK(?: OF INDIA)?)\b/],
  ['canara bank', /\b(?:CANARA|CNRB)\b/],
  ['hdfc bank', /\b(?:HDFC|HDFCBANK)\b/],
  ['icici bank', /\b(?:ICICI|ICIC)\b/],
  ['axis bank', /\b(?:AXIS|UTIB)\b/],
  ['punjab national bank', /\b(?:PNB|PUNB|PUNJAB NATIONAL)\b/],
  ['bank of baroda', /\b(?:BOB|BARB|BARODA)\b/],
  ['union bank of india', /\b(?:UBI|UBIN|UNION BANK)\b/],
  ['bank of india', /\b(?:BOI|BKID)\b|(?<!(?:STATE|UNION|CENTRAL) )\bBANK OF INDIA\b/],
  ['central bank of india', /\b(?:CBI|CBIN|CENTRAL BANK)\b/],
  ['indian bank', /\b(?:IDIB)\b|(?<!SOUTH )\bINDIAN BANK\b/],
  ['indian overseas bank', /\b(?:IOB|IOBA|INDIAN OVERSEAS)\b/],
  ['karnataka bank', /\b(?:KARB|KARNATAKA BANK|KBL)\b/],
  ['karnataka gramin bank', /\b(?:KGB|GRAMIN)\b/],
  ['kotak mahindra bank', /\b(?:KOTAK|KKBK)\b/],
  ['federal bank', /\b(?:FEDERAL|FDRL)\b/],
  ['idbi bank', /\b(?:IDBI|IBKL)\b/],
  ['uco bank', /\b(?:UCO|UCBA)\b/],
  ['bank of maharashtra', /\b(?:MAHB|MAHARASHTRA)\b/],
  ['south indian bank', /\b(?:SIB|SIBL|SOUTH INDIAN)\b/],
];

/** The known banks that a text names, in lower case. */
export function banksIn(text: string): string[] {
  const upper = text.toUpperCase();
  return bankNames.filter(([, short]) => short.test(upper)).map(([name]) => name);
}

/** The known name of a draft's bank, however it was typed: `SBI`, `State Bank of India`. */
export function knownBank(bank: string): string {
  const lower = bank.trim().toLowerCase();
  return bankNames.find(([name]) => name === lower)?.[0] ?? banksIn(bank)[0] ?? lower;
}

const returnReasons: readonly [BankReturnReason, RegExp][] = [
  ['forged', /\b(?:FORGED|FAKE|COUNTERFEIT|FRAUD\w*)\b/],
  ['signature', /\b(?:SIGN?|SIGNATURE\w*|SIG)\b/],
  ['payee_mismatch', /\b(?:PAYEE\w*|NAME (?:DIFFERS|MISMATCH))\b/],
  ['stale', /\b(?:STALE|OUT ?DATED|OUT OF DATE|VALIDITY|EXPIRED)\b/],
  ['mutilated', /\b(?:MUTILATED|TORN|DAMAGED|ILLEGIBLE)\b/],
  ['stopped', /\b(?:STOP(?:PED)?|CANCELLED|PAYMENT COUNTERMANDED)\b/],
];

export function returnReasonIn(text: string): BankReturnReason {
  const upper = text.toUpperCase();
  return returnReasons.find(([, words]) => words.test(upper))?.[0] ?? 'other';
}

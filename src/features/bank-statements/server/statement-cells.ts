import { parseTypedDay } from '#shared/format.ts';
import { plainNumber } from '#shared/typed-number.ts';
import { t } from '#shared/words.ts';

export const amountWanted = t`rupees and paise, for example 1,23,456.00`;

/**
 * The text that a bank wrote as a formula, `="01-04-2026"`, on several lines, or with the `&amp;` of the web page that
 * it came from.
 */
export function unwrapped(cell: string): string {
  const text = /^\s*="(.*)"\s*$/s.exec(cell)?.[1] ?? cell;
  return text.replace(/[\t\r\n]+/g, ' ').replaceAll('&amp;', '&');
}

/**
 * Removes what spreadsheets and banks put around a value: `="01-04-2026"`, `'001234`, non-breaking spaces. Digits of
 * every script become 0 to 9.
 */
export function bareCell(cell: string): string {
  const written = unwrapped(cell);
  // A statement has a hundred thousand cells, and nearly all are plain.
  const text = /^[ -~]*$/.test(written) ? written : plainNumber(written).normalize('NFKC');
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^'(?=\d)/, '');
}

const time = String.raw`(?:[ ,T]+\d{1,2}:\d{2}(?::\d{2})?(?: ?[AP]M)?)?`;
const indianDay = new RegExp(
  `^(\\d{1,2})[/.\\- ](\\d{1,2}|[A-Za-z]{3,9})[/.\\-, ]+(\\d{4}|\\d{2})${time}$`,
  'i',
);
const isoDay = new RegExp(`^(\\d{4})-(\\d{2})-(\\d{2})${time}$`, 'i');

/**
 * A bank's date as `yyyy-mm-dd`, or null: `01/04/2026`, `1 Apr 2026`, `01-APR-26`, `2026-04-01`, each with or without a
 * time. Never month first: no Indian bank writes that.
 */
export function readStatementDay(cell: string): string | null {
  const text = bareCell(cell);
  const [, date, month, year] = indianDay.exec(text) ?? [];
  if (date && month && year) {
    const separator = /\d/.test(month) ? '/' : ' ';
    return parseTypedDay([date, month, year].join(separator), '');
  }
  const iso = isoDay.exec(text);
  return iso ? parseTypedDay(`${iso[3]}/${iso[2]}/${iso[1]}`, '') : null;
}

/** An amount as a bank writes it. `side` is given by a suffix or a sign; most amounts have none. */
export type StatementAmount = { paise: number; side: 'credit' | 'debit' | null };

const currency = /^(?:₹|INR|Rs\.?) ?| ?(?:₹|INR|Rs\.?)$/gi;
const grouped = /^(?:\d+|\d{1,2}(?:,\d{2})*,\d{3}|\d{1,3}(?:,\d{3})+)(?:\.\d{1,2})?$/;
/** Longer amounts are refused; up to this length, an integer of paise is exact. */
const maximumAmountLength = 16;

/** Null if the cell has no amount (blank, `-`, `0.00`); undefined if it cannot be read. */
export function readStatementAmount(cell: string): StatementAmount | null | undefined {
  let text = bareCell(cell).replace(currency, '').trim();
  if (/^(?:-|nil|)$/i.test(text)) return null;
  let side: StatementAmount['side'] = null;
  const letters = /^(.*?) ?\(?\b(cr|dr)\b\.?\)?$/i.exec(text.replace(/(\d)(cr|dr)/i, '$1 $2'));
  if (letters) {
    side = letters[2]!.toLowerCase() === 'cr' ? 'credit' : 'debit';
    text = letters[1]!.replace(currency, '').trim();
  }
  const bracketed = /^\((.*)\)$/.exec(text);
  if (bracketed) text = `-${bracketed[1]}`;
  const signed = /^([+-]) ?(.*)$/.exec(text) ?? /^(.*?) ?([+-])$/.exec(text);
  if (signed) {
    const sign = signed[1] === '+' || signed[1] === '-' ? signed[1] : signed[2];
    text = (sign === signed[1] ? signed[2]! : signed[1]!).replace(currency, '').trim();
    const bySign = sign === '-' ? 'debit' : 'credit';
    if (side !== null && side !== bySign && sign === '-') return undefined;
    side ??= bySign;
  }
  if (!grouped.test(text) || text.length > maximumAmountLength) return undefined;
  const [rupees = '0', fraction = ''] = text.replaceAll(',', '').split('.');
  const paise = Number(rupees) * 100 + Number(fraction.padEnd(2, '0'));
  return paise === 0 ? null : { paise, side };
}

/** A balance in paise, below zero where the account is overdrawn; null and undefined as of an amount. */
export function readStatementBalance(cell: string): number | null | undefined {
  const balance = readStatementAmount(cell);
  if (balance) return balance.side === 'debit' ? -balance.paise : balance.paise;
  return balance === null && cell.includes('0') ? 0 : balance;
}

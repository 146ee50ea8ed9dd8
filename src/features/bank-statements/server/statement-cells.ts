import { parseTypedDay } from '#shared/format.ts';

/** Takes away what spreadsheets and banks wrap around a value: `="01-04-2026"`, `'001234`, hard spaces. */
export function bareCell(cell: string): string {
  const text = cell.normalize('NFKC').replace(/\s+/g, ' ').trim();
  const wrapped = /^="(.*)"$/.exec(text);
  return (wrapped ? wrapped[1]! : text.replace(/^'(?=\d)/, '')).trim();
}

const time = String.raw`(?:[ ,T]+\d{1,2}:\d{2}(?::\d{2})?(?: ?[AP]M)?)?`;
const indianDay = new RegExp(
  `^(\\d{1,2})[/.\\- ](\\d{1,2}|[A-Za-z]{3,9})[/.\\-, ]+(\\d{4}|\\d{2})${time}$`,
  'i',
);
const isoDay = new RegExp(`^(\\d{4})-(\\d{2})-(\\d{2})${time}$`, 'i');

/**
 * The day of a bank's cell as `yyyy-mm-dd`, or null when it is none: `01/04/2026`, `1 Apr 2026`, `01-APR-26`,
 * `2026-04-01`, each with or without a time. Never the month first: no Indian bank writes that.
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

/** An amount as a bank writes it. `side` is what it says of itself, by a suffix or a sign; most say nothing. */
export type StatementAmount = { paise: number; side: 'credit' | 'debit' | null };

const currency = /^(?:₹|INR|Rs\.?) ?| ?(?:₹|INR|Rs\.?)$/gi;
const grouped = /^(?:\d+|\d{1,2}(?:,\d{2})*,\d{3}|\d{1,3}(?:,\d{3})+)(?:\.\d{1,2})?$/;
/** What a bank may ever write: below it an integer of paise is exact. */
const longestAmount = 16;

/** Null is a cell without an amount (blank, `-`, `0.00`); undefined is one that cannot be read. */
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
  if (!grouped.test(text) || text.length > longestAmount) return undefined;
  const [rupees = '0', fraction = ''] = text.replaceAll(',', '').split('.');
  const paise = Number(rupees) * 100 + Number(fraction.padEnd(2, '0'));
  return paise === 0 ? null : { paise, side };
}

import type { SpreadsheetRow } from '#platform/server/spreadsheets/spreadsheet-row.ts';
import { type BankEntry, balanceRow, entryRow, inRupees, messageHeader } from './bank-message-row.ts';

/** `:61:` of SWIFT's MT940: value day, day of entry, mark, amount, type, the customer's and the bank's reference. */
const entryField =
  /^(?<value>\d{6})(?<booked>\d{4})?(?<mark>R?[CD])[A-Z]?(?<amount>\d+,\d{0,2})[A-Z][A-Z0-9]{3}(?<reference>.*?)(?:\/\/(?<ofBank>.*))?$/;
/** Subfields of `:86:`, as banks of German origin have them: `166?00CLEARING?20DD 1300?2121`. */
const subfield = /\?(\d\d)(.*?)(?=\?\d\d|$)/g;
/** Those of words: the kind of entry, what it is for, the other party. Others hold numbers of the bank's own. */
const ofWords = /^(?:00|2\d|3[23]|6[0-3])$/;
const [lineWidth, subfieldWidth] = [65, 27];

/** `:60F:`, `:60M:`, `:62F:`, `:62M:`: mark, day, currency, amount. */
const balanceField = /^(?<mark>[CD])\d{6}(?<currency>[A-Z]{3})(?<amount>\d+,\d{0,2})$/;

/** The entries of all statements of a message, with opening and closing balances; numbers are those of lines. */
export function readMt940(message: string): SpreadsheetRow[] {
  const rows = [messageHeader];
  let currency = 'INR';
  for (const field of fieldsOf(message)) {
    const { tag, lines, number } = field;
    const [first = ''] = lines;
    if (tag === '61') rows.push(readEntry({ ...field, currency }));
    const which = { 60: 'opening', 62: 'closing' }[tag.slice(0, 2)] as 'opening' | 'closing' | undefined;
    if (!which) continue;
    const { mark, amount, ...found } = balanceField.exec(first)?.groups ?? { amount: first };
    currency = found.currency ?? currency;
    const side = mark === 'D' ? 'debit' : 'credit';
    rows.push(balanceRow(number, { which, side, amount: inRupees(currency, decimal(amount!)) }));
  }
  return rows;
}

/** `text`: the lines of the `:86:` below an entry. */
type Field = { tag: string; number: number; lines: string[]; text: string[] };

function fieldsOf(message: string): Field[] {
  const fields: Field[] = [];
  for (const [index, line] of message.split(/\r\n|\r|\n/).entries()) {
    const [, tag, content] = /^:(\d\d[A-Z]?):(.*)$/.exec(line) ?? [];
    const last = fields.at(-1);
    if (tag === '86' && last?.tag === '61') last.text.push(content!);
    else if (tag) fields.push({ tag, number: index + 1, lines: [content!.trim()], text: [] });
    else if (last && !/^-?(?:\}|$)/.test(line)) (last.text.length > 0 ? last.text : last.lines).push(line);
  }
  return fields;
}

/** A field that cannot be read stays in the cells of the days, where it is a fault. */
function readEntry({ number, lines, text: lower, currency }: Field & { currency: string }): SpreadsheetRow {
  const [first = '', ...details] = lines;
  const text = [...details, wordsOf(lower)].join(' ').trim();
  const found = entryField.exec(first)?.groups;
  const valueDay = dayOf(found?.value ?? '');
  const entry: BankEntry = {
    ...{ number, text: text || first, side: 'credit', amount: '' },
    ...{ day: first, valueDay: first, reference: first },
  };
  if (!found || !valueDay) return entryRow(entry);
  const isDebit = found.mark === 'D' || found.mark === 'RC';
  const reference = found.reference!.trim();
  return entryRow({
    ...entry,
    valueDay,
    // Without it the value day counts, which may be to come.
    day: found.booked ? bookedDay(found.booked, valueDay) : '',
    reference: reference === 'NONREF' ? (found.ofBank ?? '') : reference,
    side: isDebit ? 'debit' : 'credit',
    amount: inRupees(currency, decimal(found.amount!)),
  });
}

function wordsOf(lines: readonly string[]): string {
  const whole = lines.join('');
  if (!/^\d{3}\?\d\d/.test(whole)) return joined(lines, lineWidth);
  const parts = [...whole.matchAll(subfield)].flatMap(([, code, part]) =>
    ofWords.test(code!) ? [part!] : [],
  );
  return joined(parts, subfieldWidth);
}

/** A part of full width goes on in the next one; a shorter one ends a word. */
function joined(parts: readonly string[], width: number): string {
  return parts.map((part) => (part.length < width ? `${part} ` : part)).join('');
}

function dayOf(digits: string): string | null {
  return /^\d{6}$/.test(digits) ? `20${digits.slice(0, 2)}-${digits.slice(2, 4)}-${digits.slice(4)}` : null;
}

/** Month and day of the entry have no year: the one in which they are nearest to the value day. */
function bookedDay(digits: string, valueDay: string): string {
  const year = Number(valueDay.slice(0, 4));
  const ways = [year, year - 1, year + 1].map((one) => `${one}-${digits.slice(0, 2)}-${digits.slice(2)}`);
  const distance = (day: string) => Math.abs(Date.parse(day) - Date.parse(valueDay));
  return ways.toSorted((one, other) => distance(one) - distance(other))[0]!;
}

function decimal(amount: string): string {
  return amount.replace(',', '.').replace(/\.$/, '');
}

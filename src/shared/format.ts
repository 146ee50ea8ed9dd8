import { t } from '#shared/words.ts';
import { plainNumber } from './typed-number.ts';

const grouped = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 });

/** Whole rupees: `₹1,23,456`, with Latin digits and Indian grouping in every language. */
export function formatRupees(amount: number): string {
  return `${amount < 0 ? '-' : ''}₹${grouped.format(Math.abs(amount))}`;
}

const withPaise = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Paise as in bank statements: `₹1,23,456` for whole rupees, else `₹17.70`. */
export function formatPaise(paise: number): string {
  if (paise % 100 === 0) return formatRupees(paise / 100);
  return `${paise < 0 ? '-' : ''}₹${withPaise.format(Math.abs(paise) / 100)}`;
}

const oneDecimal = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 1 });
const lakh = 100_000;
const crore = 100 * lakh;

/** For tiles: `₹1.2 Cr`, `₹3.4 L`, below a lakh in full. The full amount has to be available nearby. */
export function formatRupeesShort(amount: number): string {
  // Amounts that round to 100 lakh are shown as one crore.
  if (amount >= crore - 0.05 * lakh) return t`₹${oneDecimal.format(amount / crore)} Cr`;
  if (amount >= lakh) return t`₹${oneDecimal.format(amount / lakh)} L`;
  return formatRupees(amount);
}

/** A count with Indian grouping: `10,48,576`. */
export function formatCount(count: number): string {
  return grouped.format(count);
}

const timeZone = 'Asia/Kolkata';
const dayParts = new Intl.DateTimeFormat('en-CA', {
  timeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});
const dayAndTime = new Intl.DateTimeFormat('en-GB', {
  timeZone,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
});

/** The day in India at a moment, `yyyy-mm-dd`, whatever the machine's time zone. */
export function dayInIndia(moment: Date): string {
  return dayParts.format(moment);
}

/** `2026-03-07` → `07/03/2026`. */
export function formatDay(day: string): string {
  const [year, month, date] = day.split('-');
  return `${date}/${month}/${year}`;
}

/** `2026-03` → `03/2026`. */
export function formatMonth(month: string): string {
  return month.split('-').reverse().join('/');
}

/** An ISO moment as `07/03/2026, 14:05`, Indian time. */
export function formatMoment(moment: string): string {
  return dayAndTime.format(new Date(moment));
}

/** An ISO moment as `14:05`, Indian time. */
export function formatTime(moment: string): string {
  return formatMoment(moment).slice(-5);
}

/** `2026-03-07` and 1 → `2026-03-08`. */
export function addDays(day: string, days: number): string {
  const moment = new Date(`${day}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + days);
  return moment.toISOString().slice(0, 10);
}

/** The day `months` calendar months later; the month's last day if it has no such day. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const lastDate = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date, lastDate));
  return first.toISOString().slice(0, 10);
}

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * Parses a typed date, or null: `7/3/26`, `07-03-2026`, `07032026`, `7 mar`, `today` → `yyyy-mm-dd`. A two-digit year
 * is in this century, or in the last one if it would be after `latest`; a missing year is that of `today`.
 */
export function parseTypedDay(typed: string, today: string, latest?: string): string | null {
  const text = plainNumber(typed).trim().toLowerCase();
  if (text === 'today') return today;
  const joined = /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(text);
  const numeric = /^(\d{1,2})[/.\- ](\d{1,2})(?:[/.\- ](\d{4}|\d{2}))?$/.exec(text);
  const named = /^(\d{1,2})[ -]?([a-z]{3,9})(?:[ -]?(\d{4}|\d{2}))?$/.exec(text);
  const parts = joined ?? numeric;
  const month = parts ? Number(parts[2]) : named ? monthNames.indexOf(named[2]!.slice(0, 3)) + 1 : 0;
  const found = parts ?? named;
  if (!found || month < 1) return null;
  const yearText = found[3] ?? today.slice(0, 4);
  const rest = `-${String(month).padStart(2, '0')}-${found[1]!.padStart(2, '0')}`;
  const isLater = latest !== undefined && `20${yearText}${rest}` > latest;
  const day = `${yearText.length === 2 ? `${isLater ? 19 : 20}${yearText}` : yearText}${rest}`;
  const real = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(real.getTime()) || real.toISOString().slice(0, 10) !== day ? null : day;
}

/**
 * Parses a typed month, or null: `5/2024`, `05-24`, `May 2024`, `may-24`, `2024-05` → `yyyy-mm`; also a day of it, into
 * which spreadsheet programs turn a month.
 */
export function parseTypedMonth(typed: string): string | null {
  const text = plainNumber(typed).trim().toLowerCase();
  const iso = /^(\d{4})-(\d{1,2})$/.exec(text);
  const numeric = /^(\d{1,2})[/.\- ](\d{4}|\d{2})$/.exec(text);
  const named = /^([a-z]{3,9})[ ,'’-]*(\d{4}|\d{2})$/.exec(text);
  const month = iso?.[2] ?? numeric?.[1] ?? (named && monthNames.indexOf(named[1]!.slice(0, 3)) + 1);
  if (month == null) return parseTypedDay(text, '')?.slice(0, 7) || null;
  const year = iso?.[1] ?? numeric?.[2] ?? named![2]!;
  const isMonth = Number(month) >= 1 && Number(month) <= 12;
  return isMonth ? `${year.length === 2 ? `20${year}` : year}-${String(month).padStart(2, '0')}` : null;
}

/** Capitalises the first letter: `fee` → `Fee`. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

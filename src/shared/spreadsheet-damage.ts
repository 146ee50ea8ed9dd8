/** How a spreadsheet program changed an identifying number, such as a roll number. */
export type SpreadsheetDamage = 'exponent' | 'date';

/**
 * `2.61E+07`, `1.23456789012346E+15`; with a sign in the exponent, as programs write it: `2E10` may be a valid number
 * of a college.
 */
const exponent = /^[+-]?\d+(?:[.,]\d+)?E[+-]\d{1,3}$/i;
const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)[a-z]{0,6}';
const time = String.raw`(?:[ T]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[AP]M)?Z?)?`;
const dates = [
  /** `01/02/2026`, `1-2-2026`, `1.2.2026`. */
  String.raw`(?:0?[1-9]|[12]\d|3[01])([/.-])(?:0?[1-9]|[12]\d|3[01])\1(?:19|20)\d{2}`,
  /** `2026-02-01`, `2026/2/1`. */
  String.raw`(?:19|20)\d{2}([/-])(?:0?[1-9]|1[0-2])\2(?:0?[1-9]|[12]\d|3[01])`,
  /** `01-Feb-26`, `1 February 2026`, `1-Feb`. */
  String.raw`(?:0?[1-9]|[12]\d|3[01])[ -]${month}(?:[ ,-]+(?:(?:19|20)\d{2}|\d{2}))?`,
  /** `Feb-26`. */
  String.raw`${month}[ -](?:\d{2}|(?:19|20)\d{2})`,
];
const date = new RegExp(`^(?:${dates.join('|')})${time}$`, 'i');

/** How a spreadsheet program changed this number; null if there is no sign of it. */
export function findSpreadsheetDamage(text: string): SpreadsheetDamage | null {
  const written = text.trim();
  if (exponent.test(written)) return 'exponent';
  return date.test(written) ? 'date' : null;
}

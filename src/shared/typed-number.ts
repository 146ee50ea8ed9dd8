import { withPlainDigits } from './characters.ts';

/**
 * A number or code in plain characters: digits 0 to 9, signs of full width, dashes and blanks as keyboards have them.
 * Whether two numbers are the same only the database knows (`identity_key`).
 */
export function plainNumber(typed: string): string {
  return (
    withPlainDigits(typed)
      // Signs of amounts in Arabic digits: without them ۱۲۵۰٫۵۰ would be a hundred times as much.
      .replace(/٫/g, '.')
      .replace(/٬/g, ',')
      .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
      // The mark with which spreadsheet programs keep digits as text: '00123.
      .replace(/^\s*['‘’](?=[\p{L}\d])/u, '')
      .replace(/[\uFF01-\uFF5E]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
      .replace(/[\p{Pd}\u2212]/gu, '-')
      .replace(/\s+/g, ' ')
  );
}

const before = /^[\s"'“”‘’(]+|^(?:code|number|no|serial)[\s.:#]+/i;
const after = ` "'“”‘’,.;:`;

/** A number without what people write around it: `No. 2026/000072.` → `2026/000072`. */
export function bareNumber(typed: string): string {
  let bare = plainNumber(typed);
  for (let last = ''; last !== bare; ) {
    last = bare;
    bare = bare.replace(before, '');
  }
  // The bracket of 12(A) is its own.
  const signs = bare.includes('(') ? after : `${after})`;
  let end = bare.length;
  // A regular expression would take minutes for a long text of full stops.
  while (end > 0 && signs.includes(bare[end - 1]!)) end -= 1;
  return bare.slice(0, end);
}

/** A mobile number without country code and blanks; null if it cannot be one. */
export function mobileIn(typed: string): string | null {
  return /^\+?(?:\d[ -]?){10,15}$/.test(typed) ? typed.replace(/\D/g, '').slice(-10) : null;
}

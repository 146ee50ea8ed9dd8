import { withPlainDigits } from './characters.ts';

/**
 * Aadhaar numbers are never stored (docs/decisions): twelve digits, the first from 2 to 9, the last a check digit by
 * Verhoeff, D. (1969), Error Detecting Decimal Codes. One in ten random numbers of this form passes the check.
 */

/** Multiplication in the dihedral group of ten elements. */
const product = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  [1, 2, 3, 4, 0, 6, 7, 8, 9, 5],
  [2, 3, 4, 0, 1, 7, 8, 9, 5, 6],
  [3, 4, 0, 1, 2, 8, 9, 5, 6, 7],
  [4, 0, 1, 2, 3, 9, 5, 6, 7, 8],
  [5, 9, 8, 7, 6, 0, 4, 3, 2, 1],
  [6, 5, 9, 8, 7, 1, 0, 4, 3, 2],
  [7, 6, 5, 9, 8, 2, 1, 0, 4, 3],
  [8, 7, 6, 5, 9, 3, 2, 1, 0, 4],
  [9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
];
/** Permutation of a digit by position, from the right; repeats after eight. */
const permutation = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  [1, 5, 7, 6, 2, 8, 3, 0, 9, 4],
  [5, 8, 0, 3, 7, 9, 6, 1, 4, 2],
  [8, 9, 1, 6, 0, 4, 3, 5, 2, 7],
  [9, 4, 5, 3, 1, 2, 6, 8, 7, 0],
  [4, 2, 8, 6, 5, 7, 3, 9, 0, 1],
  [2, 7, 9, 3, 8, 0, 6, 4, 1, 5],
  [7, 0, 4, 6, 9, 1, 3, 2, 5, 8],
];

function isAadhaar(digits: string): boolean {
  if (!/^[2-9]\d{11}$/.test(digits)) return false;
  const places = [...digits].reverse().map(Number);
  return places.reduce((sum, digit, place) => product[sum]![permutation[place % 8]![digit]!]!, 0) === 0;
}

/** Groups of digits that are separated only by spaces and hyphens, without adjacent letters or digits. */
const groups = /(?<![\p{L}\p{M}\p{N}])\p{Nd}+(?:[\s\p{Pd}]{1,3}\p{Nd}+)*(?![\p{L}\p{M}\p{N}])/gu;

/** Start and end of every Aadhaar number in a text, written in one or several groups. */
function findAadhaar(text: string): { from: number; to: number }[] {
  // Quick check: nearly all texts have too few digits.
  if (text.length < 12 || !/(?:\p{Nd}[\s\p{Pd}]{0,3}){12}/u.test(text)) return [];
  return [...text.matchAll(groups)].flatMap(findInRun);
}

function findInRun(run: RegExpExecArray): { from: number; to: number }[] {
  const parts = [...run[0].matchAll(/\p{Nd}+/gu)].map((part) => {
    const from = run.index + part.index;
    return { digits: withPlainDigits(part[0]), from, to: from + part[0].length };
  });
  const found: { from: number; to: number }[] = [];
  for (let first = 0; first < parts.length; first += 1) {
    let digits = '';
    for (let last = first; last < parts.length && digits.length < 12; last += 1) {
      digits += parts[last]!.digits;
      if (!isAadhaar(digits)) continue;
      found.push({ from: parts[first]!.from, to: parts[last]!.to });
      first = last;
    }
  }
  return found;
}

export function containsAadhaar(text: string): boolean {
  return findAadhaar(text).length > 0;
}

/** Replaces the first eight digits of each Aadhaar number by X, as UIDAI prints it. */
export function maskAadhaar(text: string): string {
  let masked = text;
  for (const { from, to } of findAadhaar(text)) {
    let place = 0;
    const number = text.slice(from, to).replace(/\p{Nd}/gu, (digit) => (place++ < 8 ? 'X' : digit));
    masked = masked.slice(0, from) + number + masked.slice(to);
  }
  return masked;
}

/**
 * Names of fields whose numbers may have twelve digits and pass the check by chance. All other typed text refuses an
 * Aadhaar number; `src/app/server/aadhaar.test.ts` checks every operation.
 */
export const numberFields: ReadonlySet<string> = new Set([
  // Numbers of the university and this portal.
  ...[
    'registrationNumber',
    'examRollNumber',
    'earlierNumber',
    'code',
    'printerCode',
    'runNumber',
    'convocationNumber',
    'convocationNumbers',
    'serial',
    'serials',
    'topSerial',
    'rejectedSerials',
  ],
  // Numbers of banks and carriers.
  ...['reference', 'account', 'trackingNumber'],
  // Identifiers of persons elsewhere.
  ...['abcId', 'mobile', 'contactNumber'],
]);

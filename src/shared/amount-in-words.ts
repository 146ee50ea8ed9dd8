const small = [
  ...'Zero One Two Three Four Five Six Seven Eight Nine Ten'.split(' '),
  ...'Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen'.split(' '),
];
/** From twenty on. */
const tens = 'Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety'.split(' ');
const units = [
  { value: 10_000_000, word: 'Crore' },
  { value: 100_000, word: 'Lakh' },
  { value: 1_000, word: 'Thousand' },
  { value: 100, word: 'Hundred' },
];

/**
 * Whole rupees as a draft and a receipt say them, in English and counted as in India:
 * `Rupees One Lakh Twenty-Three Thousand Four Hundred Fifty-Six Only`.
 */
export function amountInWords(rupees: number): string {
  if (!Number.isSafeInteger(rupees) || rupees < 0) {
    throw new RangeError(`No words for an amount of ${rupees} rupees.`);
  }
  return `Rupees ${numberInWords(rupees)} Only`;
}

function numberInWords(number: number): string {
  const words: string[] = [];
  let rest = number;
  for (const { value, word } of units) {
    if (rest < value) continue;
    // A hundred crores and more are counted in crores, too.
    words.push(numberInWords(Math.floor(rest / value)), word);
    rest %= value;
  }
  if (rest > 0 || words.length === 0) words.push(belowHundred(rest));
  return words.join(' ');
}

function belowHundred(number: number): string {
  if (number < small.length) return small[number]!;
  const ones = number % 10;
  return `${tens[Math.floor(number / 10) - 2]}${ones > 0 ? `-${small[ones]}` : ''}`;
}

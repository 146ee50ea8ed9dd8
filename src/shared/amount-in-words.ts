import type { Language } from './languages.ts';

/** The Indian units for numbers above ninety-nine. */
const units = [10_000_000, 100_000, 1_000, 100] as const;
type Unit = (typeof units)[number];

type Numerals = {
  belowHundred: (number: number) => string;
  /** `count` of a unit; `continuesBurst` if a smaller number follows. */
  ofUnit: (unit: Unit, count: { number: number; words: string }, goesOn: boolean) => string;
  amount: (words: string) => string;
};

/**
 * Whole rupees in words, as on demand drafts and receipts: `Rupees One Lakh Twenty-Three Thousand Four Hundred
 * Fifty-Six Only`.
 */
export function amountInWords(rupees: number, language: Language = 'en'): string {
  if (!Number.isSafeInteger(rupees) || rupees < 0) {
    throw new RangeError(`No words for an amount of ${rupees} rupees.`);
  }
  const numerals = numeralsOf[language];
  return numerals.amount(numberInWords(rupees, numerals));
}

function numberInWords(number: number, numerals: Numerals): string {
  const words: string[] = [];
  let rest = number;
  for (const unit of units) {
    if (rest < unit) continue;
    const count = Math.floor(rest / unit);
    rest %= unit;
    // From a hundred crores on, crores are counted in words too.
    words.push(numerals.ofUnit(unit, { number: count, words: numberInWords(count, numerals) }, rest > 0));
  }
  if (rest > 0 || words.length === 0) words.push(numerals.belowHundred(rest));
  return words.join(' ');
}

const english = {
  small: [
    ...'Zero One Two Three Four Five Six Seven Eight Nine Ten'.split(' '),
    ...'Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen'.split(' '),
  ],
  /** From twenty on. */
  tens: 'Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety'.split(' '),
  units: { 10000000: 'Crore', 100000: 'Lakh', 1000: 'Thousand', 100: 'Hundred' },
};

/** From zero to ninety-nine: Hindi has no rule for composing them. */
const hindi = [
  ...'शून्य एक दो तीन चार पाँच छह सात आठ नौ दस ग्यारह बारह तेरह चौदह पंद्रह सोलह सत्रह अठारह उन्नीस'.split(' '),
  ...'बीस इक्कीस बाईस तेईस चौबीस पच्चीस छब्बीस सत्ताईस अट्ठाईस उनतीस'.split(' '),
  ...'तीस इकतीस बत्तीस तैंतीस चौंतीस पैंतीस छत्तीस सैंतीस अड़तीस उनतालीस'.split(' '),
  ...'चालीस इकतालीस बयालीस तैंतालीस चौवालीस पैंतालीस छियालीस सैंतालीस अड़तालीस उनचास'.split(' '),
  ...'पचास इक्यावन बावन तिरपन चौवन पचपन छप्पन सत्तावन अट्ठावन उनसठ'.split(' '),
  ...'साठ इकसठ बासठ तिरसठ चौंसठ पैंसठ छियासठ सड़सठ अड़सठ उनहत्तर'.split(' '),
  ...'सत्तर इकहत्तर बहत्तर तिहत्तर चौहत्तर पचहत्तर छिहत्तर सतहत्तर अठहत्तर उनासी'.split(' '),
  ...'अस्सी इक्यासी बयासी तिरासी चौरासी पचासी छियासी सत्तासी अट्ठासी नवासी'.split(' '),
  ...'नब्बे इक्यानवे बानवे तिरानवे चौरानवे पचानवे छियानवे सत्तानवे अट्ठानवे निन्यानवे'.split(' '),
];
const hindiUnits = { 10000000: 'करोड़', 100000: 'लाख', 1000: 'हज़ार', 100: 'सौ' };

const kannada = {
  small: [
    ...'ಸೊನ್ನೆ ಒಂದು ಎರಡು ಮೂರು ನಾಲ್ಕು ಐದು ಆರು ಏಳು ಎಂಟು ಒಂಬತ್ತು ಹತ್ತು'.split(' '),
    ...'ಹನ್ನೊಂದು ಹನ್ನೆರಡು ಹದಿಮೂರು ಹದಿನಾಲ್ಕು ಹದಿನೈದು ಹದಿನಾರು ಹದಿನೇಳು ಹದಿನೆಂಟು ಹತ್ತೊಂಬತ್ತು'.split(' '),
  ],
  /** From twenty on, without the ending; standing alone each ends in ು. */
  tens: 'ಇಪ್ಪತ್ತ ಮೂವತ್ತ ನಲವತ್ತ ಐವತ್ತ ಅರವತ್ತ ಎಪ್ಪತ್ತ ಎಂಬತ್ತ ತೊಂಬತ್ತ'.split(' '),
  /** The suffixes for one to nine after a ten. */
  ones: 'ು ೊಂದು ೆರಡು ಮೂರು ನಾಲ್ಕು ೈದು ಾರು ೇಳು ೆಂಟು ೊಂಬತ್ತು'.split(' '),
  /** One hundred to nine hundred; the last ು is dropped if more follows. */
  hundreds: 'ನೂರು ಇನ್ನೂರು ಮುನ್ನೂರು ನಾನೂರು ಐನೂರು ಆರುನೂರು ಏಳುನೂರು ಎಂಟುನೂರು ಒಂಬೈನೂರು'.split(' '),
  /** Standing alone, and if more follows. */
  units: { 10000000: ['ಕೋಟಿ', 'ಕೋಟಿಯ'], 100000: ['ಲಕ್ಷ', 'ಲಕ್ಷದ'], 1000: ['ಸಾವಿರ', 'ಸಾವಿರದ'] },
};

const numeralsOf: Record<Language, Numerals> = {
  en: {
    belowHundred: (number) => {
      if (number < english.small.length) return english.small[number]!;
      const ones = number % 10;
      return `${english.tens[Math.floor(number / 10) - 2]}${ones > 0 ? `-${english.small[ones]}` : ''}`;
    },
    ofUnit: (unit, { words }) => `${words} ${english.units[unit]}`,
    amount: (words) => `Rupees ${words} Only`,
  },
  hi: {
    belowHundred: (number) => hindi[number]!,
    ofUnit: (unit, { words }) => `${words} ${hindiUnits[unit]}`,
    amount: (words) => `${words} रुपये मात्र`,
  },
  kn: {
    belowHundred: (number) =>
      kannada.small[number] ?? `${kannada.tens[Math.floor(number / 10) - 2]}${kannada.ones[number % 10]}`,
    ofUnit: (unit, { number, words }, goesOn) => {
      if (unit === 100) {
        const hundreds = kannada.hundreds[number - 1]!;
        return goesOn ? hundreds.slice(0, -1) : hundreds;
      }
      return `${words} ${kannada.units[unit][goesOn ? 1 : 0]}`;
    },
    amount: (words) => `${words} ರೂಪಾಯಿಗಳು ಮಾತ್ರ`,
  },
};

import { t } from '#shared/words.ts';

/** What a text is, and with it what counts as damage. A code may look like a date: `MAY-01`. */
export type TextKind = 'number' | 'code' | 'name' | 'address' | 'text' | 'day';
/** An error is never stored; a warning is stored once a person accepts it. */
type FaultLevel = 'error' | 'warning';
/** `wanted` says what should stand in the cell, and how to get it there. */
export type Damage = {
  code: 'spreadsheet' | 'unreadable' | 'nothing' | 'doubtful';
  level: FaultLevel;
  wanted: string;
};

/** Whole names only: `21 Janpath` and `12 Market` are addresses. */
const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
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

/** The characters that Windows-1252 has for the bytes 80 to BF, which continue a character of UTF-8. */
const continued = '[\u0080-\u00BF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]';
/** Letters with accents, which the Kannada fonts of before Unicode use within words. */
const capital = '[\u00C0-\u00DE]';
const sign = '[¢-¦¨ª-¬®-³µ¶¸-¿×÷]';
/** Without those that people write behind a letter: `N°`, `Cu²⁺`, `A×B`, `Tween®`. */
const signWithin = '[¢-¦¨«¬¯±¶¸¼-¿]';

type Rule = Damage & { in: readonly TextKind[]; found: readonly RegExp[]; least?: number };

const everywhere = ['number', 'code', 'name', 'address', 'text', 'day'] as const;
const inWords = ['name', 'address', 'text'] as const;
const retype = 'Format the column as Text, paste the numbers again from where they came, and save.';
const garbled = { code: 'unreadable', level: 'error' } as const;
const changed = { code: 'spreadsheet', level: 'error' } as const;

/** In this order: the first that is found is named. */
const rules: readonly Rule[] = [
  {
    ...changed,
    in: everywhere,
    found: [/#(?:N\/A|DIV\/0!|GETTING_DATA|[A-Z]{3,}[!?])/i, /^Err:\d{3}$|^-?\d\.#(?:IND|INF|QNAN)/i],
    wanted:
      'The value itself: this is an error of the spreadsheet program. Correct the formula, or type the value.',
  },
  {
    ...changed,
    in: everywhere,
    found: [/^#{3,}$/],
    wanted: 'The value itself: its column was too narrow to show it. Widen the column, and save again.',
  },
  {
    ...changed,
    in: everywhere,
    found: [/\[object \w+\]/i],
    wanted: 'The value itself: a program wrote the name of its kind in its place. Type the value.',
  },
  {
    ...changed,
    in: everywhere,
    found: [/^\{?=/],
    wanted: 'The result of the formula. Copy the column, paste it as values, and save.',
  },
  {
    ...changed,
    // With a sign or decimals, as programs write it: `2.61E+07`. `2E10` may be a valid number of a college.
    in: everywhere,
    found: [/^[+-]?\d+(?:(?:[.,]\d+)?E[+-]|[.,]\d+E)\d{1,3}$/i],
    wanted: `The number itself: the spreadsheet program rounded it and wrote it with an exponent. ${retype}`,
  },
  {
    ...changed,
    in: ['number'],
    found: [/^\d+[.,]0{1,2}$/],
    wanted: `The number itself: the spreadsheet program wrote it with decimals. ${retype}`,
  },
  {
    ...changed,
    in: ['number'],
    found: [/^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$/],
    wanted: `The number itself: the spreadsheet program put commas between its digits. ${retype}`,
  },
  {
    ...changed,
    in: ['number'],
    found: [date],
    wanted: `The number itself: the spreadsheet program turned it into a date. ${retype}`,
  },
  {
    ...changed,
    in: ['address'],
    found: [date],
    wanted:
      'The address: the spreadsheet program turned it into a date. Format the column as Text, and type it again.',
  },
  {
    ...changed,
    in: ['day'],
    found: [/\d[ ,T]+\d{1,2}:\d{2}/],
    wanted: 'The day alone: this cell holds a time of day, too. Format the column as a date, and save.',
  },
  {
    ...garbled,
    in: everywhere,
    found: [/\p{Cc}|\uFFFD/u, /\?{3,}/, /^(?=.*\?)[\s?]*$/s],
    wanted: t`Readable characters; these were garbled before the file was saved.`,
  },
  {
    ...garbled,
    in: ['name', 'address'],
    found: [/(?:^|[\p{L}\s])\?\p{L}/u],
    wanted: t`The letter that was lost where the question mark is. Type it again.`,
  },
  {
    ...garbled,
    in: inWords,
    found: [/&(?:[lg]t|amp|quot|apos|nbsp|#\d+|#x[\da-f]+);/i],
    wanted: t`The characters themselves: these are codes of a web page.`,
  },
  {
    ...garbled,
    in: everywhere,
    found: [
      new RegExp(`[Â-Å]${continued}|Â(?:\\s|$)|[√├┬]|‡[≤≥§]`),
      new RegExp(`[àáâãï]${continued}{2}`),
      new RegExp(`ð${continued}{3}`),
      new RegExp(`(?:[ÎÏÐÑØÙÚÛ]${continued}){2}`),
    ],
    wanted: t`Readable characters: a program read the file in another encoding. Open the original as UTF-8, and save it as 'CSV UTF-8'.`,
  },
  {
    ...garbled,
    in: inWords,
    // One such pair may be a name, such as `DeÁngelo`.
    least: 2,
    found: [
      new RegExp(
        `[a-z](?=${capital})|[A-Za-z\u00C0-\u00FF](?=${signWithin})|${sign}(?=[\u00C0-\u00FF])`,
        'g',
      ),
    ],
    wanted: t`Kannada or Latin letters in Unicode: these are of a Nudi or Baraha font. Convert the text first.`,
  },
  {
    ...garbled,
    in: ['name', 'address'],
    found: [
      /\p{L}\|\p{L}/u,
      /[a-z][Ø×Ù-Ý]/,
      /(?:^|\s);(?:k(?![aeiou])|[qw])/,
      // `o'keefe` has one letter before it.
      /[a-z]{2}'k/,
      /(?<!\p{L})(?:dqekjh?|oekZ|'kekZ|xqIrk|feJk|f=ikBh|fnYyh)(?!\p{L})/u,
    ],
    wanted: t`Devanagari or Latin letters in Unicode: these are of a Kruti Dev font. Convert the text first.`,
  },
  {
    code: 'nothing',
    level: 'warning',
    in: everywhere,
    found: [
      /^[([<]?(?:\\N|null|nan|nat|none|nil|undefined|unknown|blank|n\.?\/?a\.?|tbd)[)\]>]?$/i,
      /(?:^|[\s,])(?:null|undefined)(?:$|[\s,])/i,
      /^(?:\w+ )?not (?:found|available|applicable|known|given|entered)\.?$/i,
      /^[-–—_.*]+$/,
    ],
    wanted: 'A value, or an empty cell if there is none. This word usually stands for nothing.',
  },
  {
    code: 'doubtful',
    level: 'warning',
    in: ['name'],
    found: [
      // An apostrophe before a capital is rather the mark of a text cell than a part of the name.
      /^['‘’]\p{Lu}/u,
      /(?:^|[\s,])(?:[LF]NU|NA|NIL|[.,-]+)(?:$|[\s,])/i,
      /^\P{L}*\p{L}\P{L}*$/u,
      /[\p{Nd}?@]/u,
      // The same word twice; as far apart as a name is long.
      /(?<![\p{L}\p{M}])([\p{L}\p{M}]{2,}) (?:.{0,120} )?\1(?![\p{L}\p{M}])/iu,
    ],
    wanted: 'The full name as on the marks card. Accept it if the person is called that.',
  },
];

/** A million rows have millions of cells, so that the rules of each kind are listed once. */
const rulesByKind = Object.fromEntries(
  everywhere.map((kind) => [kind, rules.filter((rule) => rule.in.includes(kind))]),
) as Record<TextKind, Rule[]>;

/** How a program damaged this text, or why a person should look at it; null if there is no sign of either. */
export function findDamage(text: string, kind: TextKind): Damage | null {
  const written = text.trim();
  if (written === '') return null;
  const rule = rulesByKind[kind].find(({ found, least = 1 }) =>
    found.some((sign) => (least === 1 ? sign.test(written) : (written.match(sign)?.length ?? 0) >= least)),
  );
  return rule ? { code: rule.code, level: rule.level, wanted: rule.wanted } : null;
}

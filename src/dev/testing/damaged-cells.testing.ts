import fc from 'fast-check';

// Cells that nobody typed: what programs leave in the place of what somebody did.

const number = fc.integer({ min: 1_000, max: 999_999_999 });
const day = fc.record({ date: fc.integer({ min: 1, max: 28 }), year: fc.integer({ min: 2010, max: 2039 }) });
const two = (value: number) => String(value).padStart(2, '0');
/** UTF-8 that a program took for Windows-1252. */
const misread = (text: string) => new TextDecoder('windows-1252').decode(Buffer.from(text));
const wordsOf = (...words: string[]) =>
  fc.array(fc.constantFrom(...words), { minLength: 2, maxLength: 4 }).map((list) => list.join(' '));

/** The kinds of cells that each is found in, and its members. */
export const damages: Record<string, [of: string, fc.Arbitrary<string>]> = {
  'an error value': [
    'number name address text',
    fc.constantFrom('#N/A', '#REF!', '#VALUE!', '#DIV/0!', '#NAME?', '#NULL!', '#NUM!'),
  ],
  'a number with decimals': ['number', number.map((digits) => `${digits}${digits % 2 ? '.0' : '.00'}`)],
  'an exponent': [
    'number',
    fc
      .tuple(fc.integer({ min: 101, max: 999 }), fc.integer({ min: 7, max: 15 }), fc.constantFrom('E', 'e'))
      .map(([digits, power, sign]) => `${(digits / 100).toFixed(2)}${sign}+${two(power)}`),
  ],
  'grouped digits': ['number', number.map((digits) => digits.toLocaleString(digits % 2 ? 'en-IN' : 'en-US'))],
  'a column too narrow': [
    'number name address text',
    fc.integer({ min: 4, max: 14 }).map((count) => '#'.repeat(count)),
  ],
  'a date': [
    'number address',
    fc.tuple(day, fc.constantFrom('Mar', 'Feb', 'Nov'), fc.nat(2)).map(([{ date, year }, month, way]) => {
      const short = `${two(date)}-${month}`;
      return [short, `${short}-${year % 100}`, `${year}-02-${two(date)} 00:00:00`][way]!;
    }),
  ],
  'an object': ['number name address text', fc.constantFrom('[object Object]', '[object Undefined]')],
  'a formula': ['number name address text', number.map((row) => `=VLOOKUP(B${row % 900},Old!A:B,2,0)`)],
  'lost letters': [
    'name address text',
    fc.integer({ min: 3, max: 9 }).map((count) => `${count % 2 ? 'Ra' : ''}${'?'.repeat(count)}`),
  ],
  'UTF-8 read as Windows-1252': [
    'name address text',
    wordsOf('Raúl', 'ಹಾಸನ', 'ಮೈಸೂರು', 'हासन', 'Müller', 'D’Souza', 'தமிழ்', 'रामनगर').map(misread),
  ],
  'bytes of a Kannada font': [
    'name address text',
    wordsOf('PÀ£ÁðlPÀ', 'ªÉÄÊ¸ÀÆgÀÄ', 'gÁªï', 'D±Á', '¨ÉAUÀ¼ÀÆgÀÄ', 'ºÁ¸À£À'),
  ],
  'bytes of a Hindi font': [
    'address',
    wordsOf("jkts'k", 'ubZ fnYyh', 'fo|ky;', 'fpØe', 'xzke', ';qfuoflZVh').filter((text) =>
      /[|;Ø]/.test(text),
    ),
  ],
};

/** What people do type, however odd it looks. */
export const soundCells = {
  number: ['2E10', '24/10/12', 'A-1/2026', '00700', 'SU.24.B'],
  name: ['José D’Souza', 'Nan Singh', 'Åsa Ó Néill', 'Zoë Müller', 'K. R. Rao', 'Mary-Ann'],
  address: [
    '2/3, Station Road',
    '#12, 2nd Main',
    'Opp. 26 January Park',
    'Where? Ask at No. 4',
    'Kölner Straße 3',
  ],
};

/** Somebody may be called that: a person decides. */
export const doubtfulNames = ['LNU', 'Ramesh LNU', 'FNU Khan', 'Ramesh .', 'U', 'NULL', 'nan'];

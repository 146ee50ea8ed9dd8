import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type CatalogEntry, readCatalog } from '#platform/server/words/in-language.ts';

// docs/glossary.md is the authority; here is how each of its terms is found in a message and known in its translation,
// by the stem, because both languages inflect.

type Sense = {
  /** As the table has it. */
  term: string;
  /** The English of the messages that have it in this sense. */
  english: RegExp;
  /** Messages that match and mean something else, each kind with its reason. */
  except?: { english: RegExp; reason: string }[];
  kn: string;
  hi: string;
  /** Other words for the same thing, which stand nowhere in these messages. */
  rivals?: { kn?: RegExp; hi?: RegExp };
};

const inNoun = 'Hindi and Kannada have the noun of the same root there';

const senses: Sense[] = [
  { term: 'Edit', english: /\bedit\b/i, kn: 'ತಿದ್ದ', hi: 'संपादित', rivals: { hi: /बदलें/, kn: /ಸಂಪಾದಿಸ/ } },
  { term: 'Cancel (close a dialog)', english: /^cancel(;|$)/i, kn: 'ಹಿಂದಿರುಗಿ', hi: 'वापस जाएँ' },
  { term: 'Cancel (a slip)', english: /^cancel(led)? [^;]+/i, kn: 'ರದ್ದುಮಾಡ', hi: 'रद्द कर' },
  { term: 'Case worker', english: /\bcase workers?\b/i, kn: 'ವಿಷಯ ನಿರ್ವಾಹಕ', hi: 'प्रकरण सहायक' },
  {
    term: 'Verified',
    english: /\bverified\b/i,
    except: [
      { english: /^verified (again |before )?(at|by|on)$/i, reason: inNoun },
      { english: /application is verified\.$/, reason: inNoun },
    ],
    kn: 'ದೃಢೀಕ',
    hi: 'सत्यापित',
  },
  {
    term: 'Check',
    english: /^check( certificates?| in progress)?$|\bthe check\b/i,
    kn: 'ಪರಿಶೀಲ',
    hi: 'जाँच',
    rivals: { hi: /जांच|चेक/ },
  },
  { term: 'Custody', english: /\bcustody\b/i, kn: 'ವಶ', hi: 'अभिरक्षा', rivals: { hi: /कस्टडी|हिरासत/ } },
  {
    term: 'Store',
    english: /\bstore\b/i,
    except: [{ english: /\bfile store\b/i, reason: 'where files are, and not sheets' }],
    kn: 'ದಾಸ್ತಾನ',
    hi: 'भंडार',
    rivals: { kn: /ಉಗ್ರಾಣ|ಸ್ಟೋರ್/, hi: /स्टोर/ },
  },
  { term: 'Deposit', english: /\bdeposit(s|ed)?\b/i, kn: 'ಜಮಾ', hi: 'जमा', rivals: { kn: /ಠೇವಣಿ/ } },
  { term: 'deposit slip', english: /\bdeposit slips?\b/i, kn: 'ಜಮಾ ಚಲನ್', hi: 'जमा पर्च' },
  { term: 'Print run', english: /\bprint runs?\b/i, kn: 'ಮುದ್ರಣ ಬ್ಯಾಚ್', hi: 'मुद्रण बैच' },
  { term: 'Genuine', english: /\bgenuine\b/i, kn: 'ನೈಜ', hi: 'प्रामाणिक', rivals: { hi: /असली|वास्तविक/ } },
  {
    term: 'Enter (a value)',
    english: /\benter\b [a-z]/i,
    except: [{ english: /\bEnter(<\/\d>)? (uses|takes|settles|opens)\b/, reason: 'the key of that name' }],
    kn: 'ನಮೂದಿಸ',
    hi: 'दर्ज कर',
    rivals: { hi: /टाइप करें/ },
  },
  {
    term: 'Date',
    english: /\bdates?\b/i,
    except: [{ english: /\b(up to|out of) date\b/i, reason: 'current, and no day' }],
    kn: 'ದಿನಾಂಕ',
    hi: 'दिनांक',
    rivals: { hi: /तारीख|तिथि/, kn: /ತಾರೀಖು|ತೇದಿ/ },
  },
  {
    term: 'e-mail',
    english: /\b(e-?)?mails?\b/i,
    except: [{ english: /-- EMAIL NAME$/, reason: 'a word of the command line' }],
    kn: 'ಇಮೇಲ್',
    hi: 'ई-मेल',
    rivals: { hi: /ईमेल|(?<!ई-)मेल (से|भेज|सर्वर|पता)/, kn: /ಮಿಂಚಂಚೆ|ಇ-ಮೇಲ್/ },
  },
  {
    term: 'record',
    english: /\b(this|the|a|award|stock|another|of) records?\b|^records?$/i,
    except: [{ english: /\bon record\b|^record /i, reason: 'the verb, or what is known' }],
    kn: 'ದಾಖಲೆ',
    hi: 'अभिलेख',
    rivals: { hi: /रिकॉर्ड|रिकार्ड/, kn: /ರೆಕಾರ್ಡ್/ },
  },
  {
    term: 'number',
    english: /\bnumbers?\b/i,
    except: [
      { english: /serial/i, reason: 'a serial is क्रमांक and ಕ್ರಮಸಂಖ್ಯೆ' },
      { english: /\ba number of\b/i, reason: 'several' },
    ],
    kn: 'ಸಂಖ್ಯ',
    hi: 'संख्या',
    rivals: { hi: /नंबर|नम्बर/, kn: /ನಂಬರ್/ },
  },
  {
    term: 'Acknowledgement number',
    english: /\backnowledgement numbers?\b/i,
    kn: 'ಸ್ವೀಕೃತಿ ಸಂಖ್ಯೆ',
    hi: 'पावती संख्या',
  },
  { term: 'Degree', english: /^degree$/i, kn: 'ಪದವಿ', hi: 'उपाधि' },
  { term: 'Migration', english: /^migration$/i, kn: 'ವಲಸೆ', hi: 'प्रवासन' },
  { term: 'Provisional', english: /^provisional$/i, kn: 'ತಾತ್ಕಾಲಿಕ', hi: 'अनंतिम' },
  { term: 'Rank', english: /^rank$/i, kn: 'ರ‍್ಯಾಂಕ್', hi: 'रैंक' },
  { term: 'Exception', english: /\bexceptions?\b/i, kn: 'ವಿಚಲನ', hi: 'अपवाद', rivals: { kn: /ಅಪವಾದ/ } },
  { term: 'Explanation', english: /\bexplanations?\b/i, kn: 'ವಿವರಣ', hi: 'स्पष्टीकरण' },
  { term: 'Finding', english: /\bfindings?\b/i, kn: 'ತಪಾಸಣಾ ಅಂಶ', hi: 'निष्कर्ष' },
  { term: 'Para', english: /\bparas?\b/i, kn: 'ಕಂಡಿಕೆ', hi: 'कंडिका' },
  { term: 'Inspection', english: /\binspections?\b/i, kn: 'ತಪಾಸಣ', hi: 'निरीक्षण' },
  { term: 'Checkpoint', english: /\bcheckpoints?\b/i, kn: 'ಚೆಕ್‌ಪಾಯಿಂಟ್', hi: 'चेकपॉइंट' },
  { term: 'Regular', english: /^regular$/i, kn: 'ನಿಯಮಿತ', hi: 'नियमित' },
  { term: 'Part-time', english: /^part-time$/i, kn: 'ಅರೆಕಾಲಿಕ', hi: 'अंशकालिक' },
  { term: 'Distance', english: /^distance$/i, kn: 'ದೂರ ಶಿಕ್ಷಣ', hi: 'दूरस्थ' },
  { term: 'status', english: /\bstatus\b/i, kn: 'ಸ್ಥಿತಿ', hi: 'स्थिति', rivals: { hi: /स्टेटस/, kn: /ಸ್ಟೇಟಸ್/ } },
];

const [, , ...rows] = readFileSync('docs/glossary.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

test('every term of the glossary is looked for, as the glossary translates it', () => {
  const terms = rows.flatMap(([, english]) => english!.split(/ \/ |, /));
  expect(terms.map(bare).sort()).toEqual([...new Set(senses.map(({ term }) => bare(term)))].sort());
  for (const { term, kn, hi } of senses) {
    const [, , kannada, hindi] = rows.find(([, english]) => english!.includes(term))!;
    // A stem ends before the letters that inflect.
    expect(kannada, term).toContain(kn.slice(0, -1));
    expect(hindi, term).toContain(hi);
  }
});

function bare(term: string): string {
  return term.replace(' (not Replace)', '');
}

const catalogs = { kn: readCatalog('kn'), hi: readCatalog('hi') };

test.each(senses)('one term, one translation: $term', ({ english, except = [], rivals, ...stems }) => {
  for (const language of ['kn', 'hi'] as const) {
    const meant = catalogs[language].filter(
      (entry) => english.test(withoutNames(entry)) && !except.some((one) => one.english.test(entry.english)),
    );
    expect(meant.length).toBeGreaterThan(0);
    const wrong = meant.filter(
      ({ translation }) => !translation.includes(stems[language]) || rivals?.[language]?.test(translation),
    );
    expect(wrong, `${language}: ${stems[language]}`).toEqual([]);
  }
});

test.each([
  ['kn', /\p{Script=Kannada}/u],
  ['hi', /\p{Script=Devanagari}/u],
] as const)('no message of three words or more stayed English in %s', (language, script) => {
  const words = (entry: CatalogEntry) => withoutNames(entry).match(/(?<!\S)\p{L}{2,}/gu) ?? [];
  const english = catalogs[language].filter(
    (entry) => words(entry).length >= 3 && !script.test(entry.translation),
  );
  expect(english).toEqual([]);
});

test('labels that differ in capitals alone are translated alike', () => {
  for (const catalog of Object.values(catalogs)) {
    const labels = catalog.filter(({ english }) => english.split(' ').length <= 4);
    const said = Map.groupBy(labels, ({ english }) => english.toLowerCase());
    const unlike = [...said.values()].filter(
      (same) => new Set(same.map(({ translation }) => translation.toLowerCase())).size > 1,
    );
    expect(unlike).toEqual([]);
  }
});

test('no translation quotes a value with straight quotes, between which ICU takes it as it is written', () => {
  const quoted = Object.values(catalogs).flatMap((catalog) =>
    catalog.filter(({ translation }) => /'\{\w+\}'/.test(translation)),
  );
  expect(quoted).toEqual([]);
});

/** What stands for `{number}` is not called a number. */
function withoutNames({ english }: CatalogEntry): string {
  return english.replaceAll(/\{\w+\}/g, '…');
}

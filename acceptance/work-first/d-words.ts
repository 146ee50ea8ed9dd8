import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Person } from '../harness/people.ts';
import { root } from '../harness/portal.ts';

// The three languages, as a stranger knows them: by their script, by the catalogs of the screens, by the account's choice.

export const languages = ['en', 'kn', 'hi'] as const;
export type Language = (typeof languages)[number];
export type Indian = Exclude<Language, 'en'>;
export const indian: Indian[] = ['kn', 'hi'];

export const scripts: Record<Indian, RegExp> = { kn: /[\u0c80-\u0cff]/, hi: /[\u0900-\u097f]/ };
export const ownName: Record<Language, RegExp> = { en: /English/, kn: /ಕನ್ನಡ/, hi: /हिन्दी|हिंदी/ };

/** The language of a person, as the account keeps it; other preferences stay what they are. */
export async function speak(person: Person, language: Language): Promise<void> {
  const kept = (await person.get('/api/session')).body.session.preferences;
  await person.act('PUT', '/api/account/preferences', { ...kept, language });
}

/** No letter of the language where there are words, or four Latin words in a row: names, codes and units are fewer. */
export function isEnglish(text: string, language: Indian): boolean {
  if (!/[A-Za-z]{3}/.test(text)) return false;
  const isForeign = !scripts[language].test(text) && /[a-z]{3,} [a-z]{2,}/i.test(text);
  return isForeign || /(?:\b[a-z]{2,}\b[ ,]+){3}[a-z]{2,}/.test(text);
}

export type Entry = { context: string; english: string; translation: string };

/** A catalog: msgctxt, msgid and msgstr of each entry, as gettext writes them. */
export function readCatalog(language: Language): Entry[] {
  const text = readFileSync(path.join(root, `src/platform/web/languages/${language}.po`), 'utf8');
  return text.split(/\n\s*\n/).flatMap((block) => {
    const part = (name: string) => {
      const found = new RegExp(`^${name} ((?:".*"\\s*\\n?)+)`, 'm').exec(`${block}\n`);
      return (
        found && [...found[1]!.matchAll(/"(?:\\.|[^"\\])*"/g)].map(([line]) => JSON.parse(line)).join('')
      );
    };
    const english = part('msgid');
    if (!english || /^#~/m.test(block)) return [];
    return [{ context: part('msgctxt') ?? '', english, translation: part('msgstr') ?? '' }];
  });
}

/** What the catalog says for an English text; the text itself where it has none. */
export function translationOf(language: Language, english: string): string | undefined {
  if (language === 'en') return english;
  return readCatalog(language).find((entry) => entry.english === english)?.translation;
}

/** UX.md's glossary. Each sense: how English says it, how the other two do, and what they must not say instead. */
export type Term = {
  term: string;
  /** The English text of which this is the sense. */
  english: RegExp;
  /** Texts that match and mean something else. */
  except?: RegExp;
  kn: RegExp;
  hi: RegExp;
  /** Rivals: other words for the same thing, of the dictionary and not of the office. */
  not: Partial<Record<Indian, RegExp>>;
};

// Word stems, because both languages inflect: ತಿದ್ದು, ತಿದ್ದಿ, ತಿದ್ದಲು …; दर्ज करें, दर्ज कीजिए …
export const glossary: Term[] = [
  { term: 'Edit', english: /^edit\b/i, kn: /ತಿದ್ದ/, hi: /संपादित कर/, not: { hi: /बदलें/, kn: /ಬದಲಾಯಿಸಿ|ಸಂಪಾದಿಸಿ/ } },
  { term: 'Edit (not Replace)', english: /^replace$/i, kn: /^(?!.*ತಿದ್ದ)/, hi: /^(?!.*संपादित)/, not: {} },
  { term: 'Cancel (close a dialog)', english: /^cancel$/i, kn: /^ಹಿಂದಿರುಗಿ$/, hi: /^वापस जाएँ$/, not: {} },
  { term: 'Cancel (a slip)', english: /^cancel .*slip/i, kn: /ರದ್ದುಮಾಡ/, hi: /रद्द कर/, not: {} },
  {
    term: 'Case worker',
    english: /\bcase workers?\b/i,
    kn: /ವಿಷಯ ನಿರ್ವಾಹಕ/,
    hi: /प्रकरण सहायक/,
    not: { hi: /केस वर्कर/, kn: /ಕೇಸ್ ವರ್ಕರ್/ },
  },
  { term: 'Verified', english: /^verified$/i, kn: /^ದೃಢೀಕೃತ$/, hi: /^सत्यापित$/, not: {} },
  {
    term: 'Check',
    english: /^check( certificates?| in progress)?$|\bthe check\b/i,
    kn: /ಪರಿಶೀಲ/,
    hi: /जाँच/,
    not: { hi: /जांच|चेक/ },
  },
  { term: 'Custody', english: /\bcustody\b/i, kn: /ವಶ/, hi: /अभिरक्षा/, not: { hi: /कस्टडी|हिरासत/ } },
  {
    term: 'Store',
    english: /\b(in|to|of|from) (the )?store\b/i,
    kn: /ದಾಸ್ತಾನ/,
    hi: /भंडार/,
    not: { hi: /स्टोर/, kn: /ಸ್ಟೋರ್|ಉಗ್ರಾಣ/ },
  },
  { term: 'Deposit', english: /\bto deposit\b|^deposited\b/i, kn: /ಜಮಾ/, hi: /जमा/, not: { kn: /ಠೇವಣಿ/ } },
  {
    term: 'Deposit slip',
    english: /\bdeposit slips?\b/i,
    kn: /ಜಮಾ ಚಲನ್/,
    hi: /जमा पर्ची|जमा पर्चि/,
    not: { kn: /ಜಮಾ ಚೀಟಿ/ },
  },
  {
    term: 'Print run',
    english: /\bprint runs?\b/i,
    kn: /ಮುದ್ರಣ ಬ್ಯಾಚ್/,
    hi: /मुद्रण बैच/,
    not: { hi: /प्रिंट रन/, kn: /ಪ್ರಿಂಟ್ ರನ್/ },
  },
  {
    term: 'Genuine',
    english: /\bgenuine\b/i,
    kn: /ನೈಜ/,
    hi: /प्रामाणिक/,
    not: { hi: /असली|वास्तविक/, kn: /ಅಸಲಿ/ },
  },
  {
    term: 'Enter (a value)',
    english: /^enter .*[a-z]/i,
    except: /^enter (opens|moves|commits|confirms|key)\b/i,
    kn: /ನಮೂದಿಸ/,
    hi: /दर्ज कर/,
    not: { hi: /लिखें|भरें|डालें/, kn: /ಬರೆಯಿರಿ|ಭರ್ತಿ/ },
  },
  {
    term: 'Date',
    english: /\bdates?\b/i,
    except: /up to date|out of date|update/i,
    kn: /ದಿನಾಂಕ/,
    hi: /दिनांक/,
    not: { hi: /तारीख|तिथि/, kn: /ತಾರೀಖು|ತೇದಿ/ },
  },
  {
    term: 'E-mail',
    english: /\b(e-?)?mails?\b/i,
    kn: /ಇಮೇಲ್/,
    hi: /ई-मेल/,
    not: { hi: /(?<!ई-)मेल(?![\u0900-\u097f])|ईमेल/, kn: /ಮಿಂಚಂಚೆ|ಇ-ಮೇಲ್/ },
  },
  {
    term: 'Record',
    english: /\b(this|the|a|award|stock|another|of) records?\b|^records?$/i,
    except: /on record\b|^record /i,
    kn: /ದಾಖಲೆ/,
    hi: /अभिलेख/,
    not: { hi: /रिकॉर्ड|रिकार्ड/, kn: /ರೆಕಾರ್ಡ್/ },
  },
  {
    term: 'Number',
    english: /\bnumbers?\b/i,
    except: /serial|a number of|registration numbers? and/i,
    kn: /ಸಂಖ್ಯೆ|ಕ್ರಮಸಂಖ್ಯೆ|ಸಂಖ್ಯಾ/,
    hi: /संख्या/,
    not: { hi: /नंबर|नम्बर/, kn: /ನಂಬರ್/ },
  },
  { term: 'Status', english: /\bstatus\b/i, kn: /ಸ್ಥಿತಿ/, hi: /स्थिति/, not: { hi: /स्टेटस/, kn: /ಸ್ಟೇಟಸ್/ } },
];

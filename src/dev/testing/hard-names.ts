import { changeWithFourEyes } from './change-master.ts';
import type { Portal } from './portal.ts';

/** What becomes of a typed name: it is stored as this, or refused with a sentence that names this letter. */
export type NameFate = { field: 'latin' | 'native'; typed: string; isDoubtful?: true } & (
  | { stored: string }
  | { letter: string; says: RegExp }
);

const plain = (field: NameFate['field'], ...names: string[]): NameFate[] =>
  names.map((typed) => ({ field, typed, stored: typed }));
const doubtful = (...names: string[]): NameFate[] =>
  names.map((typed) => ({ field: 'latin', typed, stored: typed, isDoubtful: true }));
const refused = (field: NameFate['field'], letter: string, says: RegExp, typed: string): NameFate => ({
  field,
  typed,
  letter,
  says,
});

const longName =
  'Kurukulasuriya Patabendige Wickramasinghe Mudiyanselage Ranasinghe Bandaranayake Herath Thilakarathne Dissanayake';

/** Names of 113 and 126 letters. */
export const longNames = [
  longName,
  'Warnakulasuriya Mahapatabendige Rajapaksha Mudiyanselage Chandrasekara Bandara Ekanayake Thilakarathna Weerasinghe Jayasundara',
];

const signs = [
  ...["'", '’', '‘', '`', '´', 'ʼ', '′', '＇'].map(
    (sign): NameFate => ({
      field: 'latin',
      typed: `Maria D${sign}Souza`,
      stored: "Maria D'Souza",
    }),
  ),
  ...['-', '\u2010', '\u2011', '–', '\u2212'].map(
    (sign): NameFate => ({
      field: 'latin',
      typed: `Anne${sign}Marie Pinto`,
      stored: 'Anne-Marie Pinto',
    }),
  ),
  ...['\u00A0', '\u202F', '\u2003', '\u3000'].map(
    (space): NameFate => ({
      field: 'latin',
      typed: `Asha${space}Rao`,
      stored: 'Asha Rao',
    }),
  ),
  { field: 'native', typed: 'ಮರಿಯಾ ಡಿ‘ಸೋಜಾ', stored: "ಮರಿಯಾ ಡಿ'ಸೋಜಾ" } as const,
];

/** What has to become of names where the certificate has Latin, Kannada and Devanagari. */
export const nameFates: NameFate[] = [
  ...signs,
  ...plain('latin', "O'Brien, Sean", 'K.S.R.Murthy', 'K. S. R. Murthy', 'Murthy K S R', 'Lakshmi W/o Ramesh'),
  ...plain('latin', 'Ramesh (Raju)', 'Joseph III', 'N.V.S.S.R.K.V.Prasad Rao', 'Smt. Lakshmi & Sons'),
  ...plain('latin', 'Ramesh', 'Om', 'José Núñez', 'Śrīnivāsa Āchārya', longName),
  ...plain('latin', 'Sathyanarayanamurthyvenkataramanasubrahmanyam', 'Venkatanarasimharajuvaripeta Lakshmi'),
  ...plain('native', 'ಆಶಾ ರಾವ್', 'आशा राव', 'ತಮಿಳು ಸೆಲ್ವಿ', 'ಡಿ. ಎಸ್. ರಾವ್'),
  // One person, however the vowels came: composed first.
  { field: 'latin', typed: 'Jose\u0301 Pinto', stored: 'José Pinto' },
  { field: 'native', typed: 'ಕ\u0CC6\u0CC2ಡಗು', stored: 'ಕ\u0CCAಡಗು' },
  ...doubtful('U', 'Ô', 'Ramesh .', '. Ramesh', 'Ramesh -', 'Ramesh LNU', 'FNU Ramesh', 'Ramesh NA', 'NIL'),
  ...doubtful('Ramesh Ramesh', 'Ravi Kumar 2', 'Mohd. Salim @ Raju', 'Anitha S/o? Ramesh'),
  refused('native', 'த', /^The letter த is Tamil; .*Latin, Kannada and Devanagari\.$/, 'தமிழ்ச்செல்வி முருகன்'),
  refused('native', 'ழ', /^The letter ழ is Tamil; .*Latin, Kannada and Devanagari\.$/, 'ಆಶಾ ழ'),
  refused('native', 'వ', /^The letter వ is Telugu; /, 'వెంకట రమణ'),
  refused('native', 'ല', /^The letter ല is Malayalam; /, 'ലക്ഷ്മി നായർ'),
  refused('native', 'م', /^The letter م is Arabic|^The letter م is Urdu/, 'محمد عمران خان'),
  refused('native', 'ਗ', /^The letter ਗ is Gurmukhi; /, 'ਗੁਰਪ੍ਰੀਤ ਕੌਰ'),
  refused('native', 'স', /^The letter স is (?:Bengali|Bangla); /, 'সুস্মিতা সেন'),
  refused('native', 'བ', /^The letter བ is Tibetan; /, 'བསྟན་འཛིན་'),
  refused('native', '🎓', /^The sign 🎓 cannot be printed/, 'ಆಶಾ ರಾವ್ 🎓'),
  refused('latin', '🎓', /🎓/, 'Asha Rao 🎓'),
  refused('latin', 'А', /Latin letters only|Cyrillic/, 'Аsha Rаo'),
  refused('latin', '𝐀', /𝐀/, '𝐀𝐬𝐡𝐚 𝐑𝐚𝐨'),
  refused('latin', 'ಆ', /Latin/, 'ಆಶಾ ರಾವ್'),
  refused('latin', 'த', /Latin/, 'Asha த Rao'),
  // Without a letter; it names none.
  refused('latin', '', /./, '- -'),
  refused('native', '', /./, '- -'),
  refused('latin', '', /./, `${'Ramesh '.repeat(17)}Kumar`),
];

/** What bytes of Nudi and Kruti Dev fonts look like as text, and a word of the way out. */
export const legacyTexts = [
  { typed: 'D±Á gÁªï', says: /Nudi/ },
  { typed: 'PÀ£ÁðlPÀ', says: /Nudi/ },
  { typed: "vk'kk ;qfuoflZVh jkts'k", says: /Kruti Dev/ },
];

export type ScriptName = 'kannada' | 'devanagari' | 'tamil' | 'telugu';

/** Chooses the scripts of the university's certificates, as two of its admins do. */
export async function chooseScripts(portal: Portal, ...scripts: ScriptName[]): Promise<void> {
  const { name } = await portal.services.db.selectFrom('university').select('name').executeTakeFirstOrThrow();
  await changeWithFourEyes(portal, 'university', { named: name, changes: { scripts } });
}

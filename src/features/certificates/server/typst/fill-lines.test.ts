import { expect, test } from 'vitest';
import { Line } from '../../template.ts';
import { fillLines } from './fill-lines.ts';
import { sampleWords } from './sample-words.ts';

type Given = Partial<typeof sampleWords>;

/** What the lines say, piece by piece: `kn:ಅನನ್ಯಾ`. */
function said(
  texts: (string | { text: string; language: 'kn' | 'mr' })[],
  given: Given = {},
  languages = ['kn'],
) {
  const lines = texts.map((line) =>
    Line.parse({ ...(typeof line === 'string' ? { text: line } : line), size: 10, floor: 8, advance: 12 }),
  );
  return fillLines(lines, { words: { ...sampleWords, ...given }, languages }).map(({ rows }) =>
    rows.map((row) => row.map(({ lang, text }) => `${lang}:${text}`).join('|')).join(' / '),
  );
}

test('a line of which a field is empty is left out, a part in brackets by itself, with the point before it', () => {
  expect(said(['{rank}', '{college}'], { rank: '', college: 'Kaveri' })).toEqual(['en:Kaveri']);
  expect(said(['{degreeTitle}[ in {subject}]'], { subject: '' })).toEqual(['en:Bachelor of Engineering']);
  const both = '[{division}][ • {rank}]';
  expect(said([both], { division: 'First Class', rank: '' })).toEqual(['en:First Class']);
  expect(said([both], { division: '', rank: 'First rank' })).toEqual(['en:First rank']);
  expect(said([both], { division: '', rank: '' })).toEqual([]);
});

test('a line in another language stands where the university has a name in it', () => {
  const lines = [
    { text: 'ಪದವಿ', language: 'kn' },
    { text: 'पदवी', language: 'mr' },
  ] as const;
  expect(said([...lines], {}, ['kn'])).toEqual(['kn:ಪದವಿ']);
  expect(said([...lines], {}, ['mr'])).toEqual(['mr:पदवी']);
});

test('texts in several languages stand in their order, or one of them by its tag', () => {
  const titles = { hi: 'उपाधि', kn: 'ಪದವಿ' };
  expect(said(['{titles}'], { titles })).toEqual(['kn:ಪದವಿ|en: • |hi:उपाधि']);
  expect(said(['{titles:hi}'], { titles })).toEqual(['hi:उपाधि']);
  expect(said(['{titles:mr}'], { titles })).toEqual([]);
  expect(said(['{universityNames}'], { universityNames: { 0: 'ವಿಶ್ವ' } })).toEqual(['kn:ವಿಶ್ವ']);
});

test('Devanagari of a university that writes Marathi is Marathi', () => {
  expect(said(['{candidateNameNative}'], { candidateNameNative: 'शकुंतला शिर्के' }, ['mr'])).toEqual([
    'mr:शकुंतला शिर्के',
  ]);
});

test('what somebody typed names no field', () => {
  expect(said(['{college}'], { college: 'The {rank} college' })).toEqual(['en:The {rank} college']);
});

test('a text that is too long for one row is broken at the space nearest to its middle', () => {
  const style = { text: '{candidateName}', size: 10, floor: 8, advance: 12, breaksAfter: 20 };
  const rowsOf = (candidateName: string) =>
    fillLines([Line.parse(style)], { words: { ...sampleWords, candidateName }, languages: ['kn'] }).map(
      ({ rows }) => rows.map((row) => row.map(({ text }) => text).join('')),
    );
  expect(rowsOf('Lakshmi Narayana Rao')).toEqual([['Lakshmi Narayana Rao']]);
  expect(rowsOf('Sri Lakshmi Narayana Rao')).toEqual([['Sri Lakshmi', 'Narayana Rao']]);
  expect(rowsOf('Venkataramanasubrahmanyam')).toEqual([['Venkataramanasubrahmanyam']]);
  expect(rowsOf('ಲಕ್ಷ್ಮೀ ನಾರಾಯಣ ವೆಂಕಟೇಶ್ವರ')).toEqual([['ಲಕ್ಷ್ಮೀ ನಾರಾಯಣ', 'ವೆಂಕಟೇಶ್ವರ']]);
});

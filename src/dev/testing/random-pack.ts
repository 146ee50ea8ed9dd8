import { courseLevels } from '#features/masters/declared/courses.ts';
import type { Pack } from '#features/packs/pack.ts';
import type { PackFiles } from '#features/packs/server/pack-files.ts';
import { usualScripts } from '#shared/printed-scripts.ts';
import { type WrittenLanguage, writtenLanguages } from '#shared/scripts.ts';
import { pick, type Random } from './random.ts';

const kannada = ['ಕ', 'ನಾ', 'ರಿ', 'ವಿ', 'ದ್ಯಾ', 'ಲ', 'ಮ', 'ತು', 'ಶ್ರೀ', 'ಕೃ', 'ಷ್ಣ', 'ಬೆಂ', 'ಗಳೂ', 'ರು'];
const devanagari = ['क', 'ना', 'रि', 'वि', 'द्या', 'ल', 'म', 'तु', 'श्री', 'कृ', 'ष्ण', 'पु', 'णे', 'रत्न'];
const tamil = ['க', 'னா', 'ரி', 'வி', 'த்யா', 'ல', 'ம', 'து', 'ஸ்ரீ', 'கௌ', 'ஷ்', 'பெ', 'கோ', 'ரு'];
const telugu = ['క', 'నా', 'రి', 'వి', 'ద్యా', 'ల', 'మ', 'తు', 'శ్రీ', 'కృ', 'ష్ణ', 'బె', 'గో', 'రు'];
const ofScripts = { kannada, devanagari, tamil, telugu };
const latin = ['ka', 'na', 'ri', 'vi', 'dya', 'la', 'ma', 'tu', 'shri', 'kri', 'sh', 'ben', 'ga', 'lu', 'ru'];

/** Some of them, in their order. */
function some<Item>(random: Random, items: readonly Item[], least: number): Item[] {
  const chosen = items.filter(() => random(2) === 0);
  return chosen.length >= least ? chosen : items.slice(0, least);
}

function times<Made>(count: number, make: (index: number) => Made): Made[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** A word in Latin letters, or in the script of a language. */
export function randomWord(random: Random, language: WrittenLanguage | 'en' = 'en'): string {
  const syllables = language === 'en' ? latin : ofScripts[writtenLanguages[language].script];
  const word = times(2 + random(3), () => pick(random, syllables)).join('');
  return language === 'en' ? word[0]!.toUpperCase() + word.slice(1) : word;
}

/**
 * A pack of a university that nobody has thought of: its languages, courses, types, papers, colleges, offices, convocations, number series and
 * fees are random, and every name is written in the script of its language.
 */
export function randomPack(random: Random): PackFiles & { pack: Pack } {
  const languages = some(random, Object.keys(writtenLanguages) as WrittenLanguage[], random(2)).slice(0, 3);
  const words = (count: number, language?: WrittenLanguage) =>
    times(count, () => randomWord(random, language)).join(' ');
  const inScripts = (count: number) => Object.fromEntries(languages.map((tag) => [tag, words(count, tag)]));
  const code = (index: number) => `${randomWord(random).toUpperCase()}${index}`.slice(-12);
  const levels = Object.keys(courseLevels);

  const courses = times(1 + random(6), (index) => ({
    name: code(index),
    level: pick(random, levels),
    faculty: words(1),
    degreeTitle: `${pick(random, ['Bachelor', 'Master', 'Doctor'])} of ${words(1)}`,
    degreeTitles: inScripts(2),
    subject: words(2),
    subjects: inScripts(1),
    namesGuide: pick(random, ['yes', 'no']),
    ...(random(3) === 0 && { activeFrom: '2001-06-01' }),
  }));
  const numberSeries = times(1 + random(3), (index) => ({
    name: `Series ${index}`,
    // A letter of its own keeps the numbers of each apart.
    pattern: [
      `${'XYZ'[index]}${words(1).toUpperCase()}`,
      pick(random, ['{type}', '{type}/']) + pick(random, ['{year}', '{yy1}-{yy2}', '{yy1}{yy2}']),
      `{n:${1 + random(6)}}`,
    ].join(pick(random, ['/', '-'])),
    scope: some(random, ['year', 'type'], 0),
    nextNumber: 1 + random(900),
  }));
  const certificateTypes = times(1 + random(4), (index) => ({
    name: `${words(1)} ${index}`,
    numberSeries: pick(random, numberSeries).name,
    numberLetters: `T${'ABCD'[index]}`,
    title: `${words(1)} Certificate`,
    titles: inScripts(2),
  }));
  const papers = times(1 + random(4), (index) => ({
    code: code(index),
    name: `${words(1)} paper`,
    colour: `${pick(random, ['Maroon', 'Navy', 'Green', 'Brown', 'Silver'])}${index || ''}`,
    warnBelow: random(200),
  }));
  const colleges = times(1 + random(5), (index) => ({
    code: `${randomWord(random).toUpperCase().slice(0, 6)}${String(index).padStart(2, '0')}`,
    name: `${words(2)} College`,
    contactNumber: `0821 24156${String(random(90) + 10)}`,
    address: `${random(99) + 1}, ${words(1)} Road`,
    convocationFee: 1 + random(5_000),
  }));
  // One holder follows on the other.
  const offices = ['Registrar', 'Vice-Chancellor'].flatMap((office, side) => {
    const signs = side === 0 ? 'left' : 'right';
    const officeTitles = inScripts(1);
    const change = 2010 + random(14);
    return [
      {
        office,
        officeTitles,
        holder: `Dr. ${words(2)}`,
        heldFrom: '2001-01-01',
        heldUntil: `${change}-09-15`,
        signs,
      },
      { office, officeTitles, holder: `Dr. ${words(2)}`, heldFrom: `${change}-09-16`, signs },
    ];
  });
  const first = 20 + random(100);
  const convocations = times(1 + random(4), (index) => ({
    number: String(first - index),
    name: `${words(1)} Convocation`,
    heldOn: `${2026 - index}-0${1 + random(9)}-1${random(10)}`,
    academicYears: `${2024 - index}-${25 - index}`,
    ordinance: `Under section ${random(99) + 1} of the University Act`,
  }));
  const feeSchedule = [
    { charge: 'reprint', amount: random(1_000) },
    ...some(random, colleges, 0).map((college) => ({
      charge: 'application',
      college: college.code,
      certificateType: pick(random, certificateTypes).name,
      amount: random(2_000),
    })),
    ...some(random, courses, 0).map(({ name }) => ({ charge: 'late', course: name, amount: random(900) })),
  ];
  const university = {
    name: `${words(2)} University`,
    names: inScripts(2),
    scripts: [...usualScripts, ...languages.map((tag) => writtenLanguages[tag].script)],
    place: words(1),
    accentColour: `#${times(6, () => random(16).toString(16)).join('')}`,
    crestFileId: 'assets/crest.svg',
  };
  const pack = {
    ...{ format: 1, name: 'random', university: [university], courses, certificateTypes, papers, colleges },
    ...{ offices, convocations, feeSchedule, numberSeries },
  } as unknown as Pack;
  const crest = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="700" height="700">
    <circle cx="50" cy="50" r="${20 + random(29)}" fill="${university.accentColour}"/></svg>`;
  return { pack, json: JSON.stringify(pack), assets: new Map([['assets/crest.svg', Buffer.from(crest)]]) };
}

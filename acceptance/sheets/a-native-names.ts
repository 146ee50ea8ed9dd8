import { between, pick, random } from '../harness/random.ts';

// Names in Kannada and Devanagari: forty that are hard to shape, random ones of every kind of syllable, and some that no font
// of the portal can draw.

export type Native = { script: 'kannada' | 'devanagari'; name: string };

const kannada = [
  'ಲಕ್ಷ್ಮೀ ಸೌಮ್ಯ ಕೋಲಾರ',
  'ಕೃಷ್ಣಪ್ಪ ಶ್ರೀನಿವಾಸ್',
  'ವಿಶ್ವೇಶ್ವರಯ್ಯ ಮೋಕ್ಷಗುಂಡಂ',
  'ಕರ್ನಾಟಕ ಅರ್ಜುನ್',
  'ಜ್ಞಾನೇಶ್ವರಿ ಪ್ರಹ್ಲಾದ್',
  'ಸ್ವಾತಂತ್ರ್ಯ ರಾಷ್ಟ್ರಕೂಟ',
  'ಹೃದಯ ಬ್ರಹ್ಮಾನಂದ',
  'ಉಜ್ಜ್ವಲ ದ್ರೌಪದಿ',
  'ವಿದ್ಯುತ್ ಶಾಸ್ತ್ರಿ',
  'ಮೈತ್ರೇಯಿ ಕೌಸ್ತುಭ',
  'ನಿರ್ಮಲಾ ಪೂರ್ಣಿಮಾ',
  'ಸತ್ಯನಾರಾಯಣಸ್ವಾಮಿ ವೈದ್ಯ',
  'ಋತುಪರ್ಣಾ ತ್ರ್ಯಂಬಕ',
  'ಧೃತರಾಷ್ಟ್ರ ಕುಲಕರ್ಣಿ',
  'ಚೈತ್ರಾ ಹೆಗ್ಗಡೆ',
  'ಅಃಕಾರ ದುಃಖಿ',
  'ಗೋವರ್ಧನ ಮಾರ್ತಾಂಡ',
  'ಸ್ತ್ರೀರತ್ನ ಐಶ್ವರ್ಯಾ',
  'ಪುಟ್ಟಣ್ಣಯ್ಯ ಗೊಲ್ಲರಹಟ್ಟಿ',
  'ಔದಾರ್ಯ ಸೂರ್ಯಕಾಂತ್',
];

const devanagari = [
  'कर्नाटक कुलकर्णी',
  'राष्ट्रीय पूर्णिमा',
  'श्रीकृष्ण द्विवेदी',
  'ज्ञानेश्वर क्षत्रिय',
  'ऋतुपर्णा त्र्यम्बक',
  'कार्तिकेय हृषीकेश',
  'उर्वशी शुभ्रांशु',
  'लक्ष्मीवर्धन भट्टाचार्य',
  // With Arts, whose virama is moved back over its letter.
  'सच्चिदानन्द आर्ट्स ब्राह्मण',
  'विद्युत् शर्मा',
  'चन्द्रमौलि उज्ज्वला',
  'पङ्कज निर्झरिणी',
  'दुर्गेश्वरी गङ्गाधर',
  'धृतराष्ट्र वार्ष्णेय',
  'सौम्या ऐश्वर्या',
  'दुःखभञ्जन अग्निहोत्री',
  'फ़िरोज़ ख़ान',
  'श्रृंगार मृत्युञ्जय',
  'कृत्तिका स्त्रीरत्न',
  'प्रज्ञार्क ह्रस्वमूर्ति',
];

/** "forty hard names": reph, below-base and two-part signs, stacked conjuncts, nukta, visarga, a final virama. */
export const hardNames: Native[] = [
  ...kannada.map((name) => ({ script: 'kannada' as const, name })),
  ...devanagari.map((name) => ({ script: 'devanagari' as const, name })),
];

const letters = {
  kannada: {
    consonants: [...'ಕಖಗಘಚಛಜಝಟಠಡಢಣತಥದಧನಪಫಬಭಮಯರಲವಶಷಸಹಳ'],
    vowels: [...'ಅಆಇಈಉಊಋಎಏಐಒಓಔ'],
    signs: ['', '', '', 'ಾ', 'ಿ', 'ೀ', 'ು', 'ೂ', 'ೃ', 'ೆ', 'ೇ', 'ೈ', 'ೊ', 'ೋ', 'ೌ'],
    ends: ['', '', '', 'ಂ', 'ಃ'],
    virama: '್',
    ra: 'ರ',
  },
  devanagari: {
    consonants: [...'कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसहळ'],
    vowels: [...'अआइईउऊऋएऐओऔ'],
    signs: ['', '', '', 'ा', 'ि', 'ी', 'ु', 'ू', 'ृ', 'े', 'ै', 'ो', 'ौ'],
    ends: ['', '', '', 'ं', 'ँ', 'ः'],
    virama: '्',
    ra: 'र',
  },
};

function word(script: Native['script'], syllables: number): string {
  const { consonants, vowels, signs, ends, virama, ra } = letters[script];
  let text = random() < 0.1 ? pick(vowels) : '';
  for (let index = 0; index < syllables; index += 1) {
    const first = random() < 0.2 ? ra + virama : '';
    const second = random() < 0.3 ? pick(consonants) + virama : '';
    const third = random() < 0.06 ? pick(consonants) + virama : '';
    text +=
      first +
      third +
      second +
      pick(consonants) +
      (random() < 0.12 && !first ? virama + ra : '') +
      pick(signs) +
      pick(ends);
  }
  return random() < 0.06 ? text + pick(consonants) + virama : text;
}

/** A random name as long as names are, unless told how many syllables; the words are its parts. */
export function nativeName(
  script: Native['script'] = pick(['kannada', 'devanagari'] as const),
  parts = between(1, 3),
): Native {
  return { script, name: Array.from({ length: parts }, () => word(script, between(2, 4))).join(' ') };
}

/** In scripts and code points for which no font of the portal has letters, and broken syllables that get a dotted circle. */
export const unsecurable = [
  'ᱥᱟᱱᱛᱟᱲᱤ ᱢᱩᱨᱢᱩ',
  'ꯃꯩꯇꯩ ꯃꯌꯦꯛ',
  '𑜀𑜁𑜂 𑜃𑜄',
  '\ue000\ue001\ue002',
  'ਗੁਰਮੀਤ ਸਿੰਘ',
  'ಾಕ್ ್ೆ',
  'ाक ्ि',
];

import { pick, type Random } from '#dev/testing/random.ts';

export type Script = 'kn' | 'hi' | 'ta' | 'te';

/** Reph, signs below, in two parts and stacked, nukta, visarga, a final virama: what fonts draw in pieces and out of order. */
export const hardNames: Record<Script, readonly string[]> = {
  kn: `ಲಕ್ಷ್ಮೀ ಸೌಮ್ಯ ಕೋಲಾರ|ಕೃಷ್ಣಪ್ಪ ಶ್ರೀನಿವಾಸ್|ವಿಶ್ವೇಶ್ವರಯ್ಯ ಮೋಕ್ಷಗುಂಡಂ|ಕರ್ನಾಟಕ ಅರ್ಜುನ್|ಜ್ಞಾನೇಶ್ವರಿ ಪ್ರಹ್ಲಾದ್|ಸ್ವಾತಂತ್ರ್ಯ ರಾಷ್ಟ್ರಕೂಟ|ಹೃದಯ ಬ್ರಹ್ಮಾನಂದ|ಉಜ್ಜ್ವಲ ದ್ರೌಪದಿ|ವಿದ್ಯುತ್ ಶಾಸ್ತ್ರಿ|ಮೈತ್ರೇಯಿ ಕೌಸ್ತುಭ
ನಿರ್ಮಲಾ ಪೂರ್ಣಿಮಾ|ಸತ್ಯನಾರಾಯಣಸ್ವಾಮಿ ವೈದ್ಯ|ಋತುಪರ್ಣಾ ತ್ರ್ಯಂಬಕ|ಧೃತರಾಷ್ಟ್ರ ಕುಲಕರ್ಣಿ|ಚೈತ್ರಾ ಹೆಗ್ಗಡೆ|ಅಃಕಾರ ದುಃಖಿ|ಗೋವರ್ಧನ ಮಾರ್ತಾಂಡ|ಸ್ತ್ರೀರತ್ನ ಐಶ್ವರ್ಯಾ|ಪುಟ್ಟಣ್ಣಯ್ಯ ಗೊಲ್ಲರಹಟ್ಟಿ|ಔದಾರ್ಯ ಸೂರ್ಯಕಾಂತ್`.split(
    /[|\n]/,
  ),
  hi: `कर्नाटक कुलकर्णी|राष्ट्रीय पूर्णिमा|श्रीकृष्ण द्विवेदी|ज्ञानेश्वर क्षत्रिय|ऋतुपर्णा त्र्यम्बक|कार्तिकेय हृषीकेश|उर्वशी शुभ्रांशु|लक्ष्मीवर्धन भट्टाचार्य|सच्चिदानन्द आर्ट्स ब्राह्मण|विद्युत् शर्मा
चन्द्रमौलि उज्ज्वला|पङ्कज निर्झरिणी|दुर्गेश्वरी गङ्गाधर|धृतराष्ट्र वार्ष्णेय|सौम्या ऐश्वर्या|दुःखभञ्जन अग्निहोत्री|फ़िरोज़ ख़ान|श्रृंगार मृत्युञ्जय|कृत्तिका स्त्रीरत्न|प्रज्ञार्क ह्रस्वमूर्ति`.split(
    /[|\n]/,
  ),
  ta: `ஸ்ரீலக்ஷ்மி கௌசல்யா|கோதண்டராமன் சௌந்தர்யா|க்ஷேத்ரம் பொன்னுசாமி|கொடைக்கானல் யோகேஸ்வரன்|ஹைதராபாத் ஷண்முகம்|ஃபாத்திமா பேகம்|மீனாட்சி ஜோதிலட்சுமி|ரூபௌ சூர்யா`.split(
    '|',
  ),
  te: `జ్ఞానేశ్వరి లక్ష్మీనారాయణ|స్త్రీరత్న దుఃఖి|శ్రీమత్ సత్యనారాయణ్|ఐశ్వర్య కృష్ణమూర్తి|మైత్రేయి సౌందర్య|రెడ్డి గొల్ల ఝో|ఉజ్జ్వల క్షేత్ర|హృదయ బ్రహ్మానందం`.split(
    '|',
  ),
};

const letters = {
  kn: {
    consonants: [...'ಕಖಗಘಚಛಜಝಟಠಡಢಣತಥದಧನಪಫಬಭಮಯರಲವಶಷಸಹಳ'],
    vowels: [...'ಅಆಇಈಉಊಋಎಏಐಒಓಔ'],
    signs: ['', '', '', ...'ಾಿೀುೂೃೆೇೈೊೋೌ'],
    ends: ['', '', '', ...'ಂಃ'],
    virama: '್',
    ra: 'ರ',
  },
  hi: {
    consonants: [...'कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसहळ'],
    vowels: [...'अआइईउऊऋएऐओऔ'],
    signs: ['', '', '', ...'ािीुूृेैोौ'],
    ends: ['', '', '', ...'ंँः'],
    virama: '्',
    ra: 'र',
  },
  ta: {
    consonants: [...'கஙசஜஞடணதநனபமயரறலளழவஶஷஸஹ'],
    vowels: [...'அஆஇஈஉஊஎஏஐஒஓஔ'],
    signs: ['', '', '', ...'ாிீுூெேைொோௌ'],
    ends: [''],
    virama: '்',
    ra: 'ர',
  },
  te: {
    consonants: [...'కఖగఘచఛజఝటఠడఢణతథదధనపఫబభమయరఱలళవశషసహ'],
    vowels: [...'అఆఇఈఉఊఋఎఏఐఒఓఔ'],
    signs: ['', '', '', ...'ాిీుూృెేైొోౌ'],
    ends: ['', '', '', ...'ంః'],
    virama: '్',
    ra: 'ర',
  },
} satisfies Record<Script, unknown>;

/** One to four words of random syllables, whether or not a language has them. */
export function randomSyllables(random: Random, script: Script): string {
  const { consonants, vowels, signs, ends, virama, ra } = letters[script];
  const inHundred = (chance: number) => random(100) < chance;
  const joined = () => pick(random, consonants) + virama;
  const syllable = () => {
    const hasReph = inHundred(20);
    const before =
      (hasReph ? ra + virama : '') + (inHundred(6) ? joined() : '') + (inHundred(30) ? joined() : '');
    const below = !hasReph && inHundred(12) ? virama + ra : '';
    return before + pick(random, consonants) + below + pick(random, signs) + pick(random, ends);
  };
  const word = () =>
    (inHundred(10) ? pick(random, vowels) : '') +
    Array.from({ length: 2 + random(3) }, syllable).join('') +
    (inHundred(6) ? joined() : '');
  return Array.from({ length: 1 + random(4) }, word).join(' ');
}

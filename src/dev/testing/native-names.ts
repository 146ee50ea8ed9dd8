import { pick, type Random } from './random.ts';

// With what fonts draw in pieces and out of order: rephs, conjuncts, vowels before, above and on both sides.
const parts = {
  kn: [
    'ಅನನ್ಯಾ ಕೃಷ್ಣಮೂರ್ತಿ ಲಕ್ಷ್ಮೀ ಸೌಮ್ಯ ವಿಶ್ವೇಶ್ವರಯ್ಯ ಪೂರ್ಣಿಮಾ ಶ್ರೀನಿವಾಸ ಕೀರ್ತನಾ ಚಂದ್ರಶೇಖರ ಮಂಜುನಾಥ ಸಿದ್ಧಾರ್ಥ ಐಶ್ವರ್ಯಾ ಭಾರ್ಗವಿ ದರ್ಶನ್ ಸ್ಮೃತಿ ಜ್ಯೋತಿ',
    'ಕೋಲಾರ ರಾವ್ ಕುಲಕರ್ಣಿ ಶೆಟ್ಟಿ ಹೆಗ್ಡೆ ಗೌಡ ಭಟ್ಟ ಕರ್ನಾಟಕ ಪಾಟೀಲ್ ಶರ್ಮಾ ಮೂರ್ತಿ ನಾಯ್ಕ್',
  ],
  hi: [
    'राष्ट्रीय पूर्णिमा लक्ष्मी कीर्ति सिद्धार्थ विश्वेश्वर कृष्णमूर्ति ऐश्वर्या मृत्युंजय ज्योत्स्ना श्रद्धा प्रज्ञा अर्जुन दुर्गा शकुंतला हर्षवर्धन',
    'कुलकर्णी शर्मा वर्मा मिश्र द्विवेदी त्रिपाठी शिर्के कर्नाटक आचार्य चट्टोपाध्याय सिंह देशपांडे',
  ],
} as const;

/** A name that may well be somebody's, in Kannada (kn) or Devanagari (hi). */
export function randomNativeName(random: Random, script: keyof typeof parts): string {
  return parts[script].map((words) => pick(random, words.split(' '))).join(' ');
}

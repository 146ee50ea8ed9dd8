/** A name in Latin, Kannada and Devanagari script. */
export type NamePart = readonly [latin: string, kannada: string, devanagari: string];

/** The parts of generated candidates' names. */
export const givenNames: readonly NamePart[] = [
  ['Aarav', 'ಆರವ್', 'आरव'],
  ['Priya', 'ಪ್ರಿಯಾ', 'प्रिया'],
  ['Rahul', 'ರಾಹುಲ್', 'राहुल'],
  ['Ananya', 'ಅನನ್ಯಾ', 'अनन्या'],
  ['Vikram', 'ವಿಕ್ರಮ್', 'विक्रम'],
  ['Sneha', 'ಸ್ನೇಹಾ', 'स्नेहा'],
  ['Arjun', 'ಅರ್ಜುನ್', 'अर्जुन'],
  ['Kavya', 'ಕಾವ್ಯಾ', 'काव्या'],
  ['Rohan', 'ರೋಹನ್', 'रोहन'],
  ['Divya', 'ದಿವ್ಯಾ', 'दिव्या'],
  ['Aditya', 'ಆದಿತ್ಯ', 'आदित्य'],
  ['Meera', 'ಮೀರಾ', 'मीरा'],
  ['Karthik', 'ಕಾರ್ತಿಕ್', 'कार्तिक'],
  ['Lakshmi', 'ಲಕ್ಷ್ಮೀ', 'लक्ष्मी'],
  ['Suresh', 'ಸುರೇಶ್', 'सुरेश'],
  ['Pooja', 'ಪೂಜಾ', 'पूजा'],
  ['Sanjay', 'ಸಂಜಯ್', 'संजय'],
  ['Nisha', 'ನಿಶಾ', 'निशा'],
  ['Manoj', 'ಮನೋಜ್', 'मनोज'],
  ['Deepa', 'ದೀಪಾ', 'दीपा'],
  ['Ramesh', 'ರಮೇಶ್', 'रमेश'],
  ['Anjali', 'ಅಂಜಲಿ', 'अंजलि'],
  ['Vijay', 'ವಿಜಯ್', 'विजय'],
  ['Swati', 'ಸ್ವಾತಿ', 'स्वाति'],
  ['Ganesh', 'ಗಣೇಶ್', 'गणेश'],
  ['Sunita', 'ಸುನೀತಾ', 'सुनीता'],
  ['Rajesh', 'ರಾಜೇಶ್', 'राजेश'],
  ['Geetha', 'ಗೀತಾ', 'गीता'],
  ['Imran', 'ಇಮ್ರಾನ್', 'इमरान'],
  ['Fatima', 'ಫಾತಿಮಾ', 'फ़ातिमा'],
  ['Joseph', 'ಜೋಸೆಫ್', 'जोसेफ़'],
  ['Mary', 'ಮೇರಿ', 'मेरी'],
  ['Harpreet', 'ಹರ್‌ಪ್ರೀತ್', 'हरप्रीत'],
  ['Tenzin', 'ತೆನ್ಜಿನ್', 'तेनज़िन'],
  ['Zoya', 'ಜೋಯಾ', 'ज़ोया'],
  ['Yash', 'ಯಶ್', 'यश'],
];

export const surnames: readonly NamePart[] = [
  ['Sharma', 'ಶರ್ಮಾ', 'शर्मा'],
  ['Kumar', 'ಕುಮಾರ್', 'कुमार'],
  ['Patel', 'ಪಟೇಲ್', 'पटेल'],
  ['Reddy', 'ರೆಡ್ಡಿ', 'रेड्डी'],
  ['Singh', 'ಸಿಂಗ್', 'सिंह'],
  ['Iyer', 'ಅಯ್ಯರ್', 'अय्यर'],
  ['Nair', 'ನಾಯರ್', 'नायर'],
  ['Gupta', 'ಗುಪ್ತಾ', 'गुप्ता'],
  ['Menon', 'ಮೆನನ್', 'मेनन'],
  ['Rao', 'ರಾವ್', 'राव'],
  ['Joshi', 'ಜೋಶಿ', 'जोशी'],
  ['Pillai', 'ಪಿಳ್ಳೈ', 'पिल्लै'],
  ['Khan', 'ಖಾನ್', 'ख़ान'],
  ['Bose', 'ಬೋಸ್', 'बोस'],
  ['Shetty', 'ಶೆಟ್ಟಿ', 'शेट्टी'],
  ['Kulkarni', 'ಕುಲಕರ್ಣಿ', 'कुलकर्णी'],
  ['Banerjee', 'ಬ್ಯಾನರ್ಜಿ', 'बनर्जी'],
  ['Yadav', 'ಯಾದವ್', 'यादव'],
  ['Thomas', 'ಥಾಮಸ್', 'थॉमस'],
  ['Fernandes', 'ಫರ್ನಾಂಡಿಸ್', 'फ़र्नांडिस'],
  ['Naidu', 'ನಾಯ್ಡು', 'नायडू'],
  ['Desai', 'ದೇಸಾಯಿ', 'देसाई'],
  ['Jain', 'ಜೈನ್', 'जैन'],
  ['Agarwal', 'ಅಗರ್‌ವಾಲ್', 'अग्रवाल'],
  ['Bhat', 'ಭಟ್', 'भट'],
  ['Gowda', 'ಗೌಡ', 'गौड़ा'],
  ['Hegde', 'ಹೆಗಡೆ', 'हेगड़े'],
  ['Kaur', 'ಕೌರ್', 'कौर'],
  ['Quraishi', 'ಖುರೈಶಿ', 'क़ुरैशी'],
  ['Zaidi', 'ಜೈದಿ', 'ज़ैदी'],
  ['Wangchuk', 'ವಾಂಗ್ಚುಕ್', 'वांगचुक'],
  ['Lobo', 'ಲೋಬೊ', 'लोबो'],
];

/** All combinations, each once, ordered so that neighbours differ in both parts. */
export function fullName(ordinal: number): NamePart {
  // 541 is coprime to the number of names, so every name occurs before any repeats.
  const place = (ordinal * 541) % (givenNames.length * surnames.length);
  const given = givenNames[place % givenNames.length]!;
  const surname = surnames[Math.floor(place / givenNames.length)]!;
  const inScript = (script: 0 | 1 | 2) => `${given[script]} ${surname[script]}`;
  return [inScript(0), inScript(1), inScript(2)];
}

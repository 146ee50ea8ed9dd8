import { expect, test } from 'vitest';
import { randomNativeName } from '#dev/testing/native-names.ts';
import { seeded } from '#dev/testing/random.ts';
import { findStraySign } from './stray-signs.ts';

// Each was drawn with a dotted circle by the fonts of certificates.
test.each([
  'ಾಕ್ ್ೆ',
  'ाक ्ि',
  'ಕ್ಾ',
  'ಕಂಾ',
  'ಕಃ್',
  'क्ा',
  'कंा',
  'अा',
  'कँंः',
  'क्‍ा',
  'कांि',
  'कऽा',
  '1ा',
  'Raoಾ',
  'కॖ',
  'श\u200c्व',
  '்',
  'க்ா',
  'அி',
  'ெக',
  'ఽా',
  'క్ా',
  'అి',
  'ంం',
])('%s has a sign without its letter', (text) => expect(findStraySign(text)).not.toBeNull());

test.each([
  'ಕ್ಂ',
  'ಅಃಕಾರ ದುಃಖಿ',
  'ವಿದ್ಯುತ್ ಶಾಸ್ತ್ರಿ',
  'ರ್‍ಯಾಂಕ್',
  'ಮೈತ್ರೇಯಿ',
  'फ़िरोज़ ख़ान',
  'कँं',
  'विद्युत् (शर्मा)',
  'दुःखभञ्जन',
  'ऋतुपर्णा त्र्यम्बक',
  'र्‍य ऱ्या श्‍री',
  'ॲडव्होकेट ओऽम्',
  'ஃபாத்திமா ஸ்ரீ',
  'ஜோதிலட்சுமி கௌ கௌ',
  'జ్ఞానేశ్వరి దుఃఖం శ్రీ',
  'Ananya',
])('%s has none', (text) => expect(findStraySign(text)).toBeNull());

const seed = Number(process.env.NAMES_SEED ?? Date.now() % 1e9);
test(`names have none, NAMES_SEED=${seed}`, () => {
  const random = seeded(seed);
  for (let index = 0; index < 500; index += 1)
    for (const script of ['kn', 'hi', 'ta', 'te'] as const) {
      const name = randomNativeName(random, script);
      expect(findStraySign(name), name).toBeNull();
    }
});

test('the first one is named', () => expect(findStraySign('ಅರ್ಜುನ್ಾ ರಾವ್')).toBe('ಾ'));

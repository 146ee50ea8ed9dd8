import { pick, type Random } from './random.ts';

// Syllables that fonts draw in pieces and out of order: rephs, conjuncts, vowels before, above and on both sides.
const consonants = { kn: [...'ಕಖಗಚಜಟಡತದನಪಬಮಯರಲವಶಷಸಹಳ'], hi: [...'कखगचजटडतदनपबमयरलवशषसह'] };
const vowels = {
  kn: ['', 'ಾ', 'ಿ', 'ೀ', 'ು', 'ೂ', 'ೃ', 'ೆ', 'ೇ', 'ೈ', 'ೊ', 'ೋ', 'ೌ'],
  hi: ['', 'ा', 'ि', 'ी', 'ु', 'ू', 'ृ', 'े', 'ै', 'ो', 'ौ'],
};
const virama = { kn: '್', hi: '्' };
const reph = { kn: 'ರ್', hi: 'र्' };
const last = { kn: ['', '', 'ಂ', 'ಃ', 'ನ್'], hi: ['', '', 'ं', 'ः', 'न्'] };

/** A name that nobody has, in Kannada (kn) or Devanagari (hi). */
export function randomNativeName(random: Random, script: 'kn' | 'hi'): string {
  const syllable = () => {
    const clusters = Array.from({ length: 1 + (random(4) === 0 ? 1 + random(2) : 0) }, () =>
      pick(random, consonants[script]),
    );
    return (
      (random(6) === 0 ? reph[script] : '') + clusters.join(virama[script]) + pick(random, vowels[script])
    );
  };
  const word = () => Array.from({ length: 1 + random(4) }, syllable).join('') + pick(random, last[script]);
  return Array.from({ length: 1 + random(3) }, word).join(' ');
}

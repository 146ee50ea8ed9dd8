import type { TextsByLanguage } from '#shared/declared-field.ts';

/** Translations of the demo's inks and their colours. */
const words: Readonly<Record<string, TextsByLanguage>> = {
  'Pigment ink': { kn: 'ವರ್ಣದ್ರವ್ಯ ಶಾಯಿ', hi: 'पिगमेंट स्याही' },
  'Gold ink': { kn: 'ಚಿನ್ನದ ಶಾಯಿ', hi: 'सुनहरी स्याही' },
  'Security ink': { kn: 'ಭದ್ರತಾ ಶಾಯಿ', hi: 'सुरक्षा स्याही' },
  Black: { kn: 'ಕಪ್ಪು', hi: 'काला' },
  Cyan: { kn: 'ಹಸಿರುನೀಲಿ', hi: 'सियान' },
  Magenta: { kn: 'ಕೆನ್ನೇರಳೆ', hi: 'मैजेंटा' },
  Yellow: { kn: 'ಹಳದಿ', hi: 'पीला' },
  Gold: { kn: 'ಚಿನ್ನದ ಬಣ್ಣ', hi: 'सुनहरा' },
  Invisible: { kn: 'ಅದೃಶ್ಯ', hi: 'अदृश्य' },
};

export function demoWords({ name, colour }: { name: string; colour: string }) {
  return { names: words[name] ?? {}, colours: words[colour] ?? {} };
}

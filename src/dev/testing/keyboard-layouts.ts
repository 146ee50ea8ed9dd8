import type { Random } from './random.ts';

/** What a press has for the browser: the sign of the layout, and the key's place as on a US keyboard. */
export type Press = { key: string; code: string; shiftKey: boolean };

const codes =
  'Backquote Digit1 Digit2 Digit3 Digit4 Digit5 Digit6 Digit7 Digit8 Digit9 Digit0 Minus Slash KeyQ KeyW KeyE KeyR KeyT KeyY KeyU KeyI KeyO KeyP KeyA KeyS KeyD KeyF KeyG KeyH KeyJ KeyK KeyL KeyZ KeyX KeyC KeyV KeyB KeyN KeyM'.split(
    ' ',
  );

/** The signs of these keys, without and with Shift. A sign may be two letters, which are one press. */
const layouts = {
  us: [
    '` 1 2 3 4 5 6 7 8 9 0 - / q w e r t y u i o p a s d f g h j k l z x c v b n m',
    '~ ! @ # $ % ^ & * ( ) _ ? Q W E R T Y U I O P A S D F G H J K L Z X C V B N M',
  ],
  // INSCRIPT as Linux has it, with digits of the script.
  hi: [
    'ॊ १ २ ३ ४ ५ ६ ७ ८ ९ ० - य ौ ै ा ी ू ब ह ग द ज ो े ् ि ु प र क त ॆ ं म न व ल स',
    'ऒ ऍ ॅ ्र र् ज्ञ त्र क्ष श्र ( ) ः य़ औ ऐ आ ई ऊ भ ङ घ ध झ ओ ए अ इ उ फ ऱ ख थ ऎ ँ ण ऩ ऴ ळ श',
  ],
  // INSCRIPT as Windows has it, with 0 to 9.
  kn: [
    'ೊ 1 2 3 4 5 6 7 8 9 0 - ಯ ೌ ೈ ಾ ೀ ೂ ಬ ಹ ಗ ದ ಜ ೋ ೇ ್ ಿ ು ಪ ರ ಕ ತ ೆ ಂ ಮ ನ ವ ಲ ಸ',
    'ಒ ! @ ್ರ ರ್ ಜ್ಞ ತ್ರ ಕ್ಷ ಶ್ರ ( ) ಃ ? ಔ ಐ ಆ ಈ ಊ ಭ ಙ ಘ ಧ ಝ ಓ ಏ ಅ ಇ ಉ ಫ ಱ ಖ ಥ ಎ ಁ ಣ ನ ೞ ಳ ಶ',
  ],
} as const;
export type Layout = keyof typeof layouts;
export const otherLayouts: readonly Layout[] = ['hi', 'kn'];

const signsOf = (layout: Layout) => layouts[layout].map((row) => row.split(' ')) as [string[], string[]];

/** The presses of a scanner, which knows the US layout alone, as a computer with another layout reads them. */
export function scannedUnder(layout: Layout, text: string): Press[] {
  const us = signsOf('us');
  return [...text].map((sign) => {
    const level = us[1].includes(sign) ? 1 : 0;
    const place = us[level].indexOf(sign);
    return { key: signsOf(layout)[level]![place]!, code: codes[place]!, shiftKey: level === 1 };
  });
}

/** The presses of a person who means this text in the layout; its letters have to be on it. */
export function typedUnder(layout: Layout, text: string): Press[] {
  const [plain, shifted] = signsOf(layout);
  return [...text].map((key) => {
    if (key === ' ') return { key, code: 'Space', shiftKey: false };
    const place = plain.includes(key) ? plain.indexOf(key) : shifted.indexOf(key);
    return { key, code: codes[place]!, shiftKey: !plain.includes(key) };
  });
}

/** A number as scanners read it: letters, digits, hyphen and slash. */
export function randomNumber(random: Random): string {
  const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-/';
  return Array.from({ length: 4 + random(12) }, () => signs[random(signs.length)]).join('');
}

/**
 * A script for the page that presses these keys as a keyboard does, each so many milliseconds after the one before by its
 * own clock: keys that are sent from outside come at the pace of a hand.
 */
export function pressing(presses: readonly Press[], gap: number): string {
  return `for (const [index, { key, code, shiftKey }] of ${JSON.stringify(presses)}.entries()) {
    const target = document.activeElement ?? document.body;
    const options = { key, code, shiftKey, bubbles: true, cancelable: true };
    if (shiftKey) target.dispatchEvent(new KeyboardEvent('keydown', { ...options, key: 'Shift', code: 'ShiftLeft' }));
    const press = new KeyboardEvent('keydown', options);
    window.pressedAt = index === 0 ? press.timeStamp : window.pressedAt + ${gap};
    Object.defineProperty(press, 'timeStamp', { value: window.pressedAt });
    if (target.dispatchEvent(press) && key !== 'Enter') document.execCommand('insertText', false, key);
    target.dispatchEvent(new KeyboardEvent('keyup', options));
  }`;
}

export const enter: Press = { key: 'Enter', code: 'Enter', shiftKey: false };

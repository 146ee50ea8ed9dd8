/** What a key types under a US layout, without and with Shift, besides letters and digits. */
const signs: Readonly<Record<string, string>> = {
  Backquote: '`~',
  Minus: '-_',
  Equal: '=+',
  BracketLeft: '[{',
  BracketRight: ']}',
  Backslash: '\\|',
  Semicolon: ';:',
  Quote: `'"`,
  Comma: ',<',
  Period: '.>',
  Slash: '/?',
};

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>;

/**
 * The character of a press, and where a layout has letters of another script, the one of this key under a US layout: all
 * that a scanner knows. Null for keys that type nothing.
 */
export function characterOf(press: Press): string | null {
  // Names of keys, such as Enter, are Latin; letters of Kannada and Devanagari may be several characters.
  if (!isOfOtherScript(press)) return press.key.length === 1 ? press.key : null;
  return usCharacter(press) ?? press.key.charAt(0);
}

export function isOfOtherScript({ key }: Pick<Press, 'key'>): boolean {
  return /\P{ASCII}/u.test(key);
}

function usCharacter({ code, shiftKey }: Press): string | undefined {
  const level = shiftKey ? 1 : 0;
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  if (letter !== undefined) return shiftKey ? letter : letter.toLowerCase();
  const [, digit] = /^Digit(\d)$/.exec(code) ?? [];
  return digit === undefined ? signs[code]?.[level] : [digit, ')!@#$%^&*('[Number(digit)]][level];
}

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * The 49,000 passwords most frequent in leaked lists, and local ones. Loaded when somebody first chooses a password,
 * because that takes a tenth of a second.
 */
function readListed() {
  const { dictionary }: typeof import('@zxcvbn-ts/language-common') = require('@zxcvbn-ts/language-common');
  const words = new Set<string>([
    ...(dictionary['passwords-common'] as string[]),
    ...readFileSync(new URL('./local-passwords.txt', import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#')),
  ]);
  return { words, longest: Math.max(...[...words].map((entry) => entry.length)) };
}

let read: ReturnType<typeof readListed> | undefined;

function listed() {
  read ??= readListed();
  return read;
}

const minimumWordLength = 3;

/** Joining words add no strength. */
const joiningWords = new Set(
  'a am an and at for i in is it me my no of om on our the to us we you'.split(' '),
);

/** Obvious words because of the portal. */
const portalWords = ['dikshant', 'deekshant', 'convocation'];

const substitutes: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

const keyboardRows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

/** Whether a password is easy to guess (NIST SP 800-63B, section 5.1.1.2: list, context, patterns). */
export function isCommonPassword(password: string, email: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase();
  const spelt = [...plain].map((character) => substitutes[character] ?? character).join('');
  return (
    [plain, spelt].some((spelling) => isListed(spelling) || namesItsOwner(spelling, email)) ||
    isMonotonous(plain) ||
    isRun(plain)
  );
}

/** A listed password, or at most two listed words with little else: `Welcome@12345`, `admin-password-2024`. */
function isListed(spelling: string): boolean {
  if (listed().words.has(spelling)) return true;
  const letters = spelling.replace(/[^a-z]/g, '');
  const others = spelling.length - letters.length;
  return letters.length > 0 && others <= 8 && countListedWords(letters) <= 2;
}

/** The smallest number of listed words the letters split into, not counting joining words; infinite if they do not. */
function countListedWords(letters: string): number {
  const { words, longest } = listed();
  const fewest = [0];
  for (let end = 1; end <= letters.length; end += 1) {
    fewest[end] = Number.POSITIVE_INFINITY;
    for (let start = Math.max(0, end - longest); start < end; start += 1) {
      const word = letters.slice(start, end);
      if (joiningWords.has(word)) fewest[end] = Math.min(fewest[end]!, fewest[start]!);
      else if (word.length >= minimumWordLength && words.has(word))
        fewest[end] = Math.min(fewest[end]!, fewest[start]! + 1);
    }
  }
  return fewest[letters.length]!;
}

function namesItsOwner(spelling: string, email: string): boolean {
  const owner = email.toLowerCase().split('@')[0]!;
  const names = [owner, ...owner.split(/[^a-z]+/)].filter((name) => name.length >= 4);
  return [...names, ...portalWords].some((name) => spelling.includes(name));
}

/** Few distinct characters, one repeated piece, or digits only (a telephone or Aadhaar number, a date). */
function isMonotonous(plain: string): boolean {
  return new Set(plain).size < 5 || /^(.{1,6})\1+.{0,5}$/u.test(plain) || /^\d{1,15}$/.test(plain);
}

/** Mostly neighbours in the alphabet, in the digits or on the keyboard. */
function isRun(plain: string): boolean {
  const characters = [...plain];
  const steps = characters
    .slice(1)
    .filter((character, index) => areNeighbours(characters[index]!, character));
  return steps.length >= 0.7 * (characters.length - 1);
}

function areNeighbours(one: string, other: string): boolean {
  if (/[a-z0-9]/.test(one) && Math.abs(one.codePointAt(0)! - other.codePointAt(0)!) <= 1) return true;
  return keyboardRows.some((row) => row.includes(one + other) || row.includes(other + one));
}

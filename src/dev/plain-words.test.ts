import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Words of our own for things that have a name. */
const banned = [
  ...[
    'ladder',
    'rung',
    'climb',
    'search_pairs',
    'refuseUnless',
    'refuseStale',
    'tellScreens',
    'listsThatGrow',
  ],
  ...['strangers_locked_at', 'inEvenTime', 'keptSecret', 'victim-server', 'askStubbornly', 'custody-storm'],
];

/** `ladder`, `climbs`, `makeLadder`, `rung_of`, but not `wrung`. */
function isNamed(word: string, text: string): boolean {
  if (!/^[a-z]{4,6}$/.test(word)) return text.includes(word);
  const capital = `${word[0]!.toUpperCase()}${word.slice(1)}`;
  return new RegExp(`(?<![a-zA-Z])${word}|(?<![A-Z])${capital}`).test(text);
}

test('what has a name in the trade is called by it, in names of files as in what they say', () => {
  const places = [
    '{src,e2e,bench,scripts,docs,system-tests}/**/*.{ts,tsx,mjs,css,md,json}',
    '*.{ts,js,json,md}',
  ];
  const files = globSync(places, {
    exclude: ['CHANGELOG.md', 'package-lock.json', '**/plain-words.test.ts'],
  });
  expect(files.length).toBeGreaterThan(1_000);
  const found = files.flatMap((file) => {
    const text = `${file}\n${readFileSync(file, 'utf8')}`;
    return banned.filter((word) => isNamed(word, text)).map((word) => `${file}: ${word}`);
  });
  expect(found).toEqual([]);
});

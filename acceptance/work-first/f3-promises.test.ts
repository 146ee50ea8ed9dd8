import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../harness/portal.ts';
import { read, trackedFiles } from '../harness/source.ts';

// Done when 1: "Each of the ten promises of UX.md has a test in e2e/ or bench/ that fails without it; docs/promises.md names
// them." Done when 4: "README's pictures are new, with a short film (animated WebP) of the verify screen."
// Open: the form of the document. A promise is a row of a table, a heading or an item that begins with its number; files are named
// by their path, tests by their titles in quotes or backticks. That a test fails without its promise is not checked here.

const file = path.join(root, 'docs/promises.md');
const words: [number, RegExp][] = [
  [1, /sixty|60|verif/i],
  [2, /typed|input|lost/i],
  [3, /record|Ctrl ?\+ ?K|keystroke/i],
  [4, /address|reload|Back/i],
  [5, /million|rows/i],
  [6, /file|export|screen/i],
  [7, /colleague|lease|1 s/i],
  [8, /mouse|reader|WCAG|axe/i],
  [9, /Indian|format|₹/i],
  [10, /no\b|why|reason/i],
];

/** What the document says of each promise: from its number to the next one's. */
function parts(): Map<number, string> {
  const found = new Map<number, string>();
  let open = 0;
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const number = Number(
      /^\s*(?:\|\s*|#+\s*(?:promise\s*)?|[-*]\s*)?\**(\d{1,2})\**\s*[.):|·–-]/i.exec(line)?.[1],
    );
    if (number >= 1 && number <= 10 && number === open + 1) open = number;
    if (open) found.set(open, `${found.get(open) ?? ''}\n${line}`);
  }
  return found;
}

const titlesIn = (text: string) =>
  [...text.matchAll(/`([^`]+)`|[“"]([^”"]+)[”"]|‘([^’]{8,})’|'([^']{8,})'/g)]
    .map((match) => match.slice(1).find(Boolean)!)
    .filter((title) => !/^(e2e|bench)\//.test(title) && title.includes(' '));
const plain = (text: string) => text.replaceAll(/\\(['"`])/g, '$1').replaceAll(/\s+/g, ' ');

describe('promises', () => {
  test('docs/promises.md names all ten', () => {
    expect(existsSync(file), 'docs/promises.md').toBe(true);
    expect([...parts().keys()]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  for (const [number, like] of words)
    test(`promise ${number}: a test in e2e/ or bench/ that exists, by its title`, () => {
      expect(existsSync(file), 'docs/promises.md').toBe(true);
      const text = parts().get(number) ?? '';
      expect(text, 'it says what is promised').toMatch(like);
      const files = [
        ...new Set([...text.matchAll(/\b(?:e2e|bench)\/[\w./-]+\.ts\b/g)].map(([name]) => name)),
      ];
      expect(files.length, `files named in: ${text}`).toBeGreaterThan(0);
      for (const one of files) expect(existsSync(path.join(root, one)), one).toBe(true);
      const titles = titlesIn(text);
      const sources = files.map((one) => plain(read(one)));
      const known = titles.filter((title) => sources.some((source) => source.includes(plain(title))));
      expect(known.length, `titles that stand in ${files}: ${titles}`).toBeGreaterThan(0);
      for (const title of known) {
        const source = sources.find((one) => one.includes(plain(title)))!;
        const before = source.slice(
          Math.max(0, source.indexOf(plain(title)) - 40),
          source.indexOf(plain(title)),
        );
        expect(before, `${title} runs`).not.toMatch(/\.(skip|fixme|todo)\b/);
      }
    });

  test('the figures of promises 1, 3 and 5 stand in the tests that are named for them', () => {
    expect(existsSync(file), 'docs/promises.md').toBe(true);
    for (const [number, figure] of [
      [1, /200/],
      [3, /150/],
      [5, /300/],
    ] as const) {
      const files = [...(parts().get(number) ?? '').matchAll(/\b(?:e2e|bench)\/[\w./-]+\.ts\b/g)].map(
        ([name]) => name,
      );
      expect(
        files.some((one) => existsSync(path.join(root, one)) && figure.test(read(one))),
        `${figure} in ${files}`,
      ).toBe(true);
    }
  });
});

describe('README', () => {
  test('"a short film (animated WebP) of the verify screen"', () => {
    const films = [...read('README.md').matchAll(/\]\(([^)\s]+\.webp)\)/g)].map(([, source]) => source!);
    expect(films.length, 'a WebP in the README').toBeGreaterThan(0);
    const animated = films.filter((source) => {
      const bytes = readFileSync(path.join(root, source));
      return (
        bytes.subarray(8, 12).toString('latin1') === 'WEBP' &&
        bytes.includes('ANIM') &&
        bytes.includes('ANMF')
      );
    });
    expect(animated.length, 'one is animated').toBeGreaterThan(0);
    const frames = readFileSync(path.join(root, animated[0]!)).toString('latin1').split('ANMF').length - 1;
    expect(frames, 'frames').toBeGreaterThan(5);
  });

  test('each picture exists', () => {
    for (const [, source] of read('README.md').matchAll(/!\[[^\]]*\]\(([^)\s]+)\)/g))
      expect(trackedFiles(source!).length, source).toBe(1);
  });
});

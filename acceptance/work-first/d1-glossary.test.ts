import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { seed, shuffled } from '../harness/random.ts';
import { tablesOf } from '../harness/source.ts';
import { glossary, indian, languages, readCatalog, scripts } from './d-words.ts';

// The issue: "A test enforces the glossary (one term, one translation)." UX.md: "Glossary of the interface (one word for one
// thing; the office's own, not a dictionary's)". Catalogs are read as data.
// Open: inflection. Stems are compared, so that ತಿದ್ದಿ is ತಿದ್ದು. A text that needs neither word of the pair because the
// translator said it otherwise is named all the same when it has a rival (बदलें for Edit, तारीख for Date).

// A placeholder is no word: what stands for {number} is not called a number.
const wordsOf = (english: string) => english.replaceAll(/\{[^}]*\}/g, '…');

const catalogs = Object.fromEntries(indian.map((language) => [language, readCatalog(language)]));
const shown = (faults: string[]) =>
  `${faults.length} (seed ${seed}), such as\n${shuffled(faults).slice(0, 12).join('\n')}`;

describe('glossary', () => {
  for (const language of indian) {
    for (const { term, english, except, ...words } of glossary) {
      test(`${language}: "one word for one thing": ${term}`, () => {
        const meant = catalogs[language]!.filter(
          (entry) => english.test(wordsOf(entry.english)) && !except?.test(wordsOf(entry.english)),
        );
        expect(meant.length, `texts with '${term}'`).toBeGreaterThan(0);
        const rivals = meant.filter(({ translation }) => words.not[language]?.test(translation));
        const faults = rivals.map((entry) => `${entry.english} = ${entry.translation}`);
        // Short texts are labels and say the word itself; a long sentence may turn around it.
        const labels = meant.filter((entry) => entry.english.split(' ').length <= 4);
        for (const entry of labels) {
          const said = `${entry.english} = ${entry.translation}`;
          if (!words[language].test(entry.translation) && !faults.includes(said)) faults.push(said);
        }
        expect(faults, shown(faults)).toEqual([]);
      });
    }

    test(`${language}: "complete languages": every text has its translation, and keeps its placeholders and tags`, () => {
      const faults = catalogs[language]!.flatMap(({ english, translation }) => {
        const marks = (text: string) => [...new Set(text.match(/\{\w+\}|<\/?\d+\/?>/g) ?? [])].sort().join();
        if (!translation) return [`${english}: empty`];
        return marks(english) === marks(translation) || /plural,|select,/.test(english)
          ? []
          : [`${english} = ${translation}`];
      });
      expect(faults, shown(faults)).toEqual([]);
    });

    test(`${language}: "complete languages": no sentence stayed English`, () => {
      const faults = catalogs[language]!.filter(({ english, translation }) => {
        const words = english.replaceAll(/\{[^}]*\}|<[^>]*>/g, ' ').match(/[a-z]{3,}/g) ?? [];
        return words.length >= 3 && !scripts[language].test(translation);
      });
      expect(faults.map(({ english }) => english)).toEqual([]);
    });

    test(`${language}: "one term, one translation": labels that differ in capitals alone say the same`, () => {
      const said = new Map<string, Set<string>>();
      for (const { context, english, translation } of catalogs[language]!) {
        if (english.split(' ').length > 4) continue;
        const key = `${context}|${english.toLowerCase()}`;
        said.set(key, (said.get(key) ?? new Set()).add(translation.toLowerCase()));
      }
      const faults = [...said]
        .filter(([, all]) => all.size > 1)
        .map(([key, all]) => `${key}: ${[...all].join(' / ')}`);
      expect(faults, shown(faults)).toEqual([]);
    });
  }

  test('"one voice": the three catalogs have the same texts', () => {
    const [first, ...others] = languages.map((language) =>
      readCatalog(language)
        .map(({ context, english }) => `${context}|${english}`)
        .sort(),
    );
    for (const other of others) expect(other).toEqual(first);
  });

  test.skipIf(!process.env.SHARED_UX)(
    'the terms of this test are those of UX.md (SHARED_UX names the file)',
    () => {
      const text = readFileSync(process.env.SHARED_UX!, 'utf8');
      const rows = tablesOf(text)
        .find(([head]) => head?.[0] === 'English' && head[1] === 'Kannada')!
        .slice(1);
      expect(rows.length).toBeGreaterThan(8);
      for (const [english] of rows) {
        const first = english!.split(/[ (,/]/)[0]!.toLowerCase();
        expect(
          glossary.some(({ term }) => term.toLowerCase().startsWith(first)),
          english,
        ).toBe(true);
      }
    },
  );
});

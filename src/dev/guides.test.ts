import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readCatalog } from '#platform/server/words/in-language.ts';
import { guidePath } from '#shared/guide-path.ts';
import { type Language, languages } from '#shared/languages.ts';
import { roles } from '#shared/roles.ts';
import { guideFile, guidePage } from '../../scripts/guides.ts';

const docs = path.resolve(import.meta.dirname, '../../docs');
const guides = roles.flatMap((role) => languages.map((language) => ({ role, language })));
const textOf = ({ role, language }: (typeof guides)[number]) =>
  readFileSync(path.join(docs, 'guide', guideFile(role, language)), 'utf8');
const picturesIn = (text: string) =>
  [...text.matchAll(/!\[([^\]]*)\]\(([^)]+)\)/g)].map(([, alt, source]) => ({ alt: alt!, source: source! }));

test('each role has its guide in each language, and no other guides are there', () => {
  const wanted = guides.map(({ role, language }) => guideFile(role, language));
  expect(globSync('*', { cwd: path.join(docs, 'guide') }).sort()).toEqual(wanted.sort());
});

describe.each(guides)('the guide of $role in $language', (guide) => {
  const { role, language } = guide;
  const text = textOf(guide);

  test('names buttons and fields in bold, as they stand on the screen in that language', () => {
    const bold = [...text.matchAll(/\*\*(.+?)\*\*/g)].map(([, name]) => name!);
    expect(bold.length).toBeGreaterThan(20);
    expect(bold.filter((name) => !labelsIn(language).has(name))).toEqual([]);
  });

  test('is two pages long, with pictures of the screens in that language', () => {
    expect(text.split(/\s+/).length).toBeGreaterThan(400);
    expect(text.split(/\s+/).length).toBeLessThan(900);
    const pictures = picturesIn(text);
    expect(pictures.length).toBeGreaterThanOrEqual(2);
    for (const { alt, source } of pictures) {
      expect(source).toMatch(new RegExp(`^\\.\\./images/guide/${language}/[a-z-]+\\.webp$`));
      expect(alt.length).toBeGreaterThan(10);
      expect(statSync(path.join(docs, 'guide', source)).size).toBeLessThanOrEqual(80 * 1024);
    }
  });

  test('is a page with one heading, its pictures and its other languages, and without a script', () => {
    const page = guidePage(role, language);
    expect(page).toContain(`<html lang="${language}">`);
    expect(page.match(/<h1/g)).toHaveLength(1);
    expect(page).not.toMatch(/<script|style=|\*\*|https?:/);
    for (const { source } of picturesIn(text))
      expect(page).toContain(`src="${source.replace('../images/guide/', '')}"`);
    for (const other of languages) expect(page).toContain(`href="${path.basename(guidePath(role, other))}"`);
  });
});

test('every picture of the guides is shown in one', () => {
  const shown = guides.flatMap((guide) => picturesIn(textOf(guide)).map(({ source }) => source.slice(16)));
  expect(globSync('*/*.webp', { cwd: path.join(docs, 'images/guide') }).sort()).toEqual(shown.sort());
});

const known = new Map<Language, Set<string>>();

/** Every text of the screens in a language. English stands in the code, and in the catalogs of the others as the message. */
function labelsIn(language: Language): Set<string> {
  const labels =
    known.get(language) ??
    new Set(
      readCatalog(language === 'en' ? 'kn' : language).map(({ english, translation }) =>
        language === 'en' ? english : translation,
      ),
    );
  known.set(language, labels);
  return labels;
}

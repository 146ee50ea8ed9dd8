import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { borrowOrStart, type Desks } from '../harness/desks.ts';
import type { Json } from '../harness/people.ts';
import type { Portal } from '../harness/portal.ts';
import { pick } from '../harness/random.ts';
import { receive } from '../harness/records.ts';
import { documentOf } from '../sheets/b-find.ts';
import { plain, textOf } from '../sheets/b-pdf.ts';
import { speakAsUniversity } from './d-university.ts';
import { indian, isEnglish, type Language, languages, scripts, speak, translationOf } from './d-words.ts';

// The issue: "candidates' PDFs in the university's [language]"; what a candidate is given is the acknowledgement slip.
// Open: its words. The label of the acknowledgement number is that of the screens' catalog, and no line is an English
// sentence. Text comes from the text layer by pdftotext (apt-get install -y poppler-utils).

let portal: Portal;
let desks: Desks;
let application: Json;

beforeAll(async () => {
  ({ portal, desks } = await borrowOrStart());
  application = await receive(desks.receiver);
});
afterAll(async () => {
  await portal?.remove();
});

const slip = (person: Desks['admin']) =>
  documentOf(portal, person, `/api/applications/${application.id}/receipt`);

describe('papers of a candidate', { timeout: 120_000 }, () => {
  for (const language of indian) {
    test(`the acknowledgement slip of a university that writes ${language}`, async () => {
      await speakAsUniversity(portal, desks, language);
      const text = textOf(await slip(desks.receiver));
      const without = [application.candidateName, application.registrationNumber].reduce(
        (rest, own) => rest.replaceAll(plain(own), ' '),
        text,
      );
      const words: string[] = without.match(new RegExp(`${scripts[language].source}+`, 'g')) ?? [];
      expect(words.length, `words of the language in: ${text}`).toBeGreaterThan(12);
      expect(text).toContain(plain(translationOf(language, 'Acknowledgement number')!));
      const sentences = String(without)
        .split(/[.।\n]/)
        .filter((line) => isEnglish(line, language) && !scripts[language].test(line));
      expect(sentences, text).toEqual([]);
      expect(text, 'Latin digits').not.toMatch(/[०-९೦-೯]/);
      expect(text, 'the number is the same').toContain(application.registrationNumber);
    });
  }

  test('whose language it is: the reader, who reads another one, prints the same slip', async () => {
    const language = pick(indian);
    await speakAsUniversity(portal, desks, language);
    const texts: string[] = [];
    for (const reader of languages) {
      await speak(desks.receiver, reader as Language);
      texts.push(textOf(await slip(desks.receiver)).replaceAll(/\d\d\/\d\d\/\d{4},? \d\d:\d\d/g, ''));
    }
    await speak(desks.receiver, 'en');
    expect(new Set(texts).size, 'one slip for every reader').toBe(1);
    expect(texts[0]).toMatch(scripts[language]);
  });
});

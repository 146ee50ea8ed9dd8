import { expect, test } from 'vitest';
import { t } from '#shared/words.ts';
import { switchLanguage, translateText } from './language.ts';

test('a label that Hindi has once is a heading again in English', async () => {
  await switchLanguage('hi');
  try {
    const [heading, word] = [t`Findings`, t`finding`];
    expect(word).toBe(heading);
    await switchLanguage('en');
    expect(translateText(heading)).toBe('Findings');
  } finally {
    await switchLanguage('en');
  }
});

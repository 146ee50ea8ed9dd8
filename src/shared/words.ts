import { currentTranslation } from './translate-label.ts';

// Displayed texts are written in English where they are used, with the tag below. In the browser's build Lingui
// replaces it by a look-up in the catalog of the chosen language (lingui.config.ts names this file); on the server it
// returns English, or the language of `inLanguage`; in tests and scripts English.

/** A sentence or label: t`${count} entries`. Evaluated in place, so the language has to be set before. */
export function t(words: TemplateStringsArray, ...values: (string | number)[]): string {
  return (
    currentTranslation.current?.(words, values) ??
    words.reduce((text, part, index) => `${text}${values[index - 1]}${part}`)
  );
}

import { sayingIn } from './saying.ts';

// What people read is written in English where it is used, with the tag below. In the browser's build Lingui
// replaces it by a look-up in the catalog of the chosen language (lingui.config.ts names this file); on the server
// it gives the English, or what `inLanguage` asks for; in tests and in scripts the English.

/** A sentence or label: t`${count} entries`. Evaluated where it stands, so the language has to be chosen before. */
export function t(words: TemplateStringsArray, ...values: (string | number)[]): string {
  return (
    sayingIn.current?.(words, values) ??
    words.reduce((text, part, index) => `${text}${values[index - 1]}${part}`)
  );
}

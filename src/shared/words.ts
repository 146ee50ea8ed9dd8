// What people read is written in English where it is used, with the two tags below. In the browser's build Lingui
// replaces them by a look-up in the catalog of the chosen language (lingui.config.ts names this file); on the server,
// in tests and in scripts they are plain functions and give the English.

/** A sentence or label: t`${count} entries`. Evaluated where it stands, so the language has to be chosen before. */
export function t(words: TemplateStringsArray, ...values: (string | number)[]): string {
  return words.reduce((text, part, index) => `${text}${values[index - 1]}${part}`);
}

/** The form for a number: plural(count, { one: '# entry', other: '# entries' }). */
export function plural(count: number, forms: { one: string; other: string }): string {
  return (count === 1 ? forms.one : forms.other).replaceAll('#', String(count));
}

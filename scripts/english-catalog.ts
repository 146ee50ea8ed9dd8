import { readFileSync, writeFileSync } from 'node:fs';
import { formatter } from '@lingui/format-po';

const directory = new URL('../src/platform/web/languages/', import.meta.url);

/** Writes en.po, which is not tracked: the code contains the English text, so each message translates to itself. */
export async function writeEnglishCatalog(): Promise<void> {
  const { parse, serialize } = formatter({ lineNumbers: false, origins: false });
  const context = { sourceLocale: 'en', locale: 'kn', filename: 'kn.po' };
  const catalog = await parse(readFileSync(new URL('kn.po', directory), 'utf8'), context);
  const english = Object.entries(catalog).map(([id, entry]) => [
    id,
    { ...entry, translation: entry.message },
  ]);
  const text = await serialize(Object.fromEntries(english), { ...context, locale: 'en', existing: '' });
  writeFileSync(new URL('en.po', directory), text);
}

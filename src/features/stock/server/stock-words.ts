import type { Db } from '#platform/server/db/database.ts';
import type { StockWords } from '#shared/stock-words.ts';

type Named = { name: string; colour: string; names: unknown; colours: unknown };

/** Translations of the names and colours of papers and inks. */
export async function readStockWords(db: Db): Promise<StockWords> {
  const named = (table: 'papers' | 'inks') =>
    db.selectFrom(table).select(['name', 'names', 'colour', 'colours']);
  const kinds: Named[] = await named('papers').unionAll(named('inks')).execute();
  const words: StockWords = {};
  for (const { name, colour, names, colours } of kinds) {
    words[name] = { ...words[name], ...said(names) };
    words[colour] = { ...words[colour], ...said(colours) };
  }
  return words;
}

function said(kept: unknown): StockWords[string] {
  const texts = Object.entries((kept ?? {}) as Record<string, string>);
  return Object.fromEntries(texts.filter(([, text]) => text !== ''));
}

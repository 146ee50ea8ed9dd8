import type { Language } from '#shared/languages.ts';
import type { StockWords } from '#shared/stock-words.ts';
import type { Db } from './db/database.ts';

/** What the platform asks the features; one of them answers each. */
export type Answers = {
  /** Throws while no document may be made. */
  assertMayPrint(db: Db): Promise<void>;
  /** Of the person's account; if none was chosen, `otherwise`, by default English. */
  languageOfPerson(db: Db, staffId: string, otherwise?: Language): Promise<Language>;
  /** Ends every mail; null before there is one. */
  signature(db: Db, language: Language): Promise<string | null>;
  /** Translations of the names and colours of the stock. */
  stockWords(db: Db): Promise<StockWords>;
};

export const answers = {} as Answers;

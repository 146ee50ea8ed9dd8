import { z } from 'zod';
import { t } from '#shared/words.ts';
import { typedText } from './fields.ts';
import { isWrittenIn } from './scripts.ts';

/** Translations of the stock's names and colours, by the English word. */
export const StockWords = z.record(
  z.string(),
  z.object({ kn: z.string().optional(), hi: z.string().optional() }),
);
export type StockWords = z.infer<typeof StockWords>;

function word(language: 'kn' | 'hi') {
  return typedText()
    .trim()
    .normalize('NFC')
    .max(80)
    .refine(
      (text) => text === '' || isWrittenIn(language, text),
      t`Each text in the letters of its own language.`,
    )
    .default('');
}

/** Translations of a name or colour; an empty one falls back to English. */
export const InScripts = z.object({ kn: word('kn'), hi: word('hi') });
export type InScripts = z.infer<typeof InScripts>;

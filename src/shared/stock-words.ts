import { z } from 'zod';
import { t } from '#shared/words.ts';
import { typedText } from './fields.ts';
import { isWrittenIn } from './scripts.ts';

/** By the name or the colour as the stock has it in English, what it is called in the other languages of the screens. */
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

/** A name or a colour in the other languages of the screens; where it is empty, they have the English. */
export const InScripts = z.object({ kn: word('kn'), hi: word('hi') });
export type InScripts = z.infer<typeof InScripts>;

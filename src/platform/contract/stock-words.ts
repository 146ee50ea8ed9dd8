import { z } from 'zod';
import { StockWords } from '#shared/stock-words.ts';
import { operation } from './operation.ts';

/** What every list needs of the stock; implemented by the feature `stock`. */
export const stockWordsContract = {
  listStockWords: operation('GET /stock-words', {
    summary: 'What names and colours of papers and inks are called in the other languages of the screens.',
    access: 'signed_in',
    reads: ['stock', 'papers', 'inks'],
  }).output(z.object({ words: StockWords })),
};

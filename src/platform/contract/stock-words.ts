import { z } from 'zod';
import { StockWords } from '#shared/stock-words.ts';
import { operation } from './operation.ts';

/** What every list of a feature asks of the stock; the feature `stock` carries it out. */
export const stockWordsContract = {
  listStockWords: operation('GET /stock-words', {
    summary: 'What names and colours of papers and inks are called in the other languages of the screens.',
    access: 'signed_in',
    reads: ['stock'],
  }).output(z.object({ words: StockWords })),
};

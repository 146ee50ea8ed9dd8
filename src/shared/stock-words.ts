import { z } from 'zod';

/** Translations of the stock's names and colours, by the English word. */
export const StockWords = z.record(
  z.string(),
  z.object({ kn: z.string().optional(), hi: z.string().optional() }),
);
export type StockWords = z.infer<typeof StockWords>;

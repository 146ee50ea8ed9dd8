import { z } from 'zod';

const ColumnKey = z.string().min(1).max(40);

/** A person's layout of a list; missing parts use the list's defaults. */
export const ListView = z.object({
  /** Keys of columns. A missing one stays behind the column that it follows by default. */
  order: z.array(ColumnKey).max(60).default([]),
  hidden: z.array(ColumnKey).max(60).default([]),
  /** Pixels of the columns that the person made wider or narrower; the others fit their content. */
  widths: z.record(ColumnKey, z.number().int().min(40).max(900)).default({}),
  /** The fields of a phone's card; by default those of the list. */
  card: z.array(ColumnKey).max(60).optional(),
});
export type ListView = z.infer<typeof ListView>;

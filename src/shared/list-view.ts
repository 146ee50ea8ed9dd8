import { z } from 'zod';

const pins = ['left', 'right', 'none'] as const;
export type Pin = (typeof pins)[number];

const ColumnKey = z.string().min(1).max(40);

/** A list as a person has laid it out; what is not said is as the list has it. */
export const ListView = z.object({
  /** Keys of columns. One that is not named stays behind the column that it follows. */
  order: z.array(ColumnKey).max(60).default([]),
  hidden: z.array(ColumnKey).max(60).default([]),
  /** Pixels. */
  widths: z.record(ColumnKey, z.number().int().min(40).max(900)).default({}),
  pins: z.record(ColumnKey, z.enum(pins)).default({}),
  /** The fields of a phone's card; those of the list where nobody chose. */
  card: z.array(ColumnKey).max(60).optional(),
});
export type ListView = z.infer<typeof ListView>;

import { z } from 'zod';
import { t } from '#shared/words.ts';
import { languages } from './languages.ts';

/** How high the rows of every list are. */
export const densities = ['comfortable', 'compact'] as const;
export type Density = (typeof densities)[number];

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
});
export type ListView = z.infer<typeof ListView>;

/** What follows a person to every device. */
export const Preferences = z.object({
  density: z.enum(densities),
  /** Null as long as the person has not chosen: then each device has its own. */
  language: z.enum(languages).nullable(),
  /** Whether single letters are shortcuts (WCAG 2.1.4); keys with Ctrl, Enter and the arrows always are. */
  letterKeys: z.boolean().default(true),
  /** What the person's barcode scanner sends before each code, so that a scan is told from typing; '' for none. */
  scannerPreamble: z
    .string()
    .regex(
      /^(?:[!-.:-@[-`{-~][!-~]{0,3})?$/,
      t`Enter 1 to 4 characters. The first one is a sign such as ~, and not /.`,
    )
    .default(''),
  /** By the name of a list, such as `total-applications`. */
  listViews: z.record(z.string().max(60), ListView).default({}),
});
export type Preferences = z.infer<typeof Preferences>;

import { z } from 'zod';
import { namesOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';
import { languages } from './languages.ts';
import { ListView } from './list-view.ts';

/** The row height of all lists. */
export const densityLabels = { comfortable: t`Comfortable`, compact: t`Compact` };
export type Density = keyof typeof densityLabels;

/** The preferences of a person on all devices. */
export const Preferences = z.object({
  density: z.enum(namesOf(densityLabels)),
  /** Null until chosen: then each device uses its own. */
  language: z.enum(languages).nullable(),
  /** Whether single letters are shortcuts (WCAG 2.1.4); keys with Ctrl, Enter and the arrows always are. */
  letterKeys: z.boolean().default(true),
  /** The prefix that the person's barcode scanner sends before each code, to tell scans from typing; '' for none. */
  scannerPreamble: z
    .string()
    .regex(
      /^(?:[!-.:-@[-`{-~][!-~]{0,3})?$/,
      t`Enter 1 to 4 characters. The first one is a sign, for example ~, and not /.`,
    )
    .default(''),
  /** Whether "Your day in four steps" is put away. */
  stepsSeen: z.boolean().default(false),
  /** By the name of a list, such as `total-applications`. */
  listViews: z.record(z.string().max(60), ListView).default({}),
});
export type Preferences = z.infer<typeof Preferences>;

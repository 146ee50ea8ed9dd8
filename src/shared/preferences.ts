import { z } from 'zod';
import { languages } from './languages.ts';

/** How high the rows of every list are. */
export const densities = ['comfortable', 'compact'] as const;
export type Density = (typeof densities)[number];

/** What follows a person to every device. */
export const Preferences = z.object({
  density: z.enum(densities),
  /** Null as long as the person has not chosen: then each device has its own. */
  language: z.enum(languages).nullable(),
  /** Whether single letters are shortcuts (WCAG 2.1.4); keys with Ctrl, Enter and the arrows always are. */
  letterKeys: z.boolean().default(true),
});
export type Preferences = z.infer<typeof Preferences>;

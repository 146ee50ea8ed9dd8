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
});
export type Preferences = z.infer<typeof Preferences>;

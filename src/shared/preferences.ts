import { z } from 'zod';

/** How high the rows of every list are. */
export const densities = ['comfortable', 'compact'] as const;
export type Density = (typeof densities)[number];

/** What follows a person to every device. */
export const Preferences = z.object({ density: z.enum(densities) });
export type Preferences = z.infer<typeof Preferences>;

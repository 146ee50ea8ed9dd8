import { z } from 'zod';
import { Day } from '#shared/identifiers.ts';

/** Days in India, both included. */
export const DayRange = z.object({ from: Day.optional(), to: Day.optional() });
export type DayRange = z.infer<typeof DayRange>;

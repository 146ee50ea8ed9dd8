import { z } from 'zod';
import { t } from '#shared/words.ts';
import { Id, typedText } from './fields.ts';

export const maximumViewNameLength = 60;

/** A saved state of a list. */
export const SavedView = z.object({
  id: Id,
  /** The name of the list's layout, such as `total-applications`. */
  list: z
    .string()
    .regex(/^[a-z-]+$/)
    .max(60),
  name: typedText()
    .trim()
    .min(1, t`Enter a name for the view.`)
    .max(maximumViewNameLength, t`At most 60 characters.`),
  /** Search, filters, order and columns as the query string of the page's URL. */
  address: typedText().max(2_000),
});
export type SavedView = z.infer<typeof SavedView>;

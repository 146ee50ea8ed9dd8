import { z } from 'zod';
import { Id, typedText } from './fields.ts';
import { t } from './words.ts';

/** Of the name of a view. */
export const longestViewName = 60;

/** How somebody likes to see a list, under a name. */
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
    .max(longestViewName, t`At most 60 characters.`),
  /** Search, filters, order and columns, as the address of the page has them after its `?`. */
  address: typedText().max(2_000),
});
export type SavedView = z.infer<typeof SavedView>;

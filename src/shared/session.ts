import { z } from 'zod';
import { Id, Moment } from './fields.ts';
import { Preferences } from './preferences.ts';
import { roles } from './roles.ts';
import { SavedView } from './saved-view.ts';

/** Who is signed in, as every screen needs it. `code` is `ALL` or the college code. */
export const Session = z.object({
  staffId: Id,
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  code: z.string(),
  mustChangePassword: z.boolean(),
  /** An administrator chose the authenticator app for this person, who has none yet. */
  mustEnrolAuthenticator: z.boolean(),
  /** Of an administrator, while the first-day checklist lacks something that blocks: it is the first page then. */
  opensOnChecklist: z.boolean(),
  preferences: Preferences,
  /** Of all lists. */
  savedViews: z.array(SavedView),
  /** The end at the latest; half an hour in which the person does nothing ends the session sooner. */
  expiresAt: Moment,
});
export type Session = z.infer<typeof Session>;

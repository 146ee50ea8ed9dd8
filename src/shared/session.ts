import { z } from 'zod';
import { Id, Moment } from './fields.ts';
import { Preferences } from './preferences.ts';
import { roles } from './roles.ts';
import { SavedView } from './saved-view.ts';

/** The signed-in person. `code` is `ALL` or the college code. */
export const Session = z.object({
  staffId: Id,
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  code: z.string(),
  mustChangePassword: z.boolean(),
  /** An administrator requires an authenticator app, which this person has not enrolled yet. */
  mustEnrolAuthenticator: z.boolean(),
  /** For an administrator, while the first-day checklist has blocking items: it is then the first page. */
  opensOnChecklist: z.boolean(),
  preferences: Preferences,
  /** For all lists. */
  savedViews: z.array(SavedView),
  /** The absolute end; half an hour of inactivity ends the session sooner. */
  expiresAt: Moment,
});
export type Session = z.infer<typeof Session>;

import { z } from 'zod';
import { Id, Moment } from './identifiers.ts';
import { roles } from './roles.ts';

/** Who is signed in, as every screen needs it. `code` is `ALL` or the college code. */
export const Session = z.object({
  staffId: Id,
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  code: z.string(),
  mustChangePassword: z.boolean(),
  /** The end at the latest; half an hour without a request ends the session sooner. */
  expiresAt: Moment,
});
export type Session = z.infer<typeof Session>;

import type { Role } from '#shared/roles.ts';

/** Whose records a query may touch: one college's, or all. Every query of scoped tables takes it first. */
export type Scope = { collegeId: string | null };

/** The scope of the public verification page and of the portal's own jobs. */
export const wholeUniversity: Scope = { collegeId: null };

/** Who acts. A job of the portal itself acts without a person. */
export type Actor = {
  id: string;
  name: string;
  role: Role;
  scope: Scope;
  mustChangePassword: boolean;
  mustEnrolAuthenticator: boolean;
  /** Whether password and code were given within the last minutes. */
  isFreshlyAuthenticated: boolean;
};

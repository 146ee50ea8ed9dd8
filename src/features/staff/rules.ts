import type { ErrorCode } from '#shared/errors.ts';
import type { Role } from '#shared/roles.ts';
import type { StaffStatus } from './contract.ts';

/** What the rules look at; the locked row of the database and the row on the screen both have it. */
export type StaffFacts = {
  id: string;
  role: Role;
  disabledAt: unknown;
  lockedAt: unknown;
  unknownDeviceLockedAt: unknown;
  passwordIsInitial: boolean;
  hasActed: boolean;
  isLastAdmin: boolean;
  hasAuthenticator: boolean;
  /** Who changed the address, while its change is neither confirmed nor a day old. */
  emailHold: { changedBy: string } | null;
};

/** `true`, or the code that says why not. */
export type StaffRuling = true | Extract<ErrorCode, `staff.${string}`>;

/** What an admin may do to an account. Nobody acts on their own, and one enabled admin always stays. */
export const staffCan = {
  disable(person: StaffFacts, actorId: string): StaffRuling {
    if (person.id === actorId) return 'staff.own_account';
    if (person.disabledAt !== null) return 'staff.already_disabled';
    return person.isLastAdmin ? 'staff.last_admin' : true;
  },
  enable(person: StaffFacts): StaffRuling {
    return person.disabledAt === null ? 'staff.not_disabled' : true;
  },
  unlock(person: StaffFacts, actorId: string): StaffRuling {
    if (person.id === actorId) return 'staff.own_account';
    return person.lockedAt === null && person.unknownDeviceLockedAt === null ? 'staff.not_locked' : true;
  },
  resendPassword(person: StaffFacts, actorId: string): StaffRuling {
    if (person.id === actorId) return 'staff.own_account';
    if (person.disabledAt !== null) return 'staff.already_disabled';
    if (!person.passwordIsInitial) return 'staff.password_chosen';
    // Somebody who has signed in is somebody: a mailed password would hand them to the new address.
    return person.emailHold !== null && person.hasActed ? 'staff.email_held' : true;
  },
  endSessions(person: StaffFacts, actorId: string): StaffRuling {
    return person.id === actorId ? 'staff.own_account' : true;
  },
  confirmEmail(person: StaffFacts, actorId: string): StaffRuling {
    if (person.emailHold === null) return 'staff.email_not_held';
    if (person.id === actorId) return 'staff.own_account';
    return person.emailHold.changedBy === actorId ? 'staff.own_email_change' : true;
  },
  resetAuthenticator(person: StaffFacts, actorId: string): StaffRuling {
    if (person.id === actorId) return 'staff.own_account';
    return person.hasAuthenticator ? true : 'staff.no_authenticator';
  },
  delete(person: StaffFacts, actorId: string): StaffRuling {
    if (person.id === actorId) return 'staff.own_account';
    if (person.hasActed) return 'staff.has_acted';
    return person.isLastAdmin ? 'staff.last_admin' : true;
  },
};

/** The one word for an account: what keeps its person out comes first. */
export function statusOf(
  person: Pick<StaffFacts, 'disabledAt' | 'lockedAt' | 'unknownDeviceLockedAt' | 'passwordIsInitial'>,
): StaffStatus {
  if (person.disabledAt !== null) return 'disabled';
  if (person.lockedAt !== null || person.unknownDeviceLockedAt !== null) return 'locked';
  return person.passwordIsInitial ? 'initial_password' : 'active';
}

import type { ErrorCode } from '#shared/errors.ts';
import type { StaffMember, StaffStatus } from './contract.ts';

/** `true`, or the error code that says why not. */
export type StaffRuling = true | Extract<ErrorCode, `staff.${string}`> | 'auth.provider_replaces_password';

/** What an admin may do to an account. Nobody acts on their own, and one enabled admin always remains. */
export const staffCan = {
  disable(person: StaffMember, actorId: string): StaffRuling {
    if (person.id === actorId) return 'staff.own_account';
    if (person.disabledAt !== null) return 'staff.already_disabled';
    return person.isLastAdmin ? 'staff.last_admin' : true;
  },
  enable(person: StaffMember): StaffRuling {
    return person.disabledAt === null ? 'staff.not_disabled' : true;
  },
  unlock(person: StaffMember, actorId: string): StaffRuling {
    if (person.id === actorId) return 'staff.own_account';
    return person.lockedAt === null && person.unknownDeviceLockedAt === null ? 'staff.not_locked' : true;
  },
  resendPassword(person: StaffMember, actorId: string): StaffRuling {
    if (person.id === actorId) return 'staff.own_account';
    if (person.disabledAt !== null) return 'staff.already_disabled';
    if (person.passwordIsReplaced) return 'auth.provider_replaces_password';
    if (!person.passwordIsInitial) return 'staff.password_chosen';
    // The person has signed in before: a mailed password would hand their account to the new address.
    return person.emailHold !== null && person.hasActed ? 'staff.email_held' : true;
  },
  endSessions(person: StaffMember, actorId: string): StaffRuling {
    return person.id === actorId ? 'staff.own_account' : true;
  },
  confirmEmail(person: StaffMember, actorId: string): StaffRuling {
    if (person.emailHold === null) return 'staff.email_not_held';
    if (person.id === actorId) return 'staff.own_account';
    return person.emailHold.changedBy === actorId ? 'staff.own_email_change' : true;
  },
  resetAuthenticator(person: StaffMember, actorId: string): StaffRuling {
    if (person.id === actorId) return 'staff.own_account';
    return person.hasAuthenticator || person.hasPasskeys ? true : 'staff.no_authenticator';
  },
  delete(person: StaffMember, actorId: string): StaffRuling {
    if (person.id === actorId) return 'staff.own_account';
    if (person.hasActed) return 'staff.has_acted';
    return person.isLastAdmin ? 'staff.last_admin' : true;
  },
};

/** The account's one status: whatever prevents signing in comes first. */
export function statusOf(person: Omit<StaffMember, 'status'>): StaffStatus {
  if (person.disabledAt !== null) return 'disabled';
  if (person.lockedAt !== null || person.unknownDeviceLockedAt !== null) return 'locked';
  return person.passwordIsInitial ? 'initial_password' : 'active';
}

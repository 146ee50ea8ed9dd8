import type { ErrorEntries } from '#shared/error-entry.ts';
import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { roleLabels } from '#shared/roles.ts';
import { t } from '#shared/words.ts';

const staffErrors = {
  'staff.not_found': t`This person no longer exists.`,
  'staff.email_taken': t`Another account uses this Email Id.`,
  'staff.unknown_code': { status: 422, sentence: t`There is no college with this code. Choose again.` },
  'staff.field_missing': { status: 422, sentence: t`Everybody in this role needs this.` },
  'staff.own_account': t`This is your own account, so another admin must do it.`,
  'staff.already_disabled': t`This account is disabled.`,
  'staff.not_disabled': t`This account is not disabled.`,
  'staff.not_locked': t`This account is not locked.`,
  'staff.no_authenticator': t`This person has neither an authenticator app nor a passkey set up.`,
  'staff.password_chosen': t`This person has chosen a password of their own. Forgot Password replaces it.`,
  'staff.email_held': t`The Email Id was changed less than 24 hours ago. Another admin has to confirm it first.`,
  'staff.email_not_held': t`There is no change of Email Id to confirm.`,
  'staff.own_email_change': t`You changed this Email Id yourself, so another admin has to confirm it.`,
  'staff.not_signed_in': t`This person is not signed in anywhere.`,
  'staff.has_acted': t`This person has worked in the portal, and the records name them, so the account cannot be deleted. Disable it.`,
  'staff.last_admin': t`This is the last admin who can sign in. Enable or add another one first.`,
} as const satisfies ErrorEntries;

const words = {
  errors: staffErrors,
  events: {
    'staff.added': t`Account added`,
    'staff.authenticator_reset': t`Authenticator reset`,
    'staff.deleted': t`Account deleted`,
    'staff.disabled': t`Account disabled`,
    'staff.edited': t`Account edited`,
    'staff.email_confirmed': t`Email Id confirmed`,
    'staff.enabled': t`Account enabled`,
    'staff.password_resent': t`Password resent`,
    'staff.sessions_ended': t`Sessions ended`,
    'staff.unlocked': t`Account unlocked`,
  },
  records: {
    staff: t`staff`,
  },
  fields: {
    disabledAt: t`Disabled at`,
    lockedAt: t`Locked at`,
    passwordSetAt: t`Password set at`,
    printerCode: t`Printer code`,
    secondFactor: t`Second step of signing in`,
    unknownDeviceLockedAt: t`Locked for new devices at`,
    passwordIsInitial: t`Initial password`,
  },
  states: { person: roleLabels },
} as const satisfies FeatureNames;
declareNames(words);

declare module '#shared/feature.ts' {
  interface Register {
    staffWords: typeof words;
  }
}

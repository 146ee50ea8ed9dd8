import { t } from '#shared/words.ts';
import type { ErrorEntries } from './error-entry.ts';

export const staffErrors = {
  'staff.not_found': { status: 404, sentence: t`This person does not exist any more.` },
  'staff.email_taken': { status: 409, sentence: t`Somebody already signs in with this Email Id.` },
  'staff.own_account': {
    status: 409,
    sentence: t`This is your own account, so another admin has to do it.`,
  },
  'staff.already_disabled': { status: 409, sentence: t`This account is disabled.` },
  'staff.not_disabled': { status: 409, sentence: t`This account is not disabled.` },
  'staff.not_locked': { status: 409, sentence: t`This account is not locked.` },
  'staff.no_authenticator': { status: 409, sentence: t`This person has no authenticator app set up.` },
  'staff.password_chosen': {
    status: 409,
    sentence: t`This person has chosen a password of their own. Forgot Password replaces it.`,
  },
  'staff.has_acted': {
    status: 409,
    sentence: t`This person has worked in the portal, and the records name them, so the account cannot be deleted. Disable it.`,
  },
  'staff.last_admin': {
    status: 409,
    sentence: t`This is the last admin who can sign in. Enable or add another one first.`,
  },
} as const satisfies ErrorEntries;

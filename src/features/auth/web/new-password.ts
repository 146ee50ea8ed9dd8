import { z } from 'zod';
import { hasCode } from '#platform/web/api/problem.ts';
import { t } from '#shared/words.ts';
import { NewPassword } from '../contract.ts';

const own = { password: NewPassword, confirmation: z.string().min(1, t`Enter the new password again.`) };
const passwordsAgree = {
  check: (typed: { password: string; confirmation: string }) => typed.password === typed.confirmation,
  fault: { path: ['confirmation'], message: t`The two passwords differ.` },
};

/** A new password, typed twice. */
export const NewPasswordEntry = z.object(own).refine(passwordsAgree.check, passwordsAgree.fault);

/** A new password with the one that it replaces. */
export const PasswordChangeEntry = z
  .object({ currentPassword: z.string().min(1, t`Enter your current password.`), ...own })
  .refine(passwordsAgree.check, passwordsAgree.fault);

/** The field that a refusal speaks of; null when it belongs above the form. */
export function faultyPasswordField(error: unknown): 'currentPassword' | 'password' | 'confirmation' | null {
  if (hasCode(error, 'auth.wrong_password')) return 'currentPassword';
  if (hasCode(error, 'auth.common_password') || hasCode(error, 'auth.same_password')) return 'password';
  if (hasCode(error, 'auth.passwords_differ')) return 'confirmation';
  return null;
}

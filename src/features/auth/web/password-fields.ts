import { z } from 'zod';
import { t } from '#shared/words.ts';
import { NewPassword } from '../contract.ts';
import type { StepField } from './step-form.tsx';

export const currentPassword = {
  label: t`Current password`,
  show: t`Show: Current password`,
  autoComplete: 'current-password',
  missing: t`Enter your current password.`,
  refusals: ['auth.wrong_password'],
} satisfies StepField;

/** A new password, typed twice. */
export const newPassword = {
  password: {
    label: t`New password`,
    show: t`Show new password`,
    autoComplete: 'new-password',
    refusals: ['auth.common_password', 'auth.same_password'],
  },
  confirmation: {
    label: t`Confirm new password`,
    show: t`Show confirmation`,
    autoComplete: 'new-password',
    refusals: ['auth.passwords_differ'],
  },
} satisfies Record<string, StepField>;

const own = { password: NewPassword, confirmation: z.string().min(1, t`Enter the new password again.`) };
const passwordsAgree = {
  check: (typed: { password: string; confirmation: string }) => typed.password === typed.confirmation,
  fault: { path: ['confirmation'], message: t`The two passwords differ.` },
};

export const NewPasswordEntry = z.object(own).refine(passwordsAgree.check, passwordsAgree.fault);

/** A new password and the one it replaces. */
export const PasswordChangeEntry = z
  .object({ currentPassword: z.string().min(1, currentPassword.missing), ...own })
  .refine(passwordsAgree.check, passwordsAgree.fault);

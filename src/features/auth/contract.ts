import { z } from 'zod';
import { Id } from '#shared/identifiers.ts';
import { operation } from '#shared/operation.ts';
import { roles } from '#shared/roles.ts';
import { Session } from '#shared/session.ts';

export const Email = z.email('Write an e-mail address such as name@university.example.').max(254);

/** NIST SP 800-63B, section 5.1.1.2: a length, no composition rules; common passwords are refused by the server. */
export const NewPassword = z.string().min(12, 'At least 12 characters.').max(128, 'At most 128 characters.');

/** How long a password that somebody else made opens anything. */
export const initialPasswordHours = 72;

/** What the person has to hold against a mail: the challenge, when a new code may be asked for, and what is left. */
export const Challenge = z.object({
  challengeId: Id,
  digits: z.number().int(),
  resendAfterSeconds: z.number().int(),
  mailsLeft: z.number().int(),
});
export type Challenge = z.infer<typeof Challenge>;

const Code = z.string().regex(/^\d{4,8}$/, 'Digits only.');

export const authContract = {
  getSession: operation({
    method: 'GET',
    path: '/session',
    summary: 'Who is signed in, or null.',
    access: 'public',
  }).output(z.object({ session: Session.nullable() })),
  startSignIn: operation({
    method: 'POST',
    path: '/sign-in',
    summary:
      'Checks role, Email Id and password and mails a one-time code. Every kind of mismatch answers alike.',
    access: 'public',
    errors: ['auth.wrong_credentials', 'auth.locked', 'auth.initial_password_expired', 'request.too_many'],
  })
    .input(
      z.object({
        role: z.enum(roles),
        email: Email,
        password: z.string().min(1, 'Type your password.').max(128),
      }),
    )
    .output(Challenge),
  resendSignInCode: operation({
    method: 'POST',
    path: '/sign-in/{challengeId}/resend',
    summary: 'Mails a new code and kills the old one; the tries that are left stay as they are.',
    access: 'public',
    errors: ['auth.challenge_over', 'auth.resend_too_soon', 'auth.no_mails_left'],
  })
    .input(z.object({ challengeId: Id }))
    .output(Challenge),
  completeSignIn: operation({
    method: 'POST',
    path: '/sign-in/{challengeId}/complete',
    summary: 'Spends one try on a code; the right one opens a session (cookie).',
    access: 'public',
    errors: ['auth.wrong_code', 'auth.challenge_over', 'auth.locked'],
  })
    .input(z.object({ challengeId: Id, code: Code }))
    .output(Session),
  signOut: operation({
    method: 'POST',
    path: '/sign-out',
    summary: 'Ends the session.',
    access: 'signed_in',
  }).output(z.object({})),
  startPasswordReset: operation({
    method: 'POST',
    path: '/password-reset',
    summary: 'Mails a 6-digit code if the address is known; the answer does not tell whether it is.',
    access: 'public',
    errors: ['request.too_many'],
  })
    .input(z.object({ email: Email }))
    .output(Challenge),
  resendPasswordResetCode: operation({
    method: 'POST',
    path: '/password-reset/{challengeId}/resend',
    summary: 'Mails a new reset code and kills the old one.',
    access: 'public',
    errors: ['auth.challenge_over', 'auth.resend_too_soon', 'auth.no_mails_left'],
  })
    .input(z.object({ challengeId: Id }))
    .output(Challenge),
  checkPasswordResetCode: operation({
    method: 'POST',
    path: '/password-reset/{challengeId}/check',
    summary: 'Spends one try on a reset code; the right one gives the token of the last step.',
    access: 'public',
    errors: ['auth.wrong_code', 'auth.challenge_over'],
  })
    .input(z.object({ challengeId: Id, code: Code }))
    .output(z.object({ resetToken: z.string() })),
  completePasswordReset: operation({
    method: 'POST',
    path: '/password-reset/complete',
    summary: 'Sets the new password, ends every session of the person and opens none.',
    access: 'public',
    errors: ['auth.challenge_over', 'auth.passwords_differ', 'auth.common_password'],
  })
    .input(
      z.object({ resetToken: z.string().max(200), password: NewPassword, confirmation: z.string().max(128) }),
    )
    .output(z.object({})),
  changePassword: operation({
    method: 'POST',
    path: '/account/password',
    summary: 'Replaces the own password; other sessions of the person end.',
    access: 'signed_in',
    errors: [
      'auth.wrong_password',
      'auth.passwords_differ',
      'auth.common_password',
      'auth.same_password',
      'request.too_many',
    ],
  })
    .input(
      z.object({
        currentPassword: z.string().min(1).max(128),
        password: NewPassword,
        confirmation: z.string().max(128),
      }),
    )
    .output(z.object({})),
};

import { z } from 'zod';
import { type OperationOptions, operation, type Path } from '#platform/contract/operation.ts';
import { sessionContract } from '#platform/contract/session.ts';
import { Id, Moment, typedEmail } from '#shared/fields.ts';
import type { Access } from '#shared/permissions.ts';
import { roles } from '#shared/roles.ts';
import { Session } from '#shared/session.ts';
import { t } from '#shared/words.ts';

export const Email = typedEmail(t`Enter an email address, for example name@university.example.`).max(254);
/** The address of an account as somebody types it, in any writing: which account it means only the database knows. */
const AccountEmail = z
  .string()
  .trim()
  .regex(/^[^\s@]+@[^\s@]+$/, t`Enter an email address, for example name@university.example.`)
  .max(254);

/** NIST SP 800-63B, section 5.1.1.2: a minimum length, no composition rules; the server refuses common passwords. */
export const NewPassword = z
  .string()
  .min(12, t`At least 12 characters.`)
  .max(128, t`At most 128 characters.`);

/** How long an initial password, set by somebody else, is valid. */
export const initialPasswordHours = 72;

/** The source of the code that follows the password. */
export const SecondFactor = z.enum(['email_code', 'authenticator']);
export type SecondFactor = z.infer<typeof SecondFactor>;

/**
 * A code being waited for, and its source. For a mailed code: when another mail may be requested and how many are left;
 * an authenticator app needs none.
 */
export const Challenge = z.object({
  challengeId: Id,
  factor: SecondFactor,
  digits: z.number().int(),
  resendAfterSeconds: z.number().int(),
  mailsLeft: z.number().int(),
});
export type Challenge = z.infer<typeof Challenge>;

const Code = z.string().regex(/^\d{4,8}$/, t`Digits only.`);
const AuthenticatorCode = z.string().regex(/^\d{6}$/, t`Six digits.`);
/** Case, hyphens and spaces are ignored. */
const RecoveryCode = z.string().trim().min(1, t`Enter a recovery code.`).max(40);
/** Whether the current session continues if the same person signs in: they only confirm their identity. */
const KeepsSession = z.boolean().default(false);
const CurrentPassword = z.string().min(1, t`Enter your current password.`).max(128);

/** Absent where a provider replaces passwords: there the session must be fresh instead. */
const OwnPassword = CurrentPassword.optional();

const chosenPassword = { password: NewPassword, confirmation: z.string().max(128) };

/** Required before the second factor is changed: the code is the app's or a recovery code. */
const proof = {
  currentPassword: OwnPassword,
  code: z.string().trim().min(1, t`Enter a code of your authenticator app, or a recovery code.`).max(40),
};
const refusalsOfProof = [
  'auth.wrong_password',
  'auth.confirm_identity',
  'auth.no_authenticator',
  'auth.wrong_second_factor',
  'auth.locked',
  'request.too_many',
] as const;

const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const OwnSecondFactor = z.object({
  factor: SecondFactor,
  enrolledAt: Moment.nullable(),
  recoveryCodesLeft: z.number().int(),
});
export type OwnSecondFactor = z.infer<typeof OwnSecondFactor>;

/** One of the person's sessions; its id grants no access. */
export const OwnSession = z.object({
  id: Id,
  isThisOne: z.boolean(),
  /** Such as 'Firefox on Windows', as far as the browser reveals it. */
  device: z.string(),
  ip: z.string(),
  signedInAt: Moment,
  lastUsedAt: Moment,
});
export type OwnSession = z.infer<typeof OwnSession>;

/** One of the person's passkeys, named after the browser that created it. */
export const OwnPasskey = z.object({
  id: Id,
  name: z.string(),
  addedAt: Moment,
  lastUsedAt: Moment.nullable(),
});
export type OwnPasskey = z.infer<typeof OwnPasskey>;

/** Passkey options in JSON as in WebAuthn Level 3, sections 5.1.8 and 5.1.9; the browser's library knows the rest. */
const PasskeyOptions = z.object({ options: z.looseObject({ challenge: z.string() }) });
/** A credential's id has at least 16 bytes (WebAuthn, section 4), in base64url. */
const PasskeyAnswer = z.looseObject({ id: z.string().regex(/^[\w-]{22,1400}$/) });
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>;

type Step<Input, Output> = Pick<
  OperationOptions,
  'summary' | 'errors' | 'freshAuthentication' | 'allowsAnyText'
> & {
  input: Input;
  output: Output;
};

/** Defines operations with this `access`; all are POST because each changes a session or an account. */
function stepsOf(access: Access) {
  return <Input extends z.ZodRawShape, Output extends z.ZodType>(
    path: Path,
    { input, output, ...texts }: Step<Input, Output>,
  ) =>
    operation(`POST ${path}`, { ...texts, access })
      .input(z.object(input))
      .output(output);
}

const publicStep = stepsOf('public');
const signedInStep = stepsOf('signed_in');
const accountStep = stepsOf('account:use');
const nothing = z.object({});

export const authContract = {
  ...sessionContract,
  startSignIn: publicStep('/sign-in', {
    summary:
      'Checks role, Email Id and password and mails a one-time code, or waits for the authenticator’s. Every kind of mismatch answers alike.',
    errors: [
      'auth.wrong_credentials',
      'auth.locked',
      'auth.initial_password_expired',
      'auth.provider_replaces_password',
      'request.too_many',
    ],
    allowsAnyText: true,
    input: {
      role: z.enum(roles),
      email: AccountEmail,
      password: z.string().min(1, t`Enter your password.`).max(128),
    },
    output: Challenge,
  }),
  resendSignInCode: publicStep('/sign-in/{challengeId}/resend', {
    summary: 'Mails a new code and kills the old one; the tries that are left stay as they are.',
    errors: ['auth.challenge_over', 'auth.resend_too_soon', 'auth.no_mails_left'],
    input: { challengeId: Id },
    output: Challenge,
  }),
  completeSignIn: publicStep('/sign-in/{challengeId}/complete', {
    summary: 'Spends one try on a code; the right one opens a session (cookie).',
    errors: ['auth.wrong_code', 'auth.challenge_over', 'auth.confirm_identity', 'auth.locked'],
    input: { challengeId: Id, code: Code, keepsSession: KeepsSession },
    output: Session,
  }),
  recoverSignIn: publicStep('/sign-in/{challengeId}/recover', {
    summary:
      'The same with a recovery code in place of the authenticator’s; it is used up and its owner told.',
    errors: ['auth.wrong_code', 'auth.challenge_over', 'auth.confirm_identity', 'auth.locked'],
    input: { challengeId: Id, recoveryCode: RecoveryCode, keepsSession: KeepsSession },
    output: Session,
  }),
  startProviderSignIn: publicStep('/sign-on/provider', {
    summary: 'Begins a sign-in at the OpenID provider, and says at which address it goes on.',
    errors: ['auth.no_provider', 'auth.provider_away', 'request.too_many'],
    input: {
      role: z.enum(roles),
      /** Asks the provider to re-authenticate whoever is signed in there; the current session then continues. */
      confirms: z.boolean().default(false),
    },
    output: z.object({ address: z.string() }),
  }),
  completeProviderSignIn: publicStep('/sign-on/provider/complete', {
    summary:
      'Takes the answer of the provider, once, in the browser that began. A one-time code follows, unless the provider is trusted to have asked for one.',
    errors: [
      'auth.no_provider',
      'auth.provider_away',
      'auth.provider_refused',
      'auth.provider_cancelled',
      'auth.sign_on_over',
      'auth.email_unverified',
      'auth.no_account',
      'auth.email_held',
      'auth.locked',
      'request.too_many',
    ],
    /** The query string that the provider added to the address. */
    input: { answer: z.string().max(8_000) },
    output: z.object({ email: z.string(), challenge: Challenge.nullable(), session: Session.nullable() }),
  }),
  startPasskeySignIn: publicStep('/sign-on/passkey', {
    summary: 'Asks for the signature of a passkey.',
    errors: ['auth.no_passkeys', 'request.too_many'],
    input: { role: z.enum(roles) },
    output: PasskeyOptions,
  }),
  completePasskeySignIn: publicStep('/sign-on/passkey/complete', {
    summary: 'Opens a session (cookie) for the owner of the passkey: no password and no code.',
    errors: [
      'auth.no_passkeys',
      'auth.passkey_refused',
      'auth.sign_on_over',
      'auth.no_account',
      'auth.locked',
    ],
    input: { answer: PasskeyAnswer, keepsSession: KeepsSession },
    output: Session,
  }),
  startPasswordReset: publicStep('/password-reset', {
    summary: 'Mails a 6-digit code if the address is known; the answer does not tell whether it is.',
    errors: ['auth.provider_replaces_password', 'request.too_many'],
    allowsAnyText: true,
    input: { email: AccountEmail },
    output: Challenge,
  }),
  resendPasswordResetCode: publicStep('/password-reset/{challengeId}/resend', {
    summary: 'Mails a new reset code and kills the old one.',
    errors: ['auth.challenge_over', 'auth.resend_too_soon', 'auth.no_mails_left'],
    input: { challengeId: Id },
    output: Challenge,
  }),
  checkPasswordResetCode: publicStep('/password-reset/{challengeId}/check', {
    summary: 'Spends one try on a reset code; the right one gives the token of the last step.',
    errors: ['auth.wrong_code', 'auth.challenge_over'],
    input: { challengeId: Id, code: Code },
    output: z.object({ resetToken: z.string() }),
  }),
  completePasswordReset: publicStep('/password-reset/complete', {
    summary:
      'Sets the new password, ends every session of the person, removes their passkeys and opens no session.',
    errors: ['auth.challenge_over', 'auth.passwords_differ', 'auth.common_password'],
    input: { resetToken: z.string().max(200), ...chosenPassword },
    output: nothing,
  }),
  changePassword: signedInStep('/account/password', {
    summary: 'Replaces the own password; other sessions of the person end and their passkeys are removed.',
    errors: [
      'auth.wrong_password',
      'auth.passwords_differ',
      'auth.common_password',
      'auth.same_password',
      'auth.provider_replaces_password',
      'request.too_many',
    ],
    input: { currentPassword: CurrentPassword, ...chosenPassword },
    output: nothing,
  }),
  getOwnSecondFactor: operation('GET /account/second-factor', {
    summary: 'Where the own codes come from, and how many recovery codes are left.',
    access: 'account:use',
    reads: ['auth', 'staff'],
  }).output(OwnSecondFactor),
  startAuthenticator: signedInStep('/account/authenticator', {
    summary: 'Shows a new secret for an authenticator app; it counts once a code of it was typed.',
    errors: [
      'auth.wrong_password',
      'auth.confirm_identity',
      'auth.change_password_first',
      'auth.authenticator_enrolled',
      'request.too_many',
    ],
    input: { currentPassword: OwnPassword },
    output: z.object({ secret: z.string(), uri: z.string() }),
  }),
  confirmAuthenticator: signedInStep('/account/authenticator/confirm', {
    summary: 'Enrols the authenticator app that was shown, and tells the recovery codes, once.',
    errors: ['auth.authenticator_enrolled', 'auth.challenge_over', 'auth.authenticator_code_differs'],
    input: { code: AuthenticatorCode },
    output: RecoveryCodes,
  }),
  removeOwnAuthenticator: accountStep('/account/authenticator/remove', {
    summary: 'Goes back to the mailed code; the recovery codes are dead.',
    errors: refusalsOfProof,
    input: proof,
    output: nothing,
  }),
  makeRecoveryCodes: accountStep('/account/recovery-codes', {
    summary: 'Makes ten new recovery codes and tells them, once; the old ones are dead.',
    errors: refusalsOfProof,
    input: proof,
    output: RecoveryCodes,
  }),
  listPasskeys: operation('GET /account/passkeys', {
    summary: 'The own passkeys, the oldest first.',
    access: 'account:use',
    reads: ['auth'],
  }).output(z.object({ passkeys: z.array(OwnPasskey) })),
  startPasskey: accountStep('/account/passkeys/start', {
    summary: 'Asks an authenticator for a new passkey.',
    errors: ['auth.no_passkeys'],
    freshAuthentication: true,
    input: {},
    output: PasskeyOptions,
  }),
  addPasskey: accountStep('/account/passkeys', {
    summary: 'Keeps the public key of the passkey that was made; its owner is mailed.',
    errors: ['auth.no_passkeys', 'auth.passkey_refused', 'auth.sign_on_over'],
    freshAuthentication: true,
    input: { answer: PasskeyAnswer },
    output: nothing,
  }),
  removePasskey: accountStep('/account/passkeys/{id}/remove', {
    summary: 'Removes a passkey of one’s own: it opens nothing any more.',
    errors: ['auth.passkey_not_found'],
    input: { id: Id },
    output: nothing,
  }),
  listSessions: operation('GET /account/sessions', {
    summary: 'The own sessions that hold, this one first.',
    access: 'account:use',
    reads: ['auth'],
  }).output(z.object({ sessions: z.array(OwnSession) })),
  endOwnSession: accountStep('/account/sessions/{id}/end', {
    summary: 'Ends a session of one’s own, on whatever device; its page notices at once.',
    errors: ['auth.session_not_found'],
    input: { id: Id },
    output: nothing,
  }),
  endOtherSessions: operation('POST /account/sessions/end-others', {
    summary: 'Ends every session of one’s own but this one.',
    access: 'account:use',
  }).output(z.object({ ended: z.number().int() })),
};

import type { ForeignLetter } from '#shared/characters.ts';
import { type ErrorEntries, withStatus } from '#shared/error-entry.ts';
import { type PrintedScript, type Unprintable, unprintableSentence } from '#shared/printed-scripts.ts';
import { t } from '#shared/words.ts';

export const requestErrors = {
  'request.key_reused': t`This request key was already used for a different request.`,
  'request.not_found': t`There is nothing at this address.`,
  'records.stale': (data: { changedBy: string | null }) =>
    t`${data.changedBy ?? t`A colleague`} changed this record after you opened it. Nothing was saved; look at the new version and decide again.`,
  'records.not_own_act': t`Only who did this can take it back.`,
  'records.too_late': t`This can be taken back for ten minutes only, and they are over.`,
  'records.built_on': t`This cannot be taken back: it was decided otherwise, or somebody went on from it.`,
  ...withStatus(422, {
    'request.invalid': t`Some fields need attention. The reason is shown at each of them.`,
    'request.invalid_field': t`This value cannot be used. Correct it.`,
    'request.day_to_come': t`The day cannot be in the future.`,
    'request.days_reversed': t`The last day must be after the first.`,
    'request.hidden_characters': ({ character }: { character: string }) =>
      t`This text contains the hidden character ${character}, which pasting brings along. Type the text instead.`,
    'request.foreign_letter': ({ letter, script }: ForeignLetter) =>
      script === 'Greek'
        ? t`The letter “${letter}” is Greek. Type it in Latin letters.`
        : t`The letter “${letter}” is Cyrillic. Type it in Latin letters.`,
    'request.unprintable': ({ scripts, ...found }: Unprintable & { scripts: readonly PrintedScript[] }) =>
      unprintableSentence(found, scripts),
    'request.aadhaar_number': t`This looks like an Aadhaar number, which is never recorded here. Leave it out.`,
  }),
  ...withStatus(400, {
    'request.unreadable': t`The request is not JSON that this address understands.`,
    'request.bad_address': t`This address is not valid.`,
    'request.bad_key': t`The request key must be 8 to 64 letters, digits, hyphens or underscores.`,
  }),
  ...withStatus(413, {
    'request.too_large': t`This request is larger than the server accepts. Nothing was saved.`,
  }),
  ...withStatus(408, {
    'request.too_slow': t`The request did not arrive in time. Nothing was saved; check the connection and try again.`,
  }),
  ...withStatus(415, {
    'request.compressed': t`Send the request without compression.`,
  }),
  // Of whoever signs in: the guard of every operation throws them.
  ...withStatus(401, {
    'auth.signed_out': t`Your session has ended. Sign in again. Your input is saved.`,
  }),
  ...withStatus(403, {
    'auth.not_permitted': t`Your role does not include this.`,
    'auth.change_password_first': t`Choose a password of your own before you go on.`,
    'auth.confirm_identity': t`Confirm your identity: sign in again.`,
    'auth.enrol_authenticator_first': t`Set up your authenticator app before you go on; reloading the page leads there.`,
    'request.foreign_origin': t`This request does not come from the portal itself, so it was not carried out.`,
  }),
  ...withStatus(429, {
    'request.too_many': (data: { retryAfterSeconds: number }) =>
      data.retryAfterSeconds < 90
        ? t`Too many tries. Wait ${data.retryAfterSeconds} seconds and try again.`
        : t`Too many tries. Wait ${Math.ceil(data.retryAfterSeconds / 60)} minutes and try again.`,
    'changes.too_many': (data: { retryAfterSeconds: number }) =>
      t`Too many pages are following changes. This one tries again in ${data.retryAfterSeconds} seconds.`,
  }),
  ...withStatus(500, {
    'request.unexpected': t`An unexpected error occurred. Nothing was saved. Quote the request number when you report it.`,
  }),
  ...withStatus(503, {
    'request.busy': t`The server is busy. Try again in a moment; a change that was already saved will not be saved twice.`,
  }),
  ...withStatus(507, {
    'request.storage_full': t`The disk of the server is full, so this cannot be saved. Tell the administrator.`,
  }),
} as const satisfies ErrorEntries;

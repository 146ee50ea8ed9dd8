import { t } from '#shared/words.ts';
import type { ErrorEntries } from './error-entry.ts';

export const requestErrors = {
  'request.invalid': { status: 422, sentence: t`Some of the input cannot be used. The fields say why.` },
  'request.unreadable': { status: 400, sentence: t`The request is not JSON that this address understands.` },
  'request.hidden_characters': {
    status: 422,
    sentence: t`This text contains hidden characters, which pasting brings along. Type it instead.`,
  },
  'request.too_large': {
    status: 413,
    sentence: t`This request is larger than the server accepts. Nothing was saved.`,
  },
  'request.too_slow': {
    status: 408,
    sentence: t`The request did not arrive in time. Nothing was saved; check the connection and try again.`,
  },
  'request.compressed': {
    status: 415,
    sentence: t`Send the request without compression.`,
  },
  'request.bad_address': { status: 400, sentence: t`This address is not valid.` },
  'request.bad_key': {
    status: 400,
    sentence: t`The request key must be 8 to 64 letters, digits, hyphens or underscores.`,
  },
  'request.foreign_origin': {
    status: 403,
    sentence: t`This request does not come from the portal itself, so it was not carried out.`,
  },
  'request.key_reused': t`This request key was already used for a different request.`,
  'request.too_many': {
    status: 429,
    sentence: (data: { retryAfterSeconds: number }) =>
      data.retryAfterSeconds < 90
        ? t`Too many tries. Wait ${data.retryAfterSeconds} seconds and try again.`
        : t`Too many tries. Wait ${Math.ceil(data.retryAfterSeconds / 60)} minutes and try again.`,
  },
  'request.unexpected': {
    status: 500,
    sentence: t`An unexpected error occurred. Nothing was saved. Quote the request number when you report it.`,
  },
  'request.busy': {
    status: 503,
    sentence: t`The server is busy. Try again in a moment; a change that was already saved will not be saved twice.`,
  },
  'request.storage_full': {
    status: 507,
    sentence: t`The disk of the server is full, so this cannot be saved. Tell the administrator.`,
  },
  'request.not_found': { status: 404, sentence: t`There is nothing at this address.` },
  'records.stale': (data: { changedBy: string | null }) =>
    t`${data.changedBy ?? t`A colleague`} changed this record after you opened it. Nothing was saved; look at the new version and decide again.`,
  'changes.too_many': {
    status: 429,
    sentence: (data: { retryAfterSeconds: number }) =>
      t`Too many pages are following changes. This one tries again in ${data.retryAfterSeconds} seconds.`,
  },
  'exports.too_many': {
    status: 429,
    sentence: t`Several lists are being exported just now. Try again when one of them is done.`,
  },
  'papers.letters_missing': {
    status: 422,
    sentence: (data: { letters: string }) =>
      t`This cannot be printed, because no font of ours has ${data.letters}. Correct the name or text in which it stands.`,
  },
} as const satisfies ErrorEntries;

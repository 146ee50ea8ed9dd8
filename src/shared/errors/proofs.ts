import { t } from '#shared/words.ts';
import type { ErrorEntries } from './error-entry.ts';

export const proofsErrors = {
  'proofs.not_found': { status: 404, sentence: t`This proof sheet does not exist.` },
  'proofs.unknown_layout': {
    status: 422,
    sentence: t`There is no such certificate type or no paper of this color. Choose again.`,
  },
  'proofs.standing': t`A proof sheet of this layout is signed off or waits for its sign-off already.`,
  'proofs.own_proof': t`You made this proof sheet yourself, so another printer or admin has to sign it off.`,
  'proofs.decided': t`This proof sheet was already signed off or refused.`,
  'proofs.outdated': t`The template, the signatories or the university changed since this proof sheet was made. Make a new one.`,
} as const satisfies ErrorEntries;

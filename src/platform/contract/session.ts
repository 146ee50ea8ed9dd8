import { z } from 'zod';
import { Preferences } from '#shared/preferences.ts';
import { Session } from '#shared/session.ts';
import { operation } from './operation.ts';

/** What every screen asks of the account, whichever feature it belongs to; the feature `auth` carries it out. */
export const sessionContract = {
  getSession: operation('GET /session', {
    summary: 'Who is signed in, or null; and how one signs in here.',
    access: 'public',
    // One's own name and Email Id stand in it.
    reads: ['staff'],
  }).output(
    z.object({
      session: Session.nullable(),
      /** What the login screen offers; the provider replaces the password. */
      signOn: z.object({ provider: z.boolean(), passkeys: z.boolean() }),
    }),
  ),
  signOut: operation('POST /sign-out', {
    summary: 'Ends the session.',
    access: 'signed_in',
  }).output(z.object({})),
  savePreferences: operation('PUT /account/preferences', {
    summary: 'Keeps what the person prefers, for all devices; the session tells it.',
    access: 'account:use',
  })
    .input(Preferences)
    .output(Preferences),
};

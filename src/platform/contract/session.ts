import { z } from 'zod';
import { Preferences } from '#shared/preferences.ts';
import { SavedView } from '#shared/saved-view.ts';
import { Session } from '#shared/session.ts';
import { operation } from './operation.ts';

/** All saved views of the person after the change. */
const SavedViews = Session.pick({ savedViews: true });

/** What every screen needs of the account; implemented by the feature `auth`. */
export const sessionContract = {
  getSession: operation('GET /session', {
    summary: 'Who is signed in, or null; and how one signs in here.',
    access: 'public',
    // It contains the person's own name and Email Id.
    reads: ['staff'],
  }).output(
    z.object({
      session: Session.nullable(),
      /** What the login screen offers; a provider replaces the password. */
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
  addView: operation('POST /account/views', {
    summary: 'Saves how one likes to see a list, under a name.',
    access: 'account:use',
    errors: ['auth.view_name_taken', 'auth.too_many_views'],
  })
    .input(SavedView.omit({ id: true }))
    .output(SavedViews),
  editView: operation('PUT /account/views/{id}', {
    summary: 'Renames a saved view of one’s own, or saves what its list shows now.',
    access: 'account:use',
    errors: ['auth.view_not_found', 'auth.view_name_taken'],
  })
    .input(SavedView.omit({ list: true }))
    .output(SavedViews),
  deleteView: operation('DELETE /account/views/{id}', {
    summary: 'Deletes a saved view of one’s own.',
    access: 'account:use',
    errors: ['auth.view_not_found'],
  })
    .input(SavedView.pick({ id: true }))
    .output(SavedViews),
};

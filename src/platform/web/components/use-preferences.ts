import { useCallback } from 'react';
import { client } from '#platform/web/api/client.ts';
import { currentSession, updateSession, useSession } from '#platform/web/api/session.ts';
import type { Preferences } from '#shared/preferences.ts';
import { useCommand } from './use-command.tsx';

/**
 * Resolves with whether the shown preferences are saved; shared by all components, because preferences are saved as a
 * whole.
 */
let saving: Promise<boolean> | null = null;

/**
 * The person's preferences, on all their devices. A change shows at once; changes during a save are saved after it, so
 * that the last state wins. On error the last saved state is shown again.
 */
export function usePreferences() {
  const { preferences } = useSession();
  const { attempt, error } = useCommand(client.auth.savePreferences);
  const change = useCallback(
    (changed: Partial<Preferences>): Promise<boolean> => {
      const saved = currentSession().preferences;
      updateSession({ preferences: { ...saved, ...changed } });
      saving ??= saveShown(attempt, saved).finally(() => {
        saving = null;
      });
      return saving;
    },
    [attempt],
  );
  return { preferences, change, error };
}

async function saveShown(
  save: (preferences: Preferences) => Promise<Preferences | undefined>,
  before: Preferences,
): Promise<boolean> {
  let saved = before;
  for (;;) {
    const { preferences } = currentSession();
    const isSaved = (await save(preferences)) !== undefined;
    if (isSaved) saved = preferences;
    if (currentSession().preferences !== preferences) continue;
    if (!isSaved) updateSession({ preferences: saved });
    return isSaved;
  }
}

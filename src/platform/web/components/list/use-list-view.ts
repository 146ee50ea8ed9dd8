import { useCallback, useMemo } from 'react';
import { client } from '#platform/web/api/client.ts';
import { setSession, useSession } from '#platform/web/api/session.ts';
import type { ListView, Preferences } from '#shared/preferences.ts';
import { useCommand } from '../action.tsx';

const asDeclared: ListView = { order: [], hidden: [], widths: {}, pins: {} };

export type ListViewControl = ReturnType<typeof useListView>;

/** How the person has arranged the list of this name. It shows at once, and follows to every device. */
export function useListView(name: string) {
  const session = useSession();
  const { preferences } = session;
  const save = useCommand(client.auth.savePreferences);
  const { attempt } = save;
  const view = preferences.listViews[name] ?? asDeclared;

  const keep = useCallback(
    async (changed: Partial<Preferences>) => {
      const next = { ...session.preferences, ...changed };
      setSession({ ...session, preferences: next });
      // Refused, it is as it was.
      if ((await attempt(next)) === undefined) setSession(session);
    },
    [session, attempt],
  );
  return useMemo(
    () => ({
      view,
      density: preferences.density,
      change: (changed: Partial<ListView>) =>
        void keep({ listViews: { ...preferences.listViews, [name]: { ...view, ...changed } } }),
      chooseDensity: (density: Preferences['density']) => void keep({ density }),
      reset: () => {
        const { [name]: _, ...others } = preferences.listViews;
        void keep({ listViews: others });
      },
      error: save.error,
    }),
    [view, preferences, name, keep, save.error],
  );
}

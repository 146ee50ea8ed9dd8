import { useCallback, useMemo } from 'react';
import { client } from '#platform/web/api/client.ts';
import { setSession, useSession } from '#platform/web/api/session.ts';
import type { ListLayout, Preferences } from '#shared/preferences.ts';
import { useCommand } from '../use-command.ts';

const asDeclared: ListLayout = { order: [], hidden: [], widths: {}, pins: {} };

export type ListLayoutControl = {
  layout: ListLayout;
  density: Preferences['density'];
  change: (layout: Partial<ListLayout>) => void;
  chooseDensity: (density: Preferences['density']) => void;
  reset: () => void;
  error: unknown;
};

/** How the person has laid out the list of this name. It shows at once, and follows to every device. */
export function useListLayout(name: string): ListLayoutControl {
  const session = useSession();
  const { preferences } = session;
  const save = useCommand(client.auth.savePreferences);
  const { attempt } = save;
  const layout = preferences.listLayouts[name] ?? asDeclared;

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
      layout,
      density: preferences.density,
      change: (changed) =>
        void keep({ listLayouts: { ...preferences.listLayouts, [name]: { ...layout, ...changed } } }),
      chooseDensity: (density) => void keep({ density }),
      reset: () => {
        const { [name]: _, ...others } = preferences.listLayouts;
        void keep({ listLayouts: others });
      },
      error: save.error,
    }),
    [layout, preferences, name, keep, save.error],
  );
}

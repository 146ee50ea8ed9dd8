/** Which drafts are open in a tab of this browser. */
export type DraftLocks = {
  /** Holds a draft for this tab until the returned function is called; null when another tab does not let go of it. */
  hold: (id: string) => Promise<(() => void) | null>;
  held: () => Promise<ReadonlySet<string>>;
};

/** A page that is reloaded lets go of its draft about as soon as the next one asks; a duplicated tab never does. */
const longestReload = 500;
const prefix = 'form-draft:';

/** By the Web Locks API, which lets go when a tab crashes as well. It is there in secure contexts only: elsewhere every tab holds what it asks for. */
export const browserLocks: DraftLocks = {
  hold: (id) =>
    new Promise((resolve) => {
      if (!navigator.locks) return resolve(() => {});
      navigator.locks
        .request(
          prefix + id,
          { signal: AbortSignal.timeout(longestReload) },
          () => new Promise<void>((release) => resolve(release)),
        )
        .catch(() => resolve(null));
    }),
  async held() {
    const { held = [] } = (await navigator.locks?.query()) ?? {};
    return new Set(held.map(({ name = '' }) => name.replace(prefix, '')));
  },
};

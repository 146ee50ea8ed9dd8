import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { draftStoreOf } from '#platform/web/api/form-drafts.ts';
import { useSession } from '#platform/web/api/session.ts';
import {
  createDraftKeeper,
  type DraftKeeper,
  type DraftLocks,
  type KeptPlace,
  type OtherDraft,
} from './draft-keeper.ts';
import { mergeEdits } from './edits.ts';

/** What of a form is asked, so that what is no form can be kept as well. */
type KeptForm<Values> = {
  values: Values;
  getValues: () => Values;
  setValues: (values: Values) => void;
  isDirty: () => boolean;
};

type Restored<Values> = { at: string; opened: Values | null };

export type KeptInput<Values extends object> = {
  /** When the input that was brought back was typed; null when there was none. */
  restoredAt: string | null;
  /** The record's values at that time, when the input is an edit. */
  restoredOpened: Values | null;
  /** What the same person typed into this form in other tabs and browsers. */
  others: readonly OtherDraft[];
  /** Goes on here with what was typed elsewhere. */
  open: (other: OtherDraft) => void;
  discard: (other: OtherDraft) => Promise<void>;
  /** Where the newest input is safe; null while nothing is typed. */
  place: KeptPlace | null;
  /** Forgets what is kept, here and at the server: nobody wants it. */
  forget: () => void;
  /** Forgets it because it is saved: nothing more is kept. */
  finish: () => void;
};

/**
 * Keeps what is typed into a form through a reload, a killed tab, an expired session, a lost network and the end of
 * this machine: in the tab's own storage, and as the person's own draft at the server, one per tab. Fields named in
 * `secrets` never leave the page. `opened`, the values of the edited record, is kept with them: a colleague's change in
 * between shows when they are brought back. The form has to be a controlled one, the default mode of useForm.
 */
export function useKeptInput<Values extends object>(
  form: KeptForm<Values>,
  draftKey: string,
  { secrets = noSecrets, opened }: { secrets?: readonly (keyof Values & string)[]; opened?: Values } = {},
): KeptInput<Values> {
  const { staffId } = useSession();
  const newest = useRef(form);
  newest.current = form;
  const [restored, setRestored] = useState<Restored<Values> | null>(null);
  const [others, setOthers] = useState<readonly OtherDraft[]>([]);
  const [place, setPlace] = useState<KeptPlace | null>(null);
  const keeper = useRef<DraftKeeper>(null);

  function restore(base: Values, draft: Pick<OtherDraft, 'values' | 'opened' | 'keptAt'>): void {
    const theirs = { ...base, ...draft.values };
    // What was typed meanwhile stays.
    newest.current.setValues(mergeEdits({ opened: base, mine: newest.current.getValues(), theirs }).merged);
    setRestored({ at: draft.keptAt, opened: draft.opened as Values | null });
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: one keeper for one form of one person
  useEffect(() => {
    const base = newest.current.getValues();
    const opening = createDraftKeeper({
      // A person who signs in after another one in the same tab finds nothing of theirs.
      key: `draft:${staffId}:${draftKey}`,
      store: draftStoreOf(draftKey),
      storage: sessionStorage,
      locks: browserLocks,
      onRestored: (kept) => restore(base, kept),
      onOthers: setOthers,
      onPlace: setPlace,
    });
    keeper.current = opening;
    opening.start();
    return opening.stop;
  }, [staffId, draftKey]);

  useWindowEvent('pagehide', () => keeper.current?.flush());
  useWindowEvent('online', () => keeper.current?.retry());
  useWindowEvent('visibilitychange', () => {
    if (document.visibilityState === 'hidden') keeper.current?.flush();
    else keeper.current?.retry();
  });

  const forget = useRef(() => {
    setRestored(null);
    keeper.current?.forget();
  });

  const isDirty = form.isDirty();
  const wasDirty = useRef(false);
  useEffect(() => {
    // Undone by hand: nothing is left to be saved.
    if (!isDirty && wasDirty.current) forget.current();
    wasDirty.current = isDirty;
    if (!isDirty) return;
    const values = Object.entries(form.values).filter(
      ([field]) => !secrets.includes(field as keyof Values & string),
    );
    keeper.current?.keep(Object.fromEntries(values), (opened as Record<string, unknown> | undefined) ?? null);
  }, [form.values, isDirty, secrets, opened]);

  const leaveOut = (gone: OtherDraft) => setOthers((all) => all.filter(({ id }) => id !== gone.id));

  return {
    restoredAt: restored?.at ?? null,
    restoredOpened: restored?.opened ?? null,
    others,
    open: (other) => {
      keeper.current?.open(other);
      restore(newest.current.getValues(), other);
      leaveOut(other);
    },
    discard: async (other) => {
      await keeper.current?.discard(other);
      leaveOut(other);
    },
    place,
    forget: forget.current,
    finish: () => {
      setRestored(null);
      keeper.current?.finish();
    },
  };
}

const noSecrets: readonly never[] = [];

/**
 * A page that is reloaded lets go of its draft about as soon as the next one asks; a duplicated tab never does. Long
 * enough for a computer that is slow or busy: one that gives up takes its own input for another tab's.
 */
const longestReload = 5_000;
const prefix = 'form-draft:';

/** By the Web Locks API, which lets go when a tab crashes as well. It is there in secure contexts only: elsewhere every tab holds what it asks for. */
const browserLocks: DraftLocks = {
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

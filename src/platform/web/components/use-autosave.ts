import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { draftStoreOf } from '#platform/web/api/form-drafts.ts';
import { useSession } from '#platform/web/api/session.ts';
import { requestSignIn } from '#platform/web/api/sign-in-again.ts';
import { mergeEdits } from './edits.ts';
import {
  createFormAutosave,
  type DraftLocks,
  type FormAutosave,
  type OtherDraft,
  type SaveLocation,
} from './form-autosave.ts';

/** The required part of a form, so that other state can be autosaved too. */
type AutosavedForm<Values> = {
  values: Values;
  getValues: () => Values;
  setValues: (values: Values) => void;
  isDirty: () => boolean;
};

type Restored<Values> = { at: string; opened: Values | null };

export type Autosave<Values extends object> = {
  /** When the restored input was typed; null if there was none. */
  restoredAt: string | null;
  /** The record's values at that time, if the input is an edit. */
  restoredOpened: Values | null;
  /** The same person's drafts of this form in other tabs and browsers. */
  others: readonly OtherDraft[];
  /** Continues a draft from elsewhere here. */
  open: (other: OtherDraft) => void;
  discard: (other: OtherDraft) => Promise<void>;
  /** Where the newest input is saved; null while nothing is typed. */
  saveLocation: SaveLocation | null;
  /** Asks who has to sign in again, and then saves what waits. */
  signInAgain: () => Promise<void>;
  /** Discards the draft, here and on the server. */
  forget: () => void;
  /** Discards the draft because the form was saved; saves no more. */
  finish: () => void;
};

/**
 * Autosaves a form's input through a reload, a killed tab, an expired session, a lost network and a broken computer: in
 * the tab's storage, and as a draft on the server, one for each tab. Fields in `secrets` are never saved. `opened`, the
 * values of the edited record, is saved with it, so that a colleague's change in between is noticed on restore. The
 * form has to be controlled, the default mode of useForm.
 */
export function useAutosave<Values extends object>(
  form: AutosavedForm<Values>,
  draftKey: string,
  { secrets = noSecrets, opened }: { secrets?: readonly (keyof Values & string)[]; opened?: Values } = {},
): Autosave<Values> {
  const { staffId } = useSession();
  const newest = useRef(form);
  newest.current = form;
  const [restored, setRestored] = useState<Restored<Values> | null>(null);
  const [others, setOthers] = useState<readonly OtherDraft[]>([]);
  const [saveLocation, setSaveLocation] = useState<SaveLocation | null>(null);
  const keeper = useRef<FormAutosave>(null);

  function restore(base: Values, draft: Pick<OtherDraft, 'values' | 'opened' | 'keptAt'>): void {
    const theirs = { ...base, ...draft.values };
    // Keep what was typed meanwhile.
    newest.current.setValues(mergeEdits({ opened: base, mine: newest.current.getValues(), theirs }).merged);
    setRestored({ at: draft.keptAt, opened: draft.opened as Values | null });
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: one keeper for one form of one person
  useEffect(() => {
    const base = newest.current.getValues();
    const opening = createFormAutosave({
      // The key includes the person, so that the next one who signs in in this tab finds nothing of theirs.
      key: `draft:${staffId}:${draftKey}`,
      store: draftStoreOf(draftKey),
      storage: sessionStorage,
      locks: browserLocks,
      onRestored: (kept) => restore(base, kept),
      onOthers: setOthers,
      onSaveLocation: setSaveLocation,
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
    // Undone by hand: nothing is left to save.
    if (!isDirty && wasDirty.current) forget.current();
    wasDirty.current = isDirty;
    if (!isDirty) return;
    const values = Object.entries(form.values).filter(
      ([field]) => !secrets.includes(field as keyof Values & string),
    );
    keeper.current?.save(Object.fromEntries(values), (opened as Record<string, unknown> | undefined) ?? null);
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
    saveLocation,
    signInAgain: async () => {
      if (await requestSignIn('session_ended', { isAsked: true })) keeper.current?.retry();
    },
    forget: forget.current,
    finish: () => {
      setRestored(null);
      keeper.current?.finish();
    },
  };
}

const noSecrets: readonly never[] = [];

/**
 * A reloading page releases its draft about when the next one asks for it; a duplicated tab never does. Long enough for
 * a slow computer, because a page that gives up mistakes its own input for another tab's.
 */
const maximumReloadMs = 5_000;
const prefix = 'form-draft:';

/**
 * Web Locks are also released when a tab crashes. They exist in secure contexts only: elsewhere every tab gets the
 * lock.
 */
const browserLocks: DraftLocks = {
  hold: (id) =>
    new Promise((resolve) => {
      if (!navigator.locks) return resolve(() => {});
      navigator.locks
        .request(
          prefix + id,
          { signal: AbortSignal.timeout(maximumReloadMs) },
          () => new Promise<void>((release) => resolve(release)),
        )
        .catch(() => resolve(null));
    }),
  async held() {
    const { held = [] } = (await navigator.locks?.query()) ?? {};
    return new Set(held.map(({ name = '' }) => name.replace(prefix, '')));
  },
};

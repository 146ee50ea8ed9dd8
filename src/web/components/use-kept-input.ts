import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { draftStoreOf } from '#web/api/form-drafts.ts';
import { useSession } from '#web/api/session.ts';
import { createDraftKeeper, type DraftKeeper, type KeptPlace } from './draft-keeper.ts';
import { mergeEdits } from './edits.ts';

type Restored<Values> = { at: string; opened: Values | null };

export type KeptInput<Values extends object> = {
  /** When the input that was brought back was typed; null when there was none. */
  restoredAt: string | null;
  /** The record's values at that time, when the input is an edit. */
  restoredOpened: Values | null;
  /** Where the newest input is safe; null while nothing is typed. */
  place: KeptPlace | null;
  /** Forgets what is kept, here and at the server: nobody wants it. */
  forget: () => void;
  /** Forgets it because it is saved: nothing more is kept, and the server no longer has it when this is done. */
  finish: () => Promise<void>;
};

/**
 * Keeps what is typed into a form through a reload, a killed tab, an expired session, a lost network and the end of
 * this machine: in the tab's own storage, and as the person's own draft at the server. Fields named in `secrets` never
 * leave the page. `opened`, the values of the edited record, is kept with them: a colleague's change in between shows
 * when they are brought back. The form has to be a controlled one, the default mode of useForm.
 */
export function useKeptInput<Values extends object>(
  form: UseFormReturnType<Values, never> | UseFormReturnType<Values>,
  draftKey: string,
  { secrets = noSecrets, opened }: { secrets?: readonly (keyof Values & string)[]; opened?: Values } = {},
): KeptInput<Values> {
  const { staffId } = useSession();
  const target = form as UseFormReturnType<Values>;
  const newest = useRef(target);
  newest.current = target;
  const [restored, setRestored] = useState<Restored<Values> | null>(null);
  const [isAnswered, setIsAnswered] = useState(false);
  const [place, setPlace] = useState<KeptPlace | null>(null);
  const keeper = useRef<DraftKeeper>(null);

  useEffect(() => {
    // A person who signs in after another one in the same tab finds nothing of theirs.
    const key = `draft:${staffId}:${draftKey}`;
    let base: Values;
    const opening = createDraftKeeper({
      key,
      store: draftStoreOf(draftKey),
      storage: sessionStorage,
      onPlace: setPlace,
      onAnswer: (newer) => {
        setIsAnswered(true);
        if (!newer) return;
        // What was typed while the server was asked stays.
        const theirs = { ...base, ...newer.values };
        newest.current.setValues(
          mergeEdits({ opened: base, mine: newest.current.getValues(), theirs }).merged,
        );
        setRestored({ at: newer.keptAt, opened: newer.opened as Values | null });
      },
    });
    keeper.current = opening;
    const kept = opening.start();
    base = { ...newest.current.getValues(), ...kept?.values };
    if (kept) {
      newest.current.setValues(base);
      setRestored({ at: kept.at, opened: kept.opened as Values | null });
    }
    const stopListening = tellOfThePage(opening);
    return () => {
      stopListening();
      opening.stop();
    };
  }, [staffId, draftKey]);

  const isDirty = target.isDirty();
  useEffect(() => {
    if (!isDirty) return;
    const values = Object.entries(target.values).filter(
      ([field]) => !secrets.includes(field as keyof Values & string),
    );
    keeper.current?.keep(Object.fromEntries(values), (opened as Record<string, unknown> | undefined) ?? null);
  }, [target.values, isDirty, secrets, opened]);

  return {
    restoredAt: restored?.at ?? null,
    restoredOpened: isAnswered ? (restored?.opened ?? null) : null,
    place,
    forget: () => {
      setRestored(null);
      keeper.current?.forget();
    },
    finish: async () => {
      setRestored(null);
      await keeper.current?.finish();
    },
  };
}

const noSecrets: readonly never[] = [];

function tellOfThePage(keeper: DraftKeeper): () => void {
  const onHidden = () => {
    if (document.visibilityState === 'hidden') keeper.flush();
  };
  window.addEventListener('pagehide', keeper.flush);
  window.addEventListener('online', keeper.retry);
  document.addEventListener('visibilitychange', onHidden);
  return () => {
    window.removeEventListener('pagehide', keeper.flush);
    window.removeEventListener('online', keeper.retry);
    document.removeEventListener('visibilitychange', onHidden);
  };
}

import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';

type Kept = { at: string; values: Record<string, unknown>; opened?: Record<string, unknown> };

export type KeptInput<Values extends object> = {
  /** When the input that was brought back was typed; null when there was none. */
  restoredAt: string | null;
  /** The record's values at that time, when the input is an edit. */
  restoredOpened: Values | null;
  /** Forgets what is kept: it is saved, or nobody wants it. */
  forget: () => void;
};

/**
 * Keeps what is typed into a form through a reload, a killed tab that is reopened or an expired session: in the
 * tab's own storage, so that it never outlives the tab nor meets another person. Fields named in `secrets` are
 * never written. `opened`, the values of the edited record, is kept with them: a colleague's change in between
 * shows when they are brought back. The form has to be a controlled one, the default mode of useForm.
 */
export function useKeptInput<Values extends object>(
  form: UseFormReturnType<Values, never> | UseFormReturnType<Values>,
  draftKey: string,
  { secrets = noSecrets, opened }: { secrets?: readonly (keyof Values & string)[]; opened?: Values } = {},
): KeptInput<Values> {
  const key = `draft:${draftKey}`;
  const target = form as UseFormReturnType<Values>;
  const [restored, setRestored] = useState<Kept | null>(null);
  const isRestored = useRef(false);
  const isForgotten = useRef(false);

  useEffect(() => {
    if (isRestored.current) return;
    isRestored.current = true;
    const kept = read(key);
    if (!kept) return;
    target.setValues((current) => ({ ...current, ...kept.values }));
    setRestored(kept);
  }, [key, target]);

  const isDirty = target.isDirty();
  useEffect(() => {
    if (!isRestored.current || isForgotten.current || !isDirty) return;
    const values = Object.fromEntries(
      Object.entries(target.values).filter(([field]) => !secrets.includes(field as keyof Values & string)),
    );
    write(key, { at: new Date().toISOString(), values, opened: opened as Kept['opened'] });
  }, [key, target.values, isDirty, secrets, opened]);

  return {
    restoredAt: restored?.at ?? null,
    restoredOpened: (restored?.opened as Values | undefined) ?? null,
    forget: () => {
      isForgotten.current = true;
      setRestored(null);
      sessionStorage.removeItem(key);
    },
  };
}

const noSecrets: readonly never[] = [];

function read(key: string): Kept | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Kept | null;
    return kept && typeof kept.values === 'object' ? kept : null;
  } catch {
    return null;
  }
}

function write(key: string, kept: Kept): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // Storage is full or forbidden: the form still works, it is only not kept.
  }
}

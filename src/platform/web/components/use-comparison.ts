import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { t } from '#shared/words.ts';
import { isSame, mergeEdits } from './edits.ts';
import type { Comparison } from './merge-notice.tsx';
import { staleChangedBy } from './read-error.ts';
import type { EditedRecord } from './use-edited-record.ts';

/**
 * Puts a colleague's newer version of the record beside what is typed: when saving was refused as stale, and when
 * kept input comes back to a record that has changed since.
 */
export function useComparison<Values extends object>(
  form: UseFormReturnType<Values>,
  editing: EditedRecord<Values> | undefined,
  restoredOpened: Values | null,
) {
  const [comparison, setComparison] = useState<Comparison<Values> | null>(null);
  const isRestoredCompared = useRef(false);

  function compare(opened: Values, theirs: Values, by: string | null): void {
    const mine = form.getValues();
    const { merged, taken, contested } = mergeEdits({ opened, mine, theirs });
    form.setInitialValues(theirs);
    form.resetDirty(theirs);
    form.setValues(merged);
    const asked = contested.filter((field) => editing?.labels[field] !== undefined);
    setComparison({
      by,
      taken: taken.filter((field) => editing?.labels[field] !== undefined),
      contested: asked.map((field) => ({ field, mine: mine[field], theirs: theirs[field], choice: null })),
    });
  }

  const compareRestored = useRef(compare);
  compareRestored.current = compare;
  useEffect(() => {
    if (!editing || !restoredOpened || isRestoredCompared.current) return;
    isRestoredCompared.current = true;
    if (!isSame(restoredOpened, editing.opened))
      compareRestored.current(restoredOpened, editing.opened, null);
  }, [editing, restoredOpened]);

  return {
    comparison,
    /** Whether a refusal was that of a stale version, and the newest one now stands beside what is typed. */
    async resolveStale(error: unknown): Promise<boolean> {
      const by = staleChangedBy(error);
      if (!editing || by === undefined) return false;
      const newest = await editing.loadNewest();
      compare(editing.opened, newest.opened, by);
      editing.adopt(newest);
      return true;
    },
    choose(field: keyof Values & string, choice: 'mine' | 'theirs'): void {
      const contest = comparison?.contested.find((one) => one.field === field);
      if (!contest) return;
      // Both sides are values of this field.
      form.setFieldValue(field, contest[choice] as never);
      setComparison({
        ...comparison!,
        contested: comparison!.contested.map((one) => (one === contest ? { ...one, choice } : one)),
      });
    },
    /** Why it cannot be saved yet: a field that both changed waits for a choice, or for a third value. */
    reason: comparison?.contested.some(
      ({ field, mine, choice }) => choice === null && isSame(form.values[field], mine),
    )
      ? t`Choose mine or theirs for each field that both of you changed.`
      : null,
    forget: () => {
      isRestoredCompared.current = false;
      setComparison(null);
    },
  };
}

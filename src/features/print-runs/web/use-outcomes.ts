import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api, client } from '#features/client.ts';
import { type Changed, isStaleAfter } from '#platform/web/api/reads.ts';
import { useCommand } from '#platform/web/components/use-command.tsx';
import type { PrintRunDetail, Sheet, spoilReasons } from '../contract.ts';

export type Recorded =
  | { outcome: 'good' }
  | { outcome: 'spoilt'; reason: (typeof spoilReasons)[number] }
  | { outcome: 'missing'; reason: string };

type SheetOutcome = Pick<Sheet, 'outcome' | 'outcomeReason' | 'outcomeAt'>;

const noOutcome: SheetOutcome = { outcome: null, outcomeReason: null, outcomeAt: null };

function runKey(id: string): QueryKey {
  return api.printRuns.getPrintRun.queryKey({ input: { id } });
}

/**
 * Records and undoes outcomes. The screen shows them at once and restores the previous state on error. Commands run one
 * after another, without reloading the run after each. Until all are answered, leaving the page asks first.
 */
export function useOutcomes(run: PrintRunDetail) {
  const queryClient = useQueryClient();
  const recording = useCommand(client.printRuns.recordSheets, { refresh: refreshOtherQueries });
  const takingBack = useCommand(client.printRuns.takeBackOutcome, { refresh: refreshOtherQueries });
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const [error, setError] = useState<unknown>(null);
  const [unanswered, setUnanswered] = useState(0);
  const isSaving = unanswered > 0;

  useEffect(() => {
    if (!isSaving) return;
    const askFirst = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', askFirst);
    return () => window.removeEventListener('beforeunload', askFirst);
  }, [isSaving]);

  function show(outcomes: ReadonlyMap<string, SheetOutcome>): void {
    queryClient.setQueryData<PrintRunDetail>(
      runKey(run.id),
      (shown) => shown && withOutcomes(shown, outcomes),
    );
  }

  async function perform(sheets: readonly Sheet[], outcome: SheetOutcome, ask: () => Promise<unknown>) {
    const before = new Map(sheets.map((sheet) => [sheet.id, sheet]));
    setError(null);
    setUnanswered((count) => count + 1);
    show(new Map(sheets.map((sheet) => [sheet.id, outcome])));
    const answer = queue.current.then(ask);
    // An error must not stop the queue; it is handled below.
    queue.current = answer.catch(() => {});
    try {
      await answer;
      return true;
    } catch (refused) {
      show(before);
      setError(refused);
      // Without an answer it is unknown whether the command took effect.
      void queryClient.invalidateQueries({ queryKey: runKey(run.id) });
      return false;
    } finally {
      setUnanswered((count) => count - 1);
    }
  }

  return {
    error,
    isSaving,
    record(sheets: readonly Sheet[], recorded: Recorded): Promise<boolean> {
      const outcomes = sheets.map(({ id: sheetId }) => ({ sheetId, ...recorded }));
      const outcome: SheetOutcome = {
        outcome: recorded.outcome,
        outcomeReason: recorded.outcome === 'good' ? null : recorded.reason,
        outcomeAt: new Date().toISOString(),
      };
      return perform(sheets, outcome, () => recording.run({ id: run.id, outcomes }));
    },
    takeBack(sheet: Sheet): Promise<boolean> {
      return perform([sheet], noOutcome, () => takingBack.run({ id: run.id, sheetId: sheet.id }));
    },
  };
}

/** Does not refetch the run, which already shows the outcomes and may have 1,000 sheets. */
function refreshOtherQueries(queryClient: QueryClient, changed: Changed): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) =>
      !isOfRun(queryKey) && isStaleAfter(changed, queryKey, ['everybody', 'figures']),
  });
}

function isOfRun([place]: QueryKey): boolean {
  return Array.isArray(place) && place[1] === api.printRuns.getPrintRun.key()[0][1];
}

/** The run with changed outcomes of some sheets, and the counts updated. */
function withOutcomes(run: PrintRunDetail, outcomes: ReadonlyMap<string, SheetOutcome>): PrintRunDetail {
  const sheets = run.sheets.map((sheet) => {
    const outcome = outcomes.get(sheet.id);
    return outcome ? { ...sheet, ...outcome } : sheet;
  });
  const count = (outcome: Sheet['outcome']) => sheets.filter((sheet) => sheet.outcome === outcome).length;
  return {
    ...run,
    sheets,
    goodCount: count('good'),
    spoiltCount: count('spoilt'),
    missingCount: count('missing'),
    openAt: sheets.find((sheet) => sheet.outcome === null)?.position ?? null,
  };
}

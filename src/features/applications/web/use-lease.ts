import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, client } from '#features/client.ts';
import { leaseRenewal } from './case-queries.ts';

/** Keeps the application while it is shown; null keeps none. Who is refused learns by the list of open cases why. */
export function useLease(id: string | null): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (id === null) return;
    const open = () =>
      inTurn(() => client.caseDesk.openCase({ id })).catch(() =>
        queryClient.invalidateQueries({ queryKey: api.caseDesk.listOpenCases.queryKey() }),
      );
    void open();
    const renewing = setInterval(open, leaseRenewal);
    const leave = () => release(id);
    window.addEventListener('pagehide', leave);
    return () => {
      clearInterval(renewing);
      window.removeEventListener('pagehide', leave);
      void inTurn(() => release(id));
    };
  }, [id, queryClient]);
}

let last: Promise<unknown> = Promise.resolve();

/** One after the other, so that leaving a case and coming back to it arrive in this order. */
function inTurn<Result>(call: () => Promise<Result>): Promise<Result> {
  const turn = last.then(call, call);
  // Whoever asked hears of it by `turn`.
  last = turn.catch(() => {});
  return turn;
}

/** Outlives the page. */
async function release(id: string): Promise<void> {
  // Nobody waits for the answer: what is not released runs out.
  await client.caseDesk.releaseCase({ id }, { context: { isQuiet: true } }).catch(() => {});
}

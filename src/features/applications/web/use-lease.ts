import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, client } from '#features/client.ts';
import { leaseRenewal } from './case-queries.ts';

/** Leases the application while it is shown; null leases none. If refused, the list of open cases shows why. */
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

/** One call after the other, so that leaving a case and coming back arrive in this order. */
function inTurn<Result>(call: () => Promise<Result>): Promise<Result> {
  const turn = last.then(call, call);
  // The caller gets the error from `turn`.
  last = turn.catch(() => {});
  return turn;
}

/** Completes even if the page is closed (`keepalive`). */
async function release(id: string): Promise<void> {
  // Errors are ignored: a lease that is not released expires.
  await client.caseDesk.releaseCase({ id }, { context: { isQuiet: true } }).catch(() => {});
}

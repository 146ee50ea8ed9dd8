import { useSyncExternalStore } from 'react';
import { hasCode } from './problem.ts';

/**
 * A call that meets an ended session waits here until the same person has signed in over the page, and is then
 * carried out after all: no typed input is lost, and nothing has to be pressed twice.
 */
type Waiting = { promise: Promise<boolean>; settle: (signedIn: boolean) => void };

let waiting: Waiting | null = null;
let isLeaving = false;
const listeners = new Set<() => void>();

function setWaiting(next: Waiting | null) {
  waiting = next;
  for (const listener of listeners) listener();
}

/** The person signs out: that the session ends is what they want, and nothing is asked. */
export function leave(isSure: boolean): void {
  isLeaving = isSure;
}

/** Asks over the page; true once the same person is back. */
export function askToSignInAgain(): Promise<boolean> {
  if (isLeaving) return Promise.resolve(false);
  if (!waiting) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    setWaiting({ promise, settle: resolve });
  }
  return waiting!.promise;
}

/** Ends the waiting: the calls go on (`true`), or fail with the refusal that they met (`false`). */
export function settleSignInAgain(signedIn: boolean): void {
  const settled = waiting;
  setWaiting(null);
  settled?.settle(signedIn);
}

/** Whether some call waits for a new session. */
export function useSignInAgainAsked(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting !== null,
  );
}

/** Runs a call, and runs it once more when its session had ended and the person came back. */
export async function withSession<Result>(
  call: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!hasCode(error, 'auth.signed_out') || signal?.aborted) throw error;
    if (!(await askToSignInAgain())) throw error;
    signal?.throwIfAborted();
    return call();
  }
}

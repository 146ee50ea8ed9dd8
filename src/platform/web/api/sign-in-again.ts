import { hasCode } from './problem.ts';
import { createStore } from './store.ts';

/** Why somebody has to give password and code again. */
export type SignInReason = 'session_ended' | 'confirm_identity';

/**
 * A call that meets an ended session, or that asks for a fresh one, waits here until the same person has given password
 * and code over the page, and is then carried out after all: no typed input is lost, and nothing has to be pressed twice.
 */
type Waiting = { reason: SignInReason; promise: Promise<boolean>; settle: (signedIn: boolean) => void };

const waiting = createStore<Waiting | null>(null);
let isLeaving = false;

/** The person signs out: that the session ends is what they want, and nothing is asked. */
export function leave(isSure: boolean): void {
  isLeaving = isSure;
}

/** Asks over the page; true once the same person is back. */
export function askToSignInAgain(reason: SignInReason = 'session_ended'): Promise<boolean> {
  if (isLeaving) return Promise.resolve(false);
  if (!waiting.value) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    waiting.set({ reason, promise, settle: resolve });
  }
  return waiting.value!.promise;
}

/** Ends the waiting: the calls go on (`true`), or fail with the refusal that they met (`false`). */
export function settleSignInAgain(signedIn: boolean): void {
  const settled = waiting.value;
  waiting.set(null);
  settled?.settle(signedIn);
}

/** What some call waits for, if one does. */
export function useSignInAgainAsked(): SignInReason | null {
  return waiting.use()?.reason ?? null;
}

/** Runs a call, and runs it once more when the person had to give password and code first and did. */
export async function withSession<Result>(
  call: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === null || signal?.aborted) throw error;
    if (!(await askToSignInAgain(reason))) throw error;
    signal?.throwIfAborted();
    return call();
  }
}

function reasonOf(error: unknown): SignInReason | null {
  if (hasCode(error, 'auth.signed_out')) return 'session_ended';
  return hasCode(error, 'auth.confirm_identity') ? 'confirm_identity' : null;
}

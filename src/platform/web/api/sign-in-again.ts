import { hasCode } from './problem.ts';
import { createStore } from './store.ts';

/** Why password and code are needed again. */
export type SignInReason = 'session_ended' | 'confirm_identity';

/**
 * A call that meets an ended session, or needs fresh authentication, waits here until the same person has entered
 * password and code in a dialog, and is then repeated: no input is lost, and nothing has to be pressed twice.
 */
type Waiting = { reason: SignInReason; promise: Promise<boolean>; settle: (signedIn: boolean) => void };

const waiting = createStore<Waiting | null>(null);
let isLeaving = false;
/** When the dialog was closed without signing in, and on which page. */
let declined: { at: number; page: string } | null = null;

/** While signing out, the end of the session is intended: show no dialog. */
export function leave(isSure: boolean): void {
  isLeaving = isSure;
}

/**
 * Shows the dialog; true once the same person is back. What nobody asked for, such as a page's own requests, does not
 * bring it back over a page on which it was closed: it would take the keys of somebody who types on.
 */
export function requestSignIn(reason: SignInReason, { isAsked }: { isAsked: boolean }): Promise<boolean> {
  if (isLeaving) return Promise.resolve(false);
  const isDeclined = reason === 'session_ended' && declined?.page === window.location.pathname;
  if (isDeclined && !isAsked) return Promise.resolve(false);
  if (!waiting.value) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    waiting.set({ reason, promise, settle: resolve });
  }
  return waiting.value!.promise;
}

/** Ends the waiting: the calls are repeated (`true`), or fail with their error (`false`). */
export function settleSignIn(signedIn: boolean): void {
  const settled = waiting.value;
  declined = signedIn ? null : { at: performance.now(), page: window.location.pathname };
  waiting.set(null);
  settled?.settle(signedIn);
}

/** Why a call waits for signing in, if one does. */
export function useSignInRequest(): SignInReason | null {
  return waiting.use()?.reason ?? null;
}

type CallOptions = { signal?: AbortSignal; isAsked?: boolean };

/**
 * Runs a call, and again after the person signed in, if that was needed. The dialog does not come back for a call that
 * began before it was closed.
 */
export async function withSession<Result>(
  call: () => Promise<Result>,
  { signal, isAsked = true }: CallOptions,
): Promise<Result> {
  const began = performance.now();
  try {
    return await call();
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === null || signal?.aborted || (declined && began < declined.at)) throw error;
    if (!(await requestSignIn(reason, { isAsked }))) throw error;
    signal?.throwIfAborted();
    return call();
  }
}

function reasonOf(error: unknown): SignInReason | null {
  if (hasCode(error, 'auth.signed_out')) return 'session_ended';
  return hasCode(error, 'auth.confirm_identity') ? 'confirm_identity' : null;
}

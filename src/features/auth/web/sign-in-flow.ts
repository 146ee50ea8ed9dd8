import { createStore } from '#platform/web/api/store.ts';
import { type Role, roles } from '#shared/roles.ts';
import type { Challenge } from '../contract.ts';

/** The steps of the login screen; each is an address (`/?step=…`), so that Back goes one step back. */
export type SignInStep = 'login' | 'code' | 'reset-code' | 'new-password' | 'done';

/** A code being waited for, and when it was requested and, if mailed, sent. */
export type AwaitedCode = { email: string; challenge: Challenge; mailedAt: number };

type Flow = {
  /** The address from the login form; a password reset starts from it. */
  email: string;
  signIn: AwaitedCode | null;
  reset: AwaitedCode | null;
  /** Kept only in memory: whoever has it can set the password. */
  resetToken: string | null;
};

const storageKey = 'dikshant.sign-in';
const roleKey = 'dikshant.role';
const nothing: Flow = { email: '', signIn: null, reset: null, resetToken: null };
const flow = createStore(restored());

/** After a reload, such as to look for the mail, the same step is shown. */
function restored(): Flow {
  try {
    return { ...nothing, ...JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') };
  } catch {
    return nothing;
  }
}

export function updateSignInFlow(change: Partial<Flow>): void {
  const next = { ...flow.value, ...change };
  const { resetToken: _, ...kept } = next;
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(kept));
  } catch {
    // Without storage, the flow lasts as long as the page.
  }
  flow.set(next);
}

export function clearSignInFlow(): void {
  updateSignInFlow(nothing);
}

export const useSignInFlow = flow.use;

/** The role last chosen on this device. */
export function rememberedRole(): Role {
  const stored = localStorage.getItem(roleKey);
  return roles.find((role) => role === stored) ?? 'admin';
}

export function rememberRole(role: Role): void {
  localStorage.setItem(roleKey, role);
}

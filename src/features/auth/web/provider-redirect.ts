import type { Session } from '#shared/session.ts';
import type { Challenge } from '../contract.ts';

/** Why this browser was redirected to the provider, stored until it returns; only one at a time, as on the server. */
export type ProviderRedirect = {
  /** In its own window, over a page that waits. */
  isPopup: boolean;
  /** The page originally requested. */
  next?: string | undefined;
};

/** The outcome of the sign-in at the provider, for the page that opened its window. */
export type ProviderOutcome = { email: string; challenge: Challenge | null; session: Session | null };

const key = 'dikshant.provider';
const channelName = 'dikshant.provider';

export function rememberRedirect(redirect: ProviderRedirect): void {
  localStorage.setItem(key, JSON.stringify(redirect));
}

/** The redirect that this browser returns from; reading removes it. */
export function consumeRedirect(): ProviderRedirect {
  const kept = localStorage.getItem(key);
  localStorage.removeItem(key);
  return kept ? (JSON.parse(kept) as ProviderRedirect) : { isPopup: false };
}

export function notifyOpener(outcome: ProviderOutcome): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(outcome);
  channel.close();
}

/** Calls back with the outcome of a sign-in in another window; returns a function that unsubscribes. */
export function subscribeToOutcome(onOutcome: (outcome: ProviderOutcome) => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: MessageEvent<ProviderOutcome>) => onOutcome(data);
  return () => channel.close();
}

import type { Session } from '#shared/session.ts';
import type { Challenge } from '../contract.ts';

/** Why this browser was redirected to the provider, kept until it is back: one at a time, as the server has it. */
export type ProviderRedirect = {
  /** In a window of its own, over a page that waits. */
  isPopup: boolean;
  /** The page that was asked for. */
  next?: string | undefined;
};

/** What the sign-in at the provider led to, for the page that opened its window. */
export type ProviderOutcome = { email: string; challenge: Challenge | null; session: Session | null };

const key = 'dikshant.provider';
const channelName = 'dikshant.provider';

export function rememberRedirect(redirect: ProviderRedirect): void {
  localStorage.setItem(key, JSON.stringify(redirect));
}

/** The redirect that this browser is back from; it is read once. */
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

/** Calls back with the outcome of a sign-in in a window of its own; returns what unsubscribes. */
export function subscribeToOutcome(onOutcome: (outcome: ProviderOutcome) => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: MessageEvent<ProviderOutcome>) => onOutcome(data);
  return () => channel.close();
}

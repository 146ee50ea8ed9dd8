import type { Session } from '#shared/session.ts';
import type { Challenge } from '../contract.ts';

/** Why this browser went to the provider, until it is back: one trip at a time, as the server has it. */
export type Trip = {
  /** In a window of its own, over a page that waits. */
  isBeside: boolean;
  /** The page that was asked for. */
  next?: string | undefined;
};

/** What came of a trip, for the page that waits. */
export type TripOutcome = { email: string; challenge: Challenge | null; session: Session | null };

const key = 'dikshant.provider';
const channelName = 'dikshant.provider';

export function rememberTrip(trip: Trip): void {
  localStorage.setItem(key, JSON.stringify(trip));
}

export function takeTrip(): Trip {
  const kept = localStorage.getItem(key);
  localStorage.removeItem(key);
  return kept ? (JSON.parse(kept) as Trip) : { isBeside: false };
}

export function tellPageBehind(outcome: TripOutcome): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(outcome);
  channel.close();
}

/** Hears of the trip that was made in a window of its own; returns what stops it. */
export function onTripOutcome(hear: (outcome: TripOutcome) => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: MessageEvent<TripOutcome>) => hear(data);
  return () => channel.close();
}

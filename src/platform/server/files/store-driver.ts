import type { DriverContract } from 'flydrive/types';

/** Something in the store, with a row or without one. */
export type StoredEntry = { key: string; changedAt: Date };

/** A place for bytes: the disk of this machine, or a bucket. What it has written survives a power cut. */
export type StoreDriver = DriverContract & {
  /** Everything that is in it, unfinished files of the disk included. */
  entries(): AsyncGenerator<StoredEntry>;
  /** Throws where the settings are refused; a place that cannot be reached just now is none of that. */
  assertUsable(): Promise<void>;
};

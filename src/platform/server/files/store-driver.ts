import type { DriverContract } from 'flydrive/types';

/** A file in the store, with or without a row. */
export type StoredEntry = { key: string; changedAt: Date };

/** A backend for bytes: the local disk or a bucket. Completed writes survive a power failure. */
export type StoreDriver = DriverContract & {
  /** All entries, including unfinished files on the disk. */
  entries(): AsyncGenerator<StoredEntry>;
  /** Throws if the settings are rejected, but not if the backend is temporarily unreachable. */
  assertUsable(): Promise<void>;
};

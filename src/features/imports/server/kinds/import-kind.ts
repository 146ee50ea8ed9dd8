import type { Db } from '#platform/server/db/database.ts';

/** What a file would do to the master, by rows; `masterState` is a fingerprint of the records that it meets. */
export type Tally = {
  newCount: number;
  changedCount: number;
  unchangedCount: number;
  masterState: string;
};

/** What differs between the two uploads on the database's side. */
export type ImportKindSql = {
  /** The sheet of its template. */
  sheetName: string;
  /** Keeps others from writing to the master until the transaction ends; reading goes on. */
  lockMaster(db: Db): Promise<void>;
  /** Records what is wrong between rows, and between rows and master. */
  check(db: Db, importId: string): Promise<void>;
  /** Counts the rows without faults. */
  tally(db: Db, importId: string): Promise<Tally>;
  /** Brings the records that the file has differently to what it says. */
  update(db: Db, importId: string): Promise<void>;
  /** Adds the records that the master lacks, of the rows from `first` up to but not including `end`; counts them. */
  insert(db: Db, importId: string, slice: { first: number; end: number; at: Date }): Promise<number>;
};

import type { Expression, RawBuilder } from 'kysely';
import type { PlainErrorCode } from '#shared/errors.ts';
import type { NameOf } from '#shared/feature.ts';
import type { FileKind } from '#shared/file-kinds.ts';
import type { RecordKind } from '#shared/record-kinds.ts';
import type { Answers } from './answers.ts';
import type { Services } from './context.ts';
import type { ContractPart } from './contract-part.ts';
import type { Db } from './db/database.ts';
import type { LogSearch } from './db/log-search.ts';
import type { RecordSearch } from './db/record-search.ts';
import type { ScopedBy } from './db/scope.ts';
import type { DB } from './db/tables.ts';
import type { WaitingQuery } from './db/waiting-rows.ts';
import type { Check } from './doctor/check.ts';
import type { Rule } from './exceptions/rule.ts';
import type { ByteRoute } from './http/byte-route.ts';
import type { Job } from './jobs/job.ts';
import type { Purge } from './jobs/purge.ts';

/** What a feature declares for the server in its `server/feature.ts`; all is optional. */
export type ServerFeature = {
  /** The parts of its contract with their handlers, by the contract's name of each. */
  parts?: Readonly<Record<string, ContractPart>>;
  /** Routes that transfer bytes. */
  routes?: readonly ByteRoute[];
  /** Paths of the previous release with the present ones, such as `/api/old/{id}`; they answer 308. */
  moved?: Readonly<Record<string, string>>;
  jobs?: readonly Job<never>[];
  /** Deletions of expired data, which run nightly. */
  purges?: readonly Purge[];
  /** Checks of `npm run doctor` and `/metrics`; docs/operations.md says what to do about each. */
  checks?: readonly Check[];
  /** Continues what a process that died left unfinished. */
  whenWorkerStarts?: (services: Services) => Promise<void>;
  /** Tables whose rows belong to a college: requests of its people are narrowed to them. */
  scoped?: Partial<Record<keyof DB, ScopedBy>>;
  /**
   * The domain errors of named database constraints. Rules check first and give more detail; constraints catch
   * simultaneous changes by two people.
   */
  constraints?: Readonly<Record<string, ConstraintError>>;
  /**
   * By record type, the fields of audit events that hold personal values, at any depth: names, contact, birth, parents,
   * addresses. Add a field together with the change that first records it; the test beside `audit.test.ts` finds
   * forgotten ones.
   */
  personal?: Readonly<Record<string, readonly string[]>>;
  /** Record types that are labelled with a person's name, or with a file name that often contains one. */
  personalLabels?: readonly string[];
  /** How the global search finds records of its kinds. */
  searches?: Partial<Record<RecordKind, readonly RecordSearch[]>>;
  /**
   * Its books in the nightly signed checkpoint, by name: each a query of one JSON value, with numbers by state as the
   * tables name it. All are read by one statement.
   */
  balances?: Readonly<Record<string, RawBuilder<unknown>>>;
  /** The records whose events a search of the audit log finds besides those that show the term. */
  logSearches?: readonly LogSearch[];
  /** What its audit events about masters begin with, before the dot. */
  masterEvents?: readonly string[];
  answers?: Partial<Answers>;
  files?: readonly FileUse[];
  /** What the auditor looks for every night in what it writes. */
  rules?: readonly Rule[];
  /** Counts what waits. */
  waiting?: Partial<Record<NameOf<'waiting'>, WaitingQuery>>;
};

/** Who may read a record of their scope may read the files that it refers to. */
export type FileUse = {
  kind: FileKind;
  records(db: Db, fileId: string): Expression<unknown>;
};

/** A domain error, or one for an input field. It has no data, because PostgreSQL reports only the constraint's name. */
export type ConstraintError = PlainErrorCode | { code: PlainErrorCode; field: string };

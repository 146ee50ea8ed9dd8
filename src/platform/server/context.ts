import type { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Role } from '#shared/roles.ts';
import type { AccessLog } from './access-log.ts';
import type { Db, Scope } from './db/database.ts';
import type { Read } from './db/replica-reads.ts';
import { domainError } from './domain-error.ts';
import type { FileStore } from './files/file-store.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Peppers } from './secrets.ts';
import type { Settings } from './settings.ts';

/** What one process shares between all requests. */
export type Services = {
  /** For reads, and for single statements outside a transaction. */
  db: Db;
  /** For lists, figures and records that are shown: on `db`, or on a replica that is in step. */
  read: Read;
  /** For transactions of requests: on connections of their own, so that readers never wait behind writers. */
  commandDb: Db;
  /** For lists as files, which keep a connection for minutes. */
  exportDb: Db;
  /** For background work; `db` and `commandDb` of the services that a job gets are this one. */
  jobDb: Db;
  /** Whether more requests wait for the database than can be answered in time. */
  isOverloaded(): boolean;
  jobs: PgBoss;
  files: FileStore;
  settings: Settings;
  /** For the few connections that are not of the pools: listening, the sender of mails, bulk uploads. They go past a pooler. */
  databaseUrl: string;
  log: Logger;
  /** What codes, throttle keys and authenticator secrets are keyed with. */
  peppers: Peppers;
  accessLog: AccessLog;
  metrics: Metrics;
  /** Where signed checkpoints of the audit log go, and what signs them. */
  checkpoints: { directory: string; key: string };
};

/** The cookies of one request; `write` and `clear` go out with its response. */
export type Cookies = {
  read(name: string): string | undefined;
  write(name: string, value: string, maxAgeSeconds: number): void;
  clear(name: string): void;
};

/** Who acts. A job of the portal itself acts without a person. */
export type Actor = {
  id: string;
  name: string;
  role: Role;
  scope: Scope;
  mustChangePassword: boolean;
  mustEnrolAuthenticator: boolean;
  /** Whether password and code were given within the last minutes. */
  isFreshlyAuthenticated: boolean;
};

/** What an operation knows of the request that it serves. */
export type RequestContext = {
  services: Services;
  actor: Actor | null;
  requestId: string;
  ip: string;
  /** Set on mutations of the web: the same key is carried out once. */
  idempotencyKey: string | null;
  /** When the request happens, if not now: the demo data tells a history. */
  now?: Date;
  cookies: Cookies;
  userAgent: string;
  /** Tells the response what a command did; null when it was done by an earlier request. */
  reportEvents?: (events: readonly string[] | null) => void;
  /** Tells the log and the metrics which operation was asked for, by its path. */
  reportOperation?: (path: string) => void;
};

/** The person behind the request; the guard has refused all others before an operation runs. */
export function actorOf(context: RequestContext): Actor {
  if (!context.actor) throw domainError('auth.signed_out');
  return context.actor;
}

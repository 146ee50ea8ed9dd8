import type { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Role } from '#shared/roles.ts';
import type { AccessLog } from './access-log.ts';
import type { Db, Scope } from './db/database.ts';
import { collegeOf, inCollege, readBy } from './db/scope.ts';
import { domainError } from './domain-error.ts';
import type { FileStore } from './files/file-store.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Peppers } from './secrets.ts';
import type { Settings } from './settings.ts';

/** What one process shares between all requests. */
export type Services = {
  /** For reads and for single statements outside a transaction. */
  db: Db;
  /** For transactions of requests: on their own connections, so that readers never wait behind writers. */
  commandDb: Db;
  /** For exports, which hold a connection for minutes. */
  exportDb: Db;
  /** For background jobs, whose services have it as `db` and `commandDb` too. */
  jobDb: Db;
  jobs: PgBoss;
  files: FileStore;
  settings: Settings;
  /** For the few connections outside the pools: listening, the mail sender, bulk uploads. They bypass a pooler. */
  databaseUrl: string;
  log: Logger;
  /** The keys for hashing codes and throttle keys and for encrypting authenticator secrets. */
  peppers: Peppers;
  accessLog: AccessLog;
  metrics: Metrics;
  /** Directory of the audit log's signed checkpoints, and the signing key. */
  checkpoints: { directory: string; key: string };
};

/** The cookies of one request; `write` and `clear` go out with its response. */
export type Cookies = {
  read(name: string): string | undefined;
  write(name: string, value: string, maxAgeSeconds: number): void;
  clear(name: string): void;
};

/** Who acts. The portal's own jobs have no actor. */
export type Actor = {
  id: string;
  name: string;
  role: Role;
  scope: Scope;
  mustChangePassword: boolean;
  mustEnrolAuthenticator: boolean;
  /** Whether password and code were entered within the last minutes. */
  isFreshlyAuthenticated: boolean;
};

export type RequestContext = {
  services: Services;
  actor: Actor | null;
  requestId: string;
  ip: string;
  /** Set on mutations of the web client: each key is executed once. */
  idempotencyKey: string | null;
  /** The time of the request, if not now: demo data is backdated. */
  now?: Date;
  cookies: Cookies;
  userAgent: string;
  /** Reports the events of a command to the response; null when an earlier request executed it. */
  reportEvents?: (events: readonly string[] | null) => void;
  /** Reports the operation's path to log and metrics. */
  reportOperation?: (path: string) => void;
};

/** The services for a person's requests, whose databases know the person and are narrowed to the person's college. */
export function servicesFor(services: Services, actor: Actor | null): Services {
  if (actor === null) return services;
  const own = (db: Db) => readBy(inCollege(db, actor.scope.collegeId), actor.id);
  const { db, commandDb, exportDb } = services;
  return { ...services, db: own(db), commandDb: own(commandDb), exportDb: own(exportDb) };
}

/** The signed-in person; the guard has refused all others before. */
export function actorOf(context: RequestContext): Actor {
  const { actor, services } = context;
  if (!actor) throw domainError('auth.signed_out');
  if (collegeOf(services.db) !== actor.scope.collegeId) throw new Error("The services are not the person's.");
  return actor;
}

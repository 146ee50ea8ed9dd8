import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { auditStatements, enqueueIn, inTransaction, type Writing } from './command.ts';
import type { Services } from './context.ts';
import type { AuditEntry } from './db/audit-chain.ts';
import type { Db } from './db/database.ts';
import type { DB } from './db/tables.ts';

/** Whom screens name where the portal acted. */
export const portalName = 'Dikshant';

/** Runs a job's write in one transaction with its audit events, with the portal as actor. */
export async function recordAsPortal(
  services: Pick<Services, 'jobDb'>,
  write: (db: Db, audit: (entry: AuditEntry) => void) => Promise<void>,
  at: Date | null = null,
): Promise<void> {
  await inTransaction(services.jobDb, async (transaction, last) => {
    const db = transaction;
    const entries: AuditEntry[] = [];
    await write(db, (entry) => entries.push(entry));
    const origin = {
      actorId: null,
      actorName: portalName,
      desk: 'portal',
      requestId: randomUUID(),
      ip: null,
      at,
    };
    last.push(...auditStatements(origin, entries));
  });
}

/** The same for what commands write, too. Columns that need a person get `signer`; the events name the portal. */
export async function writeAsPortal(
  services: Pick<Services, 'jobDb' | 'jobs'>,
  signer: string,
  write: (transaction: Writing) => Promise<void>,
): Promise<void> {
  await recordAsPortal(services, (db, audit) =>
    write({
      ...{ db, audit, actor: { id: signer }, now: new Date(), requestId: randomUUID() },
      enqueue: (job, data) => enqueueIn(db as Kysely<DB>, services, job, data),
    }),
  );
}

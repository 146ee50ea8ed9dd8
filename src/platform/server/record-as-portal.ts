import { randomUUID } from 'node:crypto';
import { auditStatements, inTransaction } from './command.ts';
import type { Services } from './context.ts';
import type { AuditEntry } from './db/audit-chain.ts';
import type { Db } from './db/database.ts';

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
      actorName: 'Dikshant',
      desk: 'portal',
      requestId: randomUUID(),
      ip: null,
      at,
    };
    last.push(...auditStatements(origin, entries));
  });
}

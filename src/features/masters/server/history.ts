import { listAuditEvents } from '#features/audit/server/queries.ts';
import type { Db, Scope } from '#platform/server/db/database.ts';
import type { AnyMaster } from '#shared/masters/masters.ts';
import { HistoryEvent } from '../contract.ts';

/** An entry is changed a few times a year; whoever needs more has the audit log. */
const most = 500;

/** The audit log is the history: an entry that is gone has one, too. */
export async function getHistory(
  db: Db,
  scope: Scope,
  { master, id }: { master: AnyMaster; id: string },
): Promise<{ events: HistoryEvent[] }> {
  const { rows } = await listAuditEvents(db, scope, {
    recordType: master.name,
    recordId: id,
    setUpAlone: '',
    search: '',
    limit: most,
    offset: 0,
  });
  return { events: rows.map((row) => HistoryEvent.parse(row)) };
}

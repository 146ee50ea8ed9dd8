import { assertWholeUniversity, listAuditEvents } from '#features/audit/server/queries.ts';
import type { Db } from '#platform/server/db/database.ts';
import { HistoryEvent } from '../contract.ts';
import type { AnyMaster } from '../declared/masters.ts';
import { recordTypeOf } from '../declared/named-masters.ts';

/** An entry changes a few times a year; the audit log has the rest. */
const maximumEvents = 500;

/** The history is read from the audit log, so a deleted entry has one, too. */
export async function getHistory(
  db: Db,
  { master, id }: { master: AnyMaster; id: string },
): Promise<{ events: HistoryEvent[] }> {
  assertWholeUniversity(db);
  const { rows } = await listAuditEvents(db, {
    recordType: recordTypeOf(master.name),
    recordId: id,
    setUpAlone: '',
    search: '',
    limit: maximumEvents,
    offset: 0,
  });
  return { events: rows.map((row) => HistoryEvent.parse(row)) };
}

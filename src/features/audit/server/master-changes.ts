import { sql } from 'kysely';
import { wholePast } from '#platform/server/db/audit-chain.ts';
import type { Db } from '#platform/server/db/database.ts';
import { registered } from '#platform/server/registered.ts';
import { auditEventLabels } from '#shared/audit-names.ts';
import type { CollegeAndDayFilters, PageRequest } from '#shared/fields.ts';
import { auditEvents, listAuditEvents } from './queries.ts';

export async function listMasterChanges(db: Db, input: CollegeAndDayFilters & PageRequest) {
  return listAuditEvents(db, { ...input, ...(await ofMasters(db, input)) });
}

export async function countMasterChanges(db: Db, filters: CollegeAndDayFilters) {
  return auditEvents.count(db, { ...filters, ...(await ofMasters(db, filters)) });
}

async function ofMasters(db: Db, { collegeId, from, to }: CollegeAndDayFilters) {
  const isOfMaster = (name: string) => registered.masterEvents.includes(name.split('.')[0]!);
  return {
    among: Object.keys(auditEventLabels).filter(isOfMaster),
    collegeId: collegeId === 'all' ? undefined : collegeId,
    from: from ?? (to ? undefined : await lastInspectedDay(db)),
    setUpAlone: '' as const,
  };
}

/** By the log, because reports belong to a later feature. */
async function lastInspectedDay(db: Db): Promise<string | undefined> {
  const closed = await wholePast(db)
    .selectFrom('audit_events')
    .where('event', '=', 'findings.inspection_closed')
    .orderBy('sequence', 'desc')
    .select(sql<string>`after ->> 'to'`.as('to'))
    .executeTakeFirst();
  return closed?.to;
}

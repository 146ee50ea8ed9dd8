import { type ExpressionWrapper, type SqlBool, sql } from 'kysely';
import type { Actor } from '#platform/server/context.ts';
import { eventsOfRecords, shownActorName } from '#platform/server/db/audit-chain.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { DB } from '#platform/server/db/tables.ts';
import { type AuditRecordType, allNames, currentName } from '#shared/audit-names.ts';
import { formatRupees } from '#shared/format.ts';
import { mayUse } from '#shared/permissions.ts';
import type { EventDetails, TimelineEntry } from '../contract.ts';
import { type EventFactName, eventFactNames } from '../event-facts.ts';

/** Records whose events belong to a timeline, optionally limited to some of them. */
export type EventsOf = {
  type: AuditRecordType;
  ids: readonly string[];
  only?: ExpressionWrapper<DB, 'audit_events', SqlBool> | ReturnType<typeof sql<boolean>>;
};

/** Who received a certificate or a bundle, unless the name was removed since. */
const handedTo = sql<string | null>`(select value from audit_personal_values
  where digest = coalesce(audit_events.after ->> 'collectedBy', audit_events.after ->> 'deliveredTo'))`;

/** The events of the records, oldest first. The audit log's index by record keeps this fast. */
export async function readTimeline(
  db: Db,
  actor: Pick<Actor, 'role' | 'scope'>,
  records: readonly EventsOf[],
): Promise<TimelineEntry[]> {
  const known = records.filter(({ ids }) => ids.length > 0);
  if (known.length === 0) return [];
  const rows = await eventsOfRecords(db)
    .where((eb) =>
      eb.or(
        known.map(({ type, ids, only }) =>
          eb.and([
            eb('record_type', 'in', allNames('recordTypes', type)),
            eb('record_id', 'in', [...ids]),
            ...(only ? [only] : []),
          ]),
        ),
      ),
    )
    .orderBy('sequence')
    .select([
      'sequence',
      'at',
      'event',
      'desk',
      'actor_id',
      'record_type',
      'record_id',
      'record_label',
      'after',
    ])
    .select([shownActorName.as('actor_name'), handedTo.as('handed_to')])
    .execute();
  const readsLog = mayReadLog(actor);
  return rows.map((row) => {
    const after = (row.after ?? {}) as Record<string, unknown>;
    return {
      at: row.at.toISOString(),
      event: currentName('events', row.event),
      actorName: row.actor_name,
      actorId: readsLog ? row.actor_id : null,
      desk: currentName('desks', row.desk),
      sequence: readsLog ? row.sequence : null,
      recordType: currentName('recordTypes', row.record_type),
      recordId: row.record_id,
      recordLabel: row.record_label,
      details: { ...detailsOf(after), ...(readsLog && row.handed_to && { handedTo: row.handed_to }) },
      isMailed: typeof after.mailedTo === 'string',
    };
  });
}

/** Whoever reads the whole log; an auditor of one college reads only the events of its records. */
export function mayReadLog({ role, scope }: Pick<Actor, 'role' | 'scope'>): boolean {
  return scope.collegeId === null && mayUse(role, 'audit:read');
}

/** Only numbers and no personal data: most desks may not read the log. */
function detailsOf(after: Record<string, unknown>): EventDetails {
  const plain = Object.entries(after).filter(
    ([name, value]) => isFactName(name) && (typeof value === 'string' || Number.isInteger(value)),
  );
  const { drafts } = after;
  const paying = Array.isArray(drafts) ? drafts.filter((one) => typeof one === 'object') : [];
  return {
    ...Object.fromEntries(plain),
    ...(paying.length > 0 && {
      drafts: paying.map(({ number, amount }) => `${number} (${formatRupees(amount)})`).join(', '),
    }),
  };
}

function isFactName(name: string): name is EventFactName {
  return (eventFactNames as readonly string[]).includes(name);
}

import { type RawBuilder, sql } from 'kysely';
import {
  type AuditEventName,
  type AuditRecordType,
  allNames,
  auditEventLabels,
  auditField,
  auditRecordLabels,
  currentName,
} from '#shared/audit-names.ts';
import { translateLabel } from '#shared/translate-label.ts';
import type { Asked } from './rule.ts';

/** Today's and former names of events, for `event = any (…)`. */
export function storedNames(...names: AuditEventName[]): RawBuilder<unknown> {
  return sql`${names.flatMap((name) => allNames('events', name))}::text[]`;
}

/** What an event is called in the language of the reader. */
export function eventTitle(stored: string): string {
  return translateLabel(auditEventLabels[currentName('events', stored) as AuditEventName] ?? stored);
}

export function recordTitle(type: string): string {
  return translateLabel(auditRecordLabels[type as AuditRecordType] ?? type);
}

export function fieldTitle(field: string): string {
  return translateLabel(auditField('', field)?.label ?? field);
}

/**
 * The events that a rule is asked for, with `college`, and with a `label` that names nobody: a person's name is sealed.
 */
export function newEvents({ after, upTo }: Pick<Asked, 'after' | 'upTo'>): RawBuilder<unknown> {
  return sql`(
    select e.*, coalesce(e.college_id, beside.college_id) as college,
           case when '/recordLabel' = any (e.personal) then '#' || e.sequence else e.record_label end as label
      from audit_events e left join audit_event_colleges beside on beside.sequence = e.sequence
     where e.sequence > ${after} and e.sequence <= ${upTo})`;
}

/** The columns of a hit that is one event: one of `newEvents`, or of what selects all of them. */
export const ofEvent = sql`
  e.record_type, e.record_id, e.sequence::text as what, e.label, e.actor_id as person, e.at, e.college as college_id`;

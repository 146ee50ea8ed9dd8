import { type RawBuilder, sql } from 'kysely';
import { newEvents } from '#platform/server/exceptions/events.ts';
import type { Asked } from '#platform/server/exceptions/rule.ts';
import { type AuditEventName, allNames } from '#shared/audit-names.ts';

/** What one person asks or does, and what another decides on it. */
const pairs: readonly (readonly [asked: AuditEventName, decided: AuditEventName])[] = [
  ['applications.received', 'applications.verified'],
  ['applications.corrected', 'applications.verified'],
  ['applications.received', 'applications.reopened'],
  ['applications.corrected', 'applications.reopened'],
  ['reprints.requested', 'reprints.approved'],
  ['reprints.requested', 'reprints.rejected'],
  ['certificates.revocation_proposed', 'certificates.revoked'],
  ['certificates.printed', 'certificates.copy_cancelled'],
  ['proposals.made', 'proposals.confirmed'],
  ['proofs.made', 'proofs.signed_off'],
  ['rolls.closed', 'rolls.resolved'],
  ['stock.received', 'stock.approved'],
  ['stock.edited', 'stock.approved'],
  ['stock.ink_received', 'stock.ink_approved'],
  ['stock.ink_edited', 'stock.ink_approved'],
  ['stock.destruction_recorded', 'stock.destroyed'],
  ['recoveries.entered', 'recoveries.confirmed'],
  ['recoveries.sheet_recorded', 'recoveries.sheet_confirmed'],
  ['staff.edited', 'staff.email_confirmed'],
];

const stored = pairs.flatMap(([asked, decided]) =>
  allNames('events', asked).flatMap((first) =>
    allNames('events', decided).map((second) => [first, second] as const),
  ),
);

/** New decisions of persons with what was decided on: the newest of each kind of asking before it. */
export function decisions(asked: Pick<Asked, 'after' | 'upTo'>): RawBuilder<unknown> {
  return sql`(
    select e.*, first.event as asked, first.actor_id as asker, first.at as asked_at, first.ip as asked_ip, first.sequence as asked_sequence
      from (values ${sql.join(stored.map(([first, second]) => sql`(${sql.lit(first)}, ${sql.lit(second)})`))}) pairs (asked, decided)
      join ${newEvents(asked)} e on e.event = pairs.decided and e.actor_id is not null
      join lateral (
        select event, actor_id, at, ip, sequence from audit_events
         where record_type = e.record_type and record_id = e.record_id and sequence < e.sequence and event = pairs.asked
         order by sequence desc limit 1) first on true)`;
}

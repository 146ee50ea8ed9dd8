import { type RawBuilder, sql } from 'kysely';
import { newEvents, storedNames } from '#platform/server/exceptions/events.ts';
import type { Asked, PlantedOffice } from '#platform/server/exceptions/rule.ts';
import type { AuditEventName } from '#shared/audit-names.ts';

type Names = readonly AuditEventName[];

/** What one person asks or does, and what another decides on it. */
const pairs: readonly (readonly [asked: Names, decided: Names])[] = [
  [['applications.received'], ['applications.verified', 'applications.reopened']],
  [['applications.corrected'], ['applications.verified', 'applications.reopened']],
  [['reprints.requested'], ['reprints.approved', 'reprints.rejected']],
  [['certificates.revocation_proposed'], ['certificates.revoked']],
  [['certificates.printed'], ['certificates.copy_cancelled']],
  [['proposals.made'], ['proposals.confirmed']],
  [['proofs.made'], ['proofs.signed_off']],
  [['rolls.closed'], ['rolls.resolved']],
  [['stock.received', 'stock.edited'], ['stock.approved']],
  [['stock.ink_received', 'stock.ink_edited'], ['stock.ink_approved']],
  [['stock.destruction_recorded'], ['stock.destroyed']],
  [['recoveries.entered'], ['recoveries.confirmed']],
  [['recoveries.sheet_recorded'], ['recoveries.sheet_confirmed']],
  [['staff.edited'], ['staff.email_confirmed']],
  [['exceptions.limit_proposed'], ['exceptions.limit_decided']],
  [['findings.replied'], ['findings.settled', 'findings.dropped']],
];

/** New decisions of persons with what was decided on: the newest of each kind of asking before it. */
export function decisions(asked: Pick<Asked, 'after' | 'upTo'>): RawBuilder<unknown> {
  const names = pairs.map(([first, second]) => sql`(${storedNames(...first)}, ${storedNames(...second)})`);
  return sql`(
    select e.*, first.event as asked, first.actor_id as asker, first.at as asked_at, first.ip as asked_ip, first.sequence as asked_sequence
      from (values ${sql.join(names)}) pairs (asks, decisions) cross join unnest(asks) ask cross join unnest(decisions) decided
      join ${newEvents(asked)} e on e.event = decided and e.actor_id is not null
      join lateral (
        select event, actor_id, at, ip, sequence from audit_events
         where record_type = e.record_type and record_id = e.record_id and sequence < e.sequence and event = ask
         order by sequence desc limit 1) first on true)`;
}

/** A reprint that one person asks for and one decides. */
export function plantedDecision(office: PlantedOffice, asker: string, decider: string, at = 'now()') {
  const of = ['reprint_request', office.certificate] as const;
  const asked = office.event('reprints.requested', { of, by: asker, at });
  return asked + office.event('reprints.approved', { of, by: decider });
}

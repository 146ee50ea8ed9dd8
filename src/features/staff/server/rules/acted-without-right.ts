import { sql } from 'kysely';
import { eventTitle, newEvents, ofEvent, storedNames } from '#platform/server/exceptions/events.ts';
import { rule } from '#platform/server/exceptions/rule.ts';
import { auditDeskLabels } from '#shared/audit-names.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';

const lost = ['staff.disabled', 'staff.deleted'] as const;

export const actedWithoutRightRule = rule({
  name: 'acted_without_right',
  family: 'people',
  severity: 'control',
  title: t`Acted without the right to`,
  meaning: t`Somebody acted whose account did not exist, was disabled or deleted, or had another role at that moment.`,
  authority: t`Rights of access end with the duty (ISO 27001, A.5.18)`,
  on: 'events',
  // An event that does not name the role leaves it as it was. What changes an account is itself done with the rights of before.
  find: (asked) => sql`
    with told as (
      select record_id, sequence, event, coalesce(after ->> 'role', before ->> 'role') as role
        from audit_events
       where record_type = 'staff' and event = any (${storedNames('staff.added', 'staff.edited', 'staff.enabled', ...lost)})),
    rights as (
      select record_id, sequence as since, lead(sequence) over mine as until, event,
             array_agg(role) filter (where role is not null) over (mine rows unbounded preceding) as roles
        from told window mine as (partition by record_id order by sequence))
    select ${ofEvent},
           jsonb_build_object('event', e.event, 'desk', e.desk, 'role', r.roles[cardinality(r.roles)],
             'account', case when r.record_id is null then 'none' when r.event = any (${storedNames(...lost)}) then 'lost' else 'kept' end) as parts
      from ${newEvents(asked)} e
      left join rights r on r.record_id = e.actor_id::text and e.sequence > r.since and (r.until is null or e.sequence <= r.until)
     where e.actor_id is not null and e.event not like 'auth.%'
       and (r.record_id is null or r.event = any (${storedNames(...lost)}) or e.desk is distinct from r.roles[cardinality(r.roles)])`,
  sentence: ({ event, account, desk, role }) => {
    const act = eventTitle(event);
    if (account === 'none') return t`${act}, by somebody for whom no account had been added.`;
    if (account === 'lost') return t`${act}, by somebody whose account was disabled or deleted.`;
    return t`${act}, at the desk ${deskOf(desk)}, by somebody whose role was ${deskOf(role)}.`;
  },
  plant: (office, enabled) => {
    const { event, admin, printer, run } = office;
    const changed = ['staff.disabled', ...enabled].map((name) =>
      event(name, { of: ['staff', printer], by: admin }),
    );
    return changed.join('') + event('print_runs.closed', { of: ['print_run', run], by: printer });
  },
  values: [[], ['staff.enabled']],
});

function deskOf(name: string | null): string {
  return translateLabel(auditDeskLabels[name as keyof typeof auditDeskLabels] ?? String(name));
}

import { sql } from 'kysely';
import { eventTitle, newEvents, ofEvent, storedNames } from '#platform/server/exceptions/events.ts';
import { dayOf, rule } from '#platform/server/exceptions/rule.ts';
import type { AuditEventName } from '#shared/audit-names.ts';
import { formatDay } from '#shared/format.ts';
import { t } from '#shared/words.ts';

/** The field of an event with a day that somebody typed. */
const typed: readonly (readonly [AuditEventName, string])[] = [
  ['deposit_slips.deposited', 'depositedOn'],
  ['demand_drafts.realised', 'realisedOn'],
  ['stock.received', 'receivedOn'],
  ['stock.ink_received', 'receivedOn'],
  ['stock.destruction_recorded', 'destroyedOn'],
  ['certificates.signed_for', 'signedOn'],
  ['rolls.resolved', 'resolutionDate'],
];

export const enteredBackDatedRule = rule({
  name: 'entered_back_dated',
  family: 'money',
  severity: 'look',
  title: t`Entered back-dated`,
  meaning: t`A day that somebody typed lies well before the moment at which it was entered.`,
  authority: t`Receipts and Payments Rules, r. 13: at once`,
  limits: { days: { label: t`Days before the entry`, value: 5 } },
  on: 'events',
  // The value date that a bank statement says is nobody's typing. Days are compared as text: what was forged may be none.
  find: ({ limits, ...asked }) => sql`
    select ${ofEvent}, jsonb_build_object('event', e.event, 'day', e.day, 'entered', e.entered) as parts
      from (select e.*, e.after ->> typed.field as day, ${dayOf('e.at')} as entered
              from (values ${sql.join(typed.map(([event, field]) => sql`(${storedNames(event)}, ${sql.lit(field)})`))}) typed (events, field)
              cross join unnest(events) stored join ${newEvents(asked)} e on e.event = stored
             where e.after ->> typed.field ~ '^\\d{4}-\\d\\d-\\d\\d$') e
     where e.day < to_char(e.entered - ${limits.days}::int, 'YYYY-MM-DD')
       and not exists (
         select from bank_statement_settlements s where s.demand_draft_id::text = e.record_id and s.outcome = 'realised')`,
  sentence: ({ event, day, entered }) =>
    t`${eventTitle(event)}: ${formatDay(day)}, entered on ${formatDay(entered)}.`,
  plant: ({ event, paper, admin: by }, day) =>
    event('rolls.resolved', {
      of: ['roll', paper],
      ...{ by, at: `'2026-03-${day} 12:00+05:30'`, after: { resolutionDate: '2026-03-10' } },
    }),
  values: [16, 15],
});
